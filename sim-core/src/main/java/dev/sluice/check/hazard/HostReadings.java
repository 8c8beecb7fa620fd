// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.hazard;

import dev.sluice.check.order.Columns;
import dev.sluice.check.order.Scopes;
import dev.sluice.check.order.Signal;
import dev.sluice.check.trace.AccessTrace;
import dev.sluice.check.trace.HostReadable;
import dev.sluice.check.trace.Intervals;
import dev.sluice.check.trace.MemoryAccess;
import dev.sluice.check.trace.Space;
import dev.sluice.program.HostOperation;
import dev.sluice.program.MemoryRange;
import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.Stage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds the writes of the device that the host may read, each at the first wait by which it was brought to the host: where a
 * stream does not say what the host reads, that is all that it can.
 *
 * <p>Nothing is missing where a write is not brought: perhaps the host does not read. But whoever takes away what brings one
 * takes a reading from the host.
 */
final class HostReadings {
    private final Columns columns;
    private final Scopes scopes;
    private final SpaceMap[] maps;
    private final HazardLog log;
    private final boolean mapsAtAll;
    private final Map<String, MemoryRange> mapped = new LinkedHashMap<>();
    /** By the number of the space; null where the host reads nothing that the stream does not say. */
    private final @Nullable Open[] open;

    private final List<Open> all = new ArrayList<>();

    /** Writes of a space that the host cannot read yet. */
    private static final class Open {
        final HostReadable readable;
        Intervals writes = Intervals.NONE;

        Open(HostReadable readable) {
            this.readable = readable;
        }

        /** Those within what is mapped. */
        Intervals within(MemoryRange range) {
            if (readable.space().image() != null) {
                boolean overlaps = range.offset() < readable.end() && readable.first() < range.offset() + range.size();
                return overlaps ? writes : Intervals.NONE;
            }
            Intervals outside = writes.minus(Intervals.of(range.offset(), range.offset() + range.size()));
            return writes.minus(outside);
        }
    }

    HostReadings(AccessTrace trace, Columns columns, Scopes scopes, SpaceMap[] maps) {
        this.columns = columns;
        this.scopes = scopes;
        this.maps = maps;
        this.log = new HazardLog(columns, trace.resources());
        this.open = new Open[maps.length];
        for (HostReadable readable : trace.hostReadable()) {
            Open one = new Open(readable);
            open[readable.space().id()] = one;
            all.add(one);
        }
        this.mapsAtAll = !all.isEmpty()
                && trace.threads().stream()
                        .flatMap(track -> track.steps().stream())
                        .anyMatch(step -> step.operation() instanceof HostOperation.MapMemory);
    }

    /** A command writes. */
    void wrote(MemoryAccess access) {
        Open one = open[access.space().id()];
        if (one != null && !access.has(MemoryAccess.ALIAS)) {
            one.writes = one.writes.union(access.where());
        }
    }

    /** The host maps or unmaps a memory, which decides what it can read. */
    void maps(HostOperation operation) {
        if (operation instanceof HostOperation.MapMemory map) {
            mapped.put(map.memory(), new MemoryRange(map.memory(), map.offset(), map.size()));
        } else if (operation instanceof HostOperation.UnmapMemory unmap) {
            mapped.remove(unmap.memory());
        }
    }

    /** A host thread may read from here on. */
    void look(Signal known, int thread, int position, AccessTrace.Action action) {
        HostKnowledge host = new HostKnowledge(known, columns.thread(thread), columns, scopes);
        for (Open one : all) {
            MemoryRange range = mapsAtAll
                    ? mapped.get(one.readable.memory())
                    : new MemoryRange(one.readable.memory(), 0, one.readable.end());
            Intervals within = range == null ? Intervals.NONE : one.within(range);
            if (within.isEmpty()) {
                continue;
            }
            Intervals.Builder left = new Intervals.Builder();
            left.addAll(one.writes.minus(within));
            Space space = one.readable.space();
            maps[space.id()].visit(within, (state, start, end) -> {
                if (!read(host, state, space, thread, position, action, start, end)) {
                    left.add(start, end);
                }
            });
            one.writes = left.build();
        }
    }

    /** Notes what the host can read of some places; whether that is all that the device wrote there. */
    private boolean read(
            HostKnowledge host,
            LocationState state,
            Space space,
            int thread,
            int position,
            AccessTrace.Action action,
            long start,
            long end) {
        boolean whole = true;
        for (LocationState.Written written : state.writes()) {
            Occurrence write = written.write();
            if (write.kind() != Hazard.Agent.DEVICE || write.access().has(MemoryAccess.ALIAS)) {
                continue;
            }
            if (!host.ordered(written) || !host.brought(written, Scopes.Reading.HOST_READ)) {
                whole = false;
                continue;
            }
            MemoryAccess access = new MemoryAccess(
                    space,
                    Intervals.NONE,
                    write.access().resource(),
                    Stage.HOST,
                    Access.HOST_READ,
                    0,
                    MemoryAccess.NO_SUBPASS);
            Occurrence read = new Occurrence(action, access, -1, columns.thread(thread), position, Hazard.Agent.HOST);
            log.add(HazardKind.READ_AFTER_WRITE, write, read, MissingHalf.HOST_DOMAIN, start, end);
        }
        return whole;
    }

    List<HostReading> found() {
        return log.readings();
    }
}
