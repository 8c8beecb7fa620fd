// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.hazard;

import dev.sluice.check.order.Columns;
import dev.sluice.check.order.Signal;
import dev.sluice.check.trace.MemoryAccess;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Who accessed some places last: the last write, atomics beside it, and the reads since. Immutable, shared by all places of
 * which the same is true.
 *
 * <p>Of each strand the newest read is enough, for whatever is ordered after it is ordered after the older ones; and beside it the
 * newest one of another party, because a party's writes are not compared with its own reads.
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
        Occurrence other = null;
        for (Occurrence old : reads) {
            if (!sameStrand(old, read)) {
                all.add(old);
            } else if (!sameParty(old, read)) {
                other = old;
            }
        }
        if (other != null) {
            all.add(other);
        }
        all.add(read);
        return new LocationState(writes, all);
    }

    /**
     * After a reading of an input attachment. Whoever comes after it comes after the load operations of its subpass, too.
     *
     * @param loaded who that is
     */
    LocationState withInput(Occurrence input, Facts.Available loaded) {
        List<Written> after = new ArrayList<>(writes.size());
        for (Written old : writes) {
            after.add(
                    loads(old.write(), input)
                            ? new Written(old.write(), old.facts().with(loaded, null))
                            : old);
        }
        List<Occurrence> others = new ArrayList<>(reads.size());
        for (Occurrence old : reads) {
            if (!loads(old, input)) {
                others.add(old);
            }
        }
        return new LocationState(after, others).withRead(input);
    }

    /** Whether one access is a load operation of the subpass of a later one: those that store come last. */
    private static boolean loads(Occurrence one, Occurrence later) {
        return one.access().has(MemoryAccess.PASS)
                && one.access().subpass() != MemoryAccess.NO_SUBPASS
                && one.access().subpass() == later.access().subpass();
    }

    /** The newest reads of each strand with which an access is compared. */
    List<Occurrence> newest(Predicate<Occurrence> compared) {
        List<Occurrence> newest = new ArrayList<>(reads.size());
        for (int i = 0; i < reads.size(); i++) {
            Occurrence read = reads.get(i);
            Occurrence next = i + 1 < reads.size() ? reads.get(i + 1) : null;
            boolean covered = next != null && sameStrand(read, next) && compared.test(next);
            if (!covered && compared.test(read)) {
                newest.add(read);
            }
        }
        return newest;
    }

    private static boolean sameStrand(Occurrence one, Occurrence other) {
        return one.column() == other.column()
                && one.access().has(MemoryAccess.ATOM) == other.access().has(MemoryAccess.ATOM);
    }

    /** Whether whoever is not compared with one read is not compared with the other. */
    @SuppressWarnings("ReferenceEquality") // an action is itself only
    private static boolean sameParty(Occurrence one, Occurrence other) {
        MemoryAccess x = one.access();
        MemoryAccess y = other.access();
        if (x.has(MemoryAccess.ALIAS) || y.has(MemoryAccess.ALIAS)) {
            return x.has(MemoryAccess.ALIAS)
                    && y.has(MemoryAccess.ALIAS)
                    && x.resource().equals(y.resource());
        }
        if (x.has(MemoryAccess.ATOMIC) || y.has(MemoryAccess.ATOMIC)) {
            return x.has(MemoryAccess.ATOMIC) && y.has(MemoryAccess.ATOMIC);
        }
        if (x.subpass() != MemoryAccess.NO_SUBPASS || y.subpass() != MemoryAccess.NO_SUBPASS) {
            return x.subpass() == y.subpass();
        }
        return one.action() == other.action() && one.position() == other.position();
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
