// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import dev.sluice.device.Client;
import dev.sluice.device.LayoutCompression;
import dev.sluice.device.RopSpec;
import dev.sluice.machine.cache.Cache;
import dev.sluice.machine.cache.Maintenance;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.engine.EventOrder;
import dev.sluice.machine.memory.BackingStore;
import dev.sluice.machine.request.AtomicOperands;
import dev.sluice.machine.request.Downstream;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.VersionBundles;
import dev.sluice.machine.rop.FastClear;
import dev.sluice.machine.trace.Entrance;
import dev.sluice.machine.trace.TraceAtomic;
import dev.sluice.machine.trace.TraceKind;
import dev.sluice.machine.trace.TraceRecord;
import dev.sluice.machine.trace.TraceSink;
import dev.sluice.machine.trace.TraceStorage;
import dev.sluice.machine.trace.TraceSurface;
import dev.sluice.machine.trace.TraceWriters;
import dev.sluice.program.image.Surface;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The paths by which clients enter the hierarchy; where a run is recorded, what goes through them is written to a trace. */
final class Entrances {

    private static final TraceKind[] MAINTENANCE = {TraceKind.FLUSH, TraceKind.INVALIDATE, TraceKind.DISCARD};
    private static final int SECTOR_MASK = Request.SECTOR_BYTES - 1;

    private final Engine engine;
    private final @Nullable TraceSink sink;
    private final TraceRecord record = new TraceRecord();
    /** Of a request that tries to go in. */
    private final TraceRecord entering = new TraceRecord();

    private final @Nullable EventOrder order;
    private final Map<List<Object>, Downstream> paths = new HashMap<>();
    /** Bytes of writes, where the trace has them; else null. */
    private @Nullable RecordedBytes bytes;

    Entrances(Engine engine, @Nullable TraceSink sink) {
        this.engine = engine;
        this.sink = sink;
        this.order = sink == null ? null : engine.order(() -> {});
    }

    /** A client's way in, through which it is to send. */
    Downstream add(Entrance entrance, int unit, Downstream path) {
        paths.put(List.of(entrance, unit), path);
        return sink == null ? path : new RecordingPath(path, (request, step) -> write(request, step, entrance, unit));
    }

    /** The ways in of the clients of a compute unit, indexed by the client's ordinal; those that were one path stay one. */
    void addUnit(int unit, @Nullable Downstream[] clients) {
        IdentityHashMap<Downstream, Downstream> watched = new IdentityHashMap<>();
        for (int i = 0; i < clients.length; i++) {
            Downstream path = clients[i];
            if (path != null) {
                paths.put(List.of(entrance(i), unit), path);
                if (sink != null) {
                    clients[i] = watched.computeIfAbsent(
                            path,
                            down -> new RecordingPath(
                                    down, (request, step) -> write(request, step, entrance(request.client), unit)));
                }
            }
        }
    }

    /** The way in of layout transitions, which are of the client whose image it is. */
    Downstream addTransitions(Downstream path) {
        paths.put(List.of(Entrance.TRANSITION, 0), path);
        paths.put(List.of(Entrance.DEPTH_TRANSITION, 0), path);
        return sink == null
                ? path
                : new RecordingPath(path, (request, step) -> write(request, step, transition(request.client), 0));
    }

    private static Entrance transition(int client) {
        return client == Client.DEPTH_STENCIL_ATTACHMENT.ordinal() ? Entrance.DEPTH_TRANSITION : Entrance.TRANSITION;
    }

    private static Entrance entrance(int client) {
        return Entrance.all().get(client);
    }

    /** The path of an entrance; null if the device has none. */
    @Nullable
    Downstream path(Entrance entrance, int unit) {
        return paths.get(List.of(entrance, unit));
    }

    /** Whether what goes in is written to a trace. */
    boolean recorded() {
        return sink != null;
    }

    /** Hears of the maintenance of caches. */
    void watch(Hierarchy hierarchy) {
        if (sink != null) {
            hierarchy
                    .nodes()
                    .forEach(node ->
                            node.slices().forEach(slice -> slice.orders().listen(order -> write(slice, order))));
        }
    }

