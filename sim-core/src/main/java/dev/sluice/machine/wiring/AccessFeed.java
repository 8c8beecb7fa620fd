// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import dev.sluice.device.DramSpec;
import dev.sluice.machine.cache.Cache;
import dev.sluice.machine.cache.Maintenance;
import dev.sluice.machine.engine.Audit;
import dev.sluice.machine.engine.EventOrder;
import dev.sluice.machine.fault.StreamException;
import dev.sluice.machine.memory.AddressSpace;
import dev.sluice.machine.memory.SnoopedRanges;
import dev.sluice.machine.request.Downstream;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.tlb.PageTableLayout;
import dev.sluice.machine.tlb.SharedTlb;
import dev.sluice.machine.trace.AccessTrace;
import dev.sluice.machine.trace.Entrance;
import dev.sluice.machine.trace.TraceKind;
import dev.sluice.machine.trace.TraceRecord;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Feeds a trace of accesses into a device: each at its cycle, or as soon as those before it have been issued.
 *
 * <p>The trace is read as far as nothing waits that has no room: a lane (a path into the hierarchy) holds so many records that
 * wait, and the first one that it does not take ends the reading until it does. So records of a cycle are issued in the order
 * of the trace, and memory is bounded whatever the trace's length.
 */
final class AccessFeed extends TraceFeed {

    private static final int CYCLE = 0;
    private static final int ISSUE = 1;
    private static final int MAINTAINED = 2;

    private static final long NONE = Long.MAX_VALUE;
    /** The barrier of all maintenance of barriers, which a trace does not tell apart. */
    private static final int SOME_BARRIER = 0;

    private final Gpu gpu;
    private final AccessTrace trace;
    private final TraceRequests requests;
    private final SnoopedRanges snooped;
    private final int outstanding;
    private final Runnable reset;
    /** By entrance and unit. */
    private final @Nullable TraceLane[][] byEntrance =
            new @Nullable TraceLane[Entrance.all().size()][4];

    private final IdentityHashMap<Downstream, TraceLane> byPath = new IdentityHashMap<>();
    private final List<TraceLane> lanes = new ArrayList<>();
    private final Map<String, Cache> caches = new HashMap<>();
    private final Map<String, Integer> unknown = new TreeMap<>();
    private final TraceRecord record = new TraceRecord();
    private @Nullable TraceRecord spare;
    private @Nullable EventOrder order;
    private long waitedIn = -1;
    private int waitedAt;
    private boolean pending;
    private boolean ended;
    private long wakesAt = NONE;
    private boolean ticking;
    private long issued;
    private long lastActivity;
    private long elsewhere;
    private long orders;
    private long ordersDone;

    /**
     * Feeds a device.
     *
     * @param outstanding how many accesses of a lane may be under way; 0 for any number
     * @param reset has counters begin anew
     */
    AccessFeed(
            Gpu gpu,
            AccessTrace trace,
            TraceRequests requests,
            SnoopedRanges snooped,
            int outstanding,
            Runnable reset) {
        super(gpu.engine, "trace");
        this.gpu = gpu;
        this.trace = trace;
        this.requests = requests;
        this.snooped = snooped;
        this.outstanding = outstanding;
        this.reset = reset;
        gpu.hierarchy.nodes().forEach(node -> node.slices().forEach(slice -> caches.put(slice.name(), slice)));
    }

    @Override
    void begin() {
        if (trace.ordered()) {
            order = engine().order(this::atPlace);
        }
        wakeAt(0);
    }

    @Override
    long issued() {
        return issued;
    }

    @Override
    long lastActivity() {
        return lastActivity;
    }

    @Override
    List<String> notes() {
        List<String> notes = new ArrayList<>();
        if (elsewhere > 0) {
            notes.add("units or clients of the trace that " + gpu.spec.name() + " has not: " + elsewhere
                    + "; units are counted modulo those there are, such clients taken for storage");
        }
        unknown.forEach((cache, count) -> notes.add(count + " maintenance orders of " + cache + " are left out: "
                + gpu.spec.name() + " has no such cache"));
        return notes;
    }

