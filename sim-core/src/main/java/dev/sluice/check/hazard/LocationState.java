// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.hazard;

import dev.sluice.check.order.Columns;
import dev.sluice.check.order.Signal;
import dev.sluice.check.trace.MemoryAccess;
import java.util.ArrayList;
import java.util.List;

/**
 * Who accessed some places last: the last write, atomics beside it, and the reads since. Immutable, shared by all places of
 * which the same is true.
 *
 * <p>Of each strand the newest read is enough: whatever is ordered after it is ordered after the older ones.
 */
record LocationState(List<Written> writes, List<Occurrence> reads) {
    /** Of places that nobody accessed yet. */
    static final LocationState UNTOUCHED = new LocationState(List.of(), List.of());

    LocationState {
        writes = List.copyOf(writes);
        reads = List.copyOf(reads);
    }

    /** A write and what is known of it here. */
    record Written(Occurrence write, Facts facts) {

        /** Whether a clock has reached the write, and its flush. A transition is no stage's, and known by its facts alone. */
        boolean reachedBy(int[] clock) {
            return !write.transition() && clock[write.column()] >= Math.max(write.position(), facts.flushed());
        }

        /** Whether a barrier's first half has it available. */
        boolean availableIn(Signal.Half half, Columns columns) {
            return reachedBy(half.available()) || facts.availableTo(half.execution(), columns);
        }

        /** Whether a clock comes after the write, available or not. */
        boolean before(int[] clock, Columns columns) {
            return write.transition() ? facts.availableTo(clock, columns) : clock[write.column()] >= write.position();
        }
    }

    LocationState withRead(Occurrence read) {
        List<Occurrence> all = new ArrayList<>(reads.size() + 1);
        for (Occurrence old : reads) {
            if (old.column() != read.column()
                    || old.access().has(MemoryAccess.ATOM) != read.access().has(MemoryAccess.ATOM)) {
                all.add(old);
            }
        }
        all.add(read);
        return new LocationState(writes, all);
    }

    /** After an atomic, which leaves what it is not ordered with. */
    LocationState withAtomic(Written atomic) {
        List<Written> all = new ArrayList<>(writes.size() + 1);
        for (Written old : writes) {
            boolean sameStrand = old.write().column() == atomic.write().column();
            if (!sameStrand || !old.write().access().has(MemoryAccess.ATOMIC)) {
                all.add(old);
            }
        }
        all.add(atomic);
        return new LocationState(all, reads);
    }
}
