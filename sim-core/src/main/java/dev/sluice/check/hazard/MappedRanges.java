// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.hazard;

import dev.sluice.check.order.Columns;
import dev.sluice.check.order.Scopes;
import dev.sluice.check.order.Signal;
import dev.sluice.check.trace.MemoryAccess;
import dev.sluice.check.trace.Region;
import java.util.List;

/**
 * What flushes and invalidations of mapped memory make of the writes there (Vulkan specification, section Availability,
 * Visibility, and Domain Operations).
 */
final class MappedRanges {
    private final Columns columns;
    private final Scopes scopes;
    private final SpaceMap[] maps;

    MappedRanges(Columns columns, Scopes scopes, SpaceMap[] maps) {
        this.columns = columns;
        this.scopes = scopes;
        this.maps = maps;
    }

    /** The host flushes: its writes there are in the host domain, and its neighbours no longer in danger. */
    void flush(Region region, Signal known, int column, int position) {
        maps[region.space().id()].change(
                region.where(), false, (state, start, end) -> flushed(state, known, column, position));
    }

    private static LocationState flushed(LocationState state, Signal known, int column, int position) {
        LocationState.Written[] writes = state.writes().toArray(new LocationState.Written[0]);
        Occurrence[] reads = state.reads().toArray(new Occurrence[0]);
        for (int i = 0; i < writes.length; i++) {
            Occurrence write = writes[i].write();
            if (write.kind() == Hazard.Agent.HOST) {
                boolean own = write.column() == column;
                if (own || known.execution()[write.column()] >= write.position()) {
                    writes[i] = new LocationState.Written(
                            write, writes[i].facts().flushedAt(own ? position : write.position()));
                }
            }
        }
        for (int i = 0; i < reads.length; i++) {
            Occurrence read = reads[i];
            if (read.access().has(MemoryAccess.ATOM)
                    && read.column() == column
                    && read.position() == Integer.MAX_VALUE) {
                reads[i] = new Occurrence(read.action(), read.access(), read.queue(), column, position, read.kind());
            }
        }
        return new LocationState(List.of(writes), List.of(reads));
    }

    /** The host drops its lines: what was brought to it until now will be read. */
    void invalidate(Region region, Signal known, int column) {
        HostKnowledge host = new HostKnowledge(known, column, columns, scopes);
        maps[region.space().id()].change(region.where(), false, (state, start, end) -> {
            LocationState.Written[] writes = state.writes().toArray(new LocationState.Written[0]);
            for (int i = 0; i < writes.length; i++) {
                if (writes[i].write().kind() != Hazard.Agent.HOST
                        && host.brought(writes[i], Scopes.Reading.HOST_READ)) {
                    writes[i] = new LocationState.Written(
                            writes[i].write(), writes[i].facts().dropped());
                }
            }
            return new LocationState(List.of(writes), state.reads());
        });
    }
}