    @Override
    public void onEvent(int kind, int argument) {
        switch (kind) {
            case CYCLE -> {
                // after what else is there in this cycle, as compute units are
                if (now() >= wakesAt) {
                    wakesAt = NONE;
                }
                tick();
            }
            case ISSUE -> {
                ticking = false;
                issue();
            }
            case MAINTAINED -> {
                ordersDone++;
                lastActivity = now();
            }
            default -> throw new IllegalStateException("event kind " + kind);
        }
    }

    /** A lane has room again, or may issue what it held back. */
    void wake() {
        tick();
    }

    private void tick() {
        if (!ticking) {
            ticking = true;
            engine().schedule(this, 0, ISSUE, 0);
        }
    }

    private void wakeAt(long cycle) {
        if (cycle < wakesAt) {
            wakesAt = cycle;
            engine().scheduleAt(this, cycle, CYCLE, 0);
        }
    }

    private void issue() {
        long now = now();
        boolean more = false;
        for (int i = 0; i < lanes.size(); i++) {
            lanes.get(i).issue(now);
        }
        while (read()) {
            if (record.time > now) {
                wakeAt(record.time);
                break;
            }
            if (!placed(now) && waits(now)) {
                tick();
                break;
            }
            if (!perform(now)) {
                break;
            }
        }
        for (int i = 0; i < lanes.size() && !more; i++) {
            more = lanes.get(i).wantsNextCycle();
        }
        if (more) {
            wakeAt(now + 1);
        }
    }

    /** Does what the trace has in this place of the cycle. */
    private void atPlace() {
        long now = now();
        while (read() && record.after != TraceRecord.LAST && record.time <= now && placed(now)) {
            if (!perform(now)) {
                return;
            }
        }
        if (pending && record.time > now) {
            wakeAt(record.time);
        }
    }

    /** Whether the place of the record within its cycle has come. */
    private boolean placed(long now) {
        EventOrder places = order;
        return places == null || record.time < now || record.after <= places.place();
    }

    /** Whether a place may yet come in this cycle: where the hierarchy is another one than that of the run, it may not. */
    private boolean waits(long now) {
        int place = Objects.requireNonNull(order).place();
        boolean changed = waitedIn != now || waitedAt != place;
        waitedIn = now;
        waitedAt = place;
        return changed;
    }

    private boolean read() {
        if (!pending && !ended) {
            pending = trace.next(record);
            ended = !pending;
        }
        return pending;
    }

    /** Does what the record says, or has a lane keep it; false if it has to wait. */
    private boolean perform(long now) {
        if (record.kind.access()) {
            check(record);
            if (!lane(record).offer(record, now)) {
                return false;
            }
            issued++;
        } else if (record.kind.maintenance()) {
            maintain();
        } else if (record.kind == TraceKind.RESET) {
            reset.run();
        } else if (record.kind == TraceKind.PAGETABLE) {
            placePageTable();
        } else {
            snoop();
        }
        pending = false;
        return true;
    }

    private void snoop() {
        try {
            snooped.add(record.ranges[0], record.ranges[1]);
        } catch (IllegalArgumentException e) {
            throw new StreamException(trace.where(), "the range that is snooped is part of another one");
        }
    }

    /** The page table lies where it lay in the run, if it is one that finds room there. */
    private void placePageTable() {
        SharedTlb translation = gpu.translation;
        long base = record.ranges[0];
        if (translation != null
                && base % PageTableLayout.ALIGNMENT == 0
                && base <= gpu.spec.vram().size() - translation.table().size()) {
            translation.moveTable(base);
        }
    }

    /** A device's own addresses are in its memory or in the host's. */
    private void check(TraceRecord access) {
        if (!trace.deviceAddresses()) {
            return;
        }
        DramSpec ram = gpu.spec.host().ram();
        boolean ofHost = AddressSpace.isHost(access.address);
        long base = ofHost ? AddressSpace.HOST_BASE : 0;
        DramSpec memory = ofHost ? ram : gpu.spec.vram();
        int sectors = Integer.SIZE - Integer.numberOfLeadingZeros(access.sectors);
        long end = access.address - base + Math.max(access.size, sectors * Request.SECTOR_BYTES);
        if (memory == null || end > memory.size()) {
            throw new StreamException(
                    trace.where(),
                    "the access of 0x" + Long.toHexString(access.address) + " lies outside the memory of "
                            + gpu.spec.name() + "; a column 'address' in place of 'device_address' is for addresses of"
                            + " programs, which may be anywhere");
        }
    }