    /** The host sends to its memory. */
    void fromHost(Request request) {
        TraceSink to = sink;
        if (to != null) {
            describe(request, Entrance.HOST, 0, record);
            to.write(record);
        }
    }

    /** Counting begins anew. */
    void reset() {
        TraceSink to = sink;
        if (to != null) {
            record.clear();
            stamp(record);
            record.kind = TraceKind.RESET;
            to.write(record);
        }
    }

    /** The stream has images: said before everything else, because of it the device is wired. */
    void images() {
        TraceSink to = sink;
        if (to != null) {
            record.clear();
            record.kind = TraceKind.IMAGES;
            to.write(record);
        }
    }

    /**
     * Writes carry their bytes from here on, because what becomes of them depends on them: said before everything else, too.
     *
     * @param bundles lists of versions that bytes of the run carry
     */
    void bytes(VersionBundles bundles) {
        TraceSink to = sink;
        if (to != null) {
            bytes = new RecordedBytes(bundles);
            record.clear();
            record.kind = TraceKind.BYTES;
            to.write(record);
        }
    }

    /** An image whose tiles may lie compressed: said before everything else, too. */
    void surface(Surface surface, RopSpec rop) {
        TraceSink to = sink;
        if (to != null && bytes != null) {
            record.clear();
            record.kind = TraceKind.SURFACE;
            record.unit = surface.id();
            record.ranges = new long[] {surface.base(), surface.end()};
            record.surface = TraceSurface.of(surface, rop.tileBytes(), rop.metadataBits());
            to.write(record);
        }
    }

    /** What a memory holds in a range before all that happens. */
    void contents(BackingStore memory, long from, long end) {
        TraceSink to = sink;
        RecordedBytes recorded = bytes;
        if (to == null || recorded == null) {
            return;
        }
        for (long at = from; at < end; at += Request.MAX_BYTES) {
            int count = (int) Math.min(end - at, Request.MAX_BYTES);
            record.clear();
            record.access(TraceKind.CONTENTS, at, count);
            recorded.of(memory, at, count, record);
            to.write(record);
        }
    }

    /** The tiles of a part of an image may be stored like that from now on. */
    void storage(Surface surface, int level, int layer, LayoutCompression allowed) {
        TraceSink to = sink;
        if (to != null && bytes != null) {
            record.clear();
            stamp(record);
            record.kind = TraceKind.STORAGE;
            record.unit = surface.id();
            record.storage = new TraceStorage(level, layer, allowed);
            to.write(record);
        }
    }

    /** What a unit clears through metadata, watched where that is written to the trace. */
    FastClear clears(Entrance entrance, int unit, FastClear below) {
        return bytes == null ? below : new RecordedClears(below, this, entrance, unit);
    }

    /** A unit clears tiles through their metadata. */
    void cleared(Entrance entrance, int unit, long address, int count, int code, int agent) {
        TraceSink to = sink;
        if (to != null) {
            record.clear();
            stamp(record);
            record.unit = unit;
            record.entrance = entrance;
            record.access(TraceKind.CLEAR, address, count);
            record.data = new byte[] {(byte) code};
            record.writers = TraceWriters.one(agent);
            to.write(record);
        }
    }

    /** A resource lies there: said before everything else, too. */
    void resource(int number, long start, long end) {
        TraceSink to = sink;
        if (to != null) {
            record.clear();
            record.kind = TraceKind.RESOURCE;
            record.unit = number;
            record.ranges = new long[] {start, end};
            to.write(record);
        }
    }

    /** Device accesses of a range snoop the host. */
    void snooped(long start, long end) {
        place(TraceKind.SNOOPED, start, end);
    }

    /** The device's page table lies there. */
    void pageTable(long start, long end) {
        place(TraceKind.PAGETABLE, start, end);
    }

    private void place(TraceKind kind, long start, long end) {
        TraceSink to = sink;
        if (to != null) {
            record.clear();
            record.kind = kind;
            record.ranges = new long[] {start, end};
            to.write(record);
        }
    }

    private void write(Cache slice, Maintenance order) {
        TraceSink to = sink;
        if (to != null) {
            record.clear();
            stamp(record);
            record.kind = MAINTENANCE[order.verb.ordinal()];
            record.cache = slice.name();
            record.ranges = order.ranges();
            record.flags = (order.exact ? TraceRecord.EXACT : 0) | (order.barrier >= 0 ? TraceRecord.OF_BARRIER : 0);
            to.write(record);
        }
    }

