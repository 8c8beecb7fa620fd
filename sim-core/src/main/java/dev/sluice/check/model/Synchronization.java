// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.model;

/**
 * Release sequences and synchronizes-with (Vulkan specification, sections of these names), for one choice of what atomics
 * read and in which order they modify.
 */
final class Synchronization {
    private final ProgramRelations fixed;
    private final Relation runs;
    private final Relation observed;
    private final long releases;
    private final long acquires;
    private final long fences;

    Synchronization(ProgramRelations fixed, Relation modificationOrder, ReadsFrom readsFrom) {
        this.fixed = fixed;
        releases = fixed.all(e -> e.semantics().release());
        acquires = fixed.all(e -> e.semantics().acquire());
        fences = fixed.all(Event::fence);
        long atomics = fixed.all(Event::atomic);
        long exchanges = fixed.all(e -> e.atomic() && e.reads() && e.writes());
        runs = immediate(modificationOrder).between(-1, exchanges).closure().reflexive();
        Relation atomicReads = Relation.of(fixed.size(), (w, r) -> (atomics >>> r & 1) != 0 && readsFrom.reads(r, w))
                .and(fixed.mutuallyOrdered());
        observed = sequences(fixed.all(e -> e.atomic() && e.writes())).then(atomicReads);
    }

    /** The release sequences headed by atomics that release: from a head to each of its elements, itself first. */
    Relation releaseSequences() {
        return sequences(
                fixed.all(e -> e.atomic() && e.writes() && e.semantics().release()));
    }

    /** The neighbours of an order: pairs with nothing between them. */
    private static Relation immediate(Relation order) {
        Relation further = order.then(order.closure());
        return Relation.of(order.size(), (a, b) -> order.has(a, b) && !further.has(a, b));
    }

    /**
     * From a head to itself and each element of the runs of read-modify-writes that follow it immediately in its scoped
     * modification order. Heads that are relaxed have hypothetical release sequences.
     */
    private Relation sequences(long heads) {
        return runs.between(heads, -1);
    }

    /** Synchronizes-with: between atomics and memory barriers. */
    Relation synchronizesWith() {
        Relation atomics = observed.between(releases & ~fences, acquires & ~fences);
        return atomics.or(fenceToAtomic())
                .or(atomicToFence())
                .or(fenceToFence())
                .or(throughControlBarriers())
                .and(fixed.inScope());
    }

    /** From a barrier to the atomic writes after it whose storage class it constrains. */
    private Relation fenceBeforeAtomic() {
        return Relation.of(fixed.size(), (a, x) -> fixed.programOrder().has(a, x) && isFence(a) && constrains(a, x));
    }

    private Relation fenceAfterAtomic() {
        return Relation.of(fixed.size(), (x, b) -> fixed.programOrder().has(x, b) && isFence(b) && constrains(b, x));
    }

    private boolean isFence(int event) {
        return (fences >>> event & 1) != 0;
    }

    /** Whether the barrier's semantics name the access's storage class; on the host there is none to name. */
    private boolean constrains(int barrier, int access) {
        Event by = fixed.event(barrier);
        return by.agent().host()
                || by.semantics().coversClass(fixed.event(access).storageClass());
    }

    private Relation fenceToAtomic() {
        return fenceBeforeAtomic().then(observed).between(releases & fences, acquires & ~fences);
    }

    private Relation atomicToFence() {
        return observed.then(fenceAfterAtomic()).between(releases & ~fences, acquires & fences);
    }

    private Relation fenceToFence() {
        return fenceBeforeAtomic()
                .then(observed)
                .then(fenceAfterAtomic())
                .between(releases & fences, acquires & fences);
    }

    /** A release barrier before, or being, one thread's part of a control barrier; an acquire barrier after another's. */
    private Relation throughControlBarriers() {
        Relation order = fixed.programOrder().reflexive();
        return Relation.of(fixed.size(), (a, b) -> meets(order, a, b)).between(releases & fences, acquires & fences);
    }

    private boolean meets(Relation order, int a, int b) {
        for (int mine = 0; mine < fixed.size(); mine++) {
            Event first = fixed.event(mine);
            if (first.controlBarrier() == null || !order.has(a, mine)) {
                continue;
            }
            for (int other = 0; other < fixed.size(); other++) {
                if (other != mine
                        && ControlBarriers.meets(first, fixed.event(other))
                        && order.has(other, b)
                        && fixed.inScope().has(mine, other)) {
                    return true;
                }
            }
        }
        return false;
    }
}