    private void maintain() {
        Cache cache = caches.get(record.cache);
        if (cache == null) {
            unknown.merge(record.cache, 1, Integer::sum);
            return;
        }
        Maintenance order = new Maintenance();
        Maintenance.Verb verb = switch (record.kind) {
            case FLUSH -> Maintenance.Verb.FLUSH;
            case DISCARD -> Maintenance.Verb.DISCARD;
            default -> Maintenance.Verb.INVALIDATE;
        };
        order.start(verb, (record.flags & TraceRecord.OF_BARRIER) != 0 ? SOME_BARRIER : -1, -1);
        order.exact = (record.flags & TraceRecord.EXACT) != 0;
        for (int i = 0; i < record.ranges.length; i += 2) {
            order.addRange(record.ranges[i], record.ranges[i + 1]);
        }
        order.replyTo(this, MAINTAINED, 0);
        orders++;
        cache.orders().start(order);
    }

    private TraceLane lane(TraceRecord access) {
        @Nullable TraceLane[] ofUnits = byEntrance[access.entrance.ordinal()];
        if (access.unit >= ofUnits.length) {
            ofUnits = Arrays.copyOf(ofUnits, Math.max(access.unit + 1, ofUnits.length * 2));
            byEntrance[access.entrance.ordinal()] = ofUnits;
        }
        TraceLane lane = ofUnits[access.unit];
        if (lane == null) {
            lane = newLane(access.entrance, access.unit);
            ofUnits[access.unit] = lane;
        }
        return lane;
    }

    private TraceLane newLane(Entrance entrance, int unit) {
        if (entrance == Entrance.HOST) {
            return add(new TraceLane(this, name() + " host", requests, gpu.host.port()));
        }
        Downstream path = gpu.entrances.path(entrance, unit);
        if (path == null) {
            elsewhere++;
            int units = entrance.ofRenderOutputUnit()
                    ? Math.max(1, gpu.spec.rop().count())
                    : gpu.spec.compute().count();
            path = gpu.entrances.path(entrance, unit % units);
        }
        if (path == null) {
            path = gpu.entrances.path(
                    Entrance.STORAGE, unit % gpu.spec.compute().count());
        }
        Downstream found = Objects.requireNonNull(path);
        int perCycle = entrance.ofComputeUnit() ? gpu.spec.compute().requestsPerCycle() : 0;
        TraceLane known = byPath.get(found);
        if (known == null) {
            String name = name() + " " + entrance.key() + "[" + unit + "]";
            known = add(new TraceLane(this, name, inPlaceOf(entrance, unit), requests, found, perCycle, outstanding));
            byPath.put(found, known);
        }
        return known;
    }

    private String inPlaceOf(Entrance entrance, int unit) {
        if (entrance.ofRenderOutputUnit()) {
            return "rop[" + unit % Math.max(1, gpu.spec.rop().count()) + "]";
        }
        return entrance == Entrance.TRANSFER
                ? gpu.transfers.name()
                : entrance == Entrance.DISPLAY
                        ? "display"
                        : "cu[" + unit % gpu.spec.compute().count() + "]";
    }

    private TraceLane add(TraceLane lane) {
        lanes.add(lane);
        return engine().add(lane);
    }

    /** A record to keep another in, and back to {@link #giveBack}. */
    TraceRecord take() {
        TraceRecord taken = spare;
        if (taken == null) {
            return new TraceRecord();
        }
        spare = taken.next;
        taken.next = null;
        return taken;
    }

    void giveBack(TraceRecord done) {
        done.clear();
        done.next = spare;
        spare = done;
    }

    /** The request of an answer that a lane was given. */
    Request answered(int index) {
        lastActivity = now();
        return gpu.pool.get(index);
    }

    /** A lane is done with a request. */
    void release(Request request) {
        gpu.pool.release(request);
    }

    @Override
    public void audit(Audit audit) {
        audit.balance(this, "maintenance orders", orders, ordersDone);
        audit.held(this, "record not issued", pending ? 1 : 0);
    }
}