    private void write(Request request, RecordingPath.Step step, Entrance entrance, int unit) {
        TraceSink to = sink;
        if (to == null) {
            return;
        }
        switch (step) {
            case TRIES -> describe(request, entrance, unit, entering);
            case GOES_IN -> to.write(entering);
            case BEGINS_TO_WAIT -> {
                describe(request, entrance, unit, record);
                record.flags |= TraceRecord.WAITS;
                to.write(record);
            }
            case GOES_IN_AT_LAST -> {
                describe(request, entrance, unit, record);
                record.kind = TraceKind.ENTER;
                to.write(record);
            }
        }
    }

    private void stamp(TraceRecord to) {
        EventOrder places = order;
        to.time = engine.now();
        to.after = places == null ? TraceRecord.LAST : places.place();
    }

    private void describe(Request request, Entrance entrance, int unit, TraceRecord to) {
        to.clear();
        stamp(to);
        to.unit = unit;
        to.entrance = entrance;
        to.flags = request.flags & ~Request.FILL;
        to.site = request.site() & 0xFFFF_FFFFL;
        describe(request, to);
        RecordedBytes recorded = bytes;
        if (recorded != null && to.kind == TraceKind.WRITE) {
            recorded.of(request, to);
        }
    }

    private void describe(Request request, TraceRecord to) {
        TraceKind kind = TraceKind.all().get(request.kind);
        int first = -1;
        int last = -1;
        for (int word = 0; word < TraceRecord.MASK_WORDS; word++) {
            long bits = request.byteMask(word);
            to.mask[word] = bits;
            if (bits != 0) {
                int low = word << 6;
                first = first < 0 ? low + Long.numberOfTrailingZeros(bits) : first;
                last = low + Long.SIZE - 1 - Long.numberOfLeadingZeros(bits);
            }
        }
        int sectors = request.sectors & 0xFFFF;
        if (first < 0) {
            to.access(kind, request.address, 0);
            to.sectors = sectors;
        } else {
            boolean run = request.byteCount() == last - first + 1;
            boolean implied = sectors == (2 << (last >>> 5)) - (1 << (first >>> 5));
            // caches cut a request by where it begins, which of a compute unit's is known
            boolean begins = first < Request.SECTOR_BYTES || to.entrance.ofComputeUnit();
            boolean plain = run && implied && begins;
            to.access(kind, request.address + (plain ? first : 0), plain ? last - first + 1 : last + 1);
            to.masked = !plain;
            to.sectors = implied || plain ? 0 : sectors;
        }
        if (!to.masked) {
            Arrays.fill(to.mask, 0);
        }
        AtomicOperands atomics = request.atomics();
        if (kind == TraceKind.ATOMIC && atomics != null) {
            List<Integer> offsets = new ArrayList<>();
            int base = (int) (to.address - request.address) & ~SECTOR_MASK;
            for (int i = 0; i < atomics.count; i++) {
                offsets.add(atomics.offsets[i] - base);
            }
            to.atomic = bytes == null
                    ? new TraceAtomic(atomics.operation.name(), type(atomics), offsets)
                    : new TraceAtomic(
                            atomics.operation.name(),
                            type(atomics),
                            offsets,
                            numbers(atomics.operands, atomics.count),
                            atomics.operation == AtomicOperands.Operation.COMPARE_EXCHANGE
                                    ? numbers(atomics.compares, atomics.count)
                                    : List.of());
            to.writers = bytes == null ? to.writers : TraceWriters.one(request.agent);
        }
    }

    private static List<Long> numbers(long[] of, int count) {
        return Arrays.stream(of, 0, count).boxed().toList();
    }

    private static TraceAtomic.Type type(AtomicOperands atomics) {
        if (atomics.floating) {
            return TraceAtomic.Type.F32;
        }
        if (atomics.elementBytes == Long.BYTES) {
            return TraceAtomic.Type.U64;
        }
        return atomics.signed ? TraceAtomic.Type.I32 : TraceAtomic.Type.U32;
    }
}
