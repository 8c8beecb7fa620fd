// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.model;

/** Inter-thread-happens-before and happens-before (Vulkan specification, sections of these names). */
final class HappensBeforeRelation {
    private final ProgramRelations fixed;
    private final Relation synchronizesWith;
    private final Relation hostOrder;

    HappensBeforeRelation(ProgramRelations fixed, Relation synchronizesWith) {
        this.fixed = fixed;
        this.synchronizesWith = synchronizesWith;
        this.hostOrder = hostOrder();
    }

    /**
     * Happens-before: program order, or inter-thread-happens-before for some set of storage classes. It is not transitive:
     * no chains lead from one of them to another.
     */
    Relation relation() {
        int used = 0;
        for (Event event : fixed.program().events()) {
            used |= event.semantics().storageClasses();
            used |= event.storageClass() < 0 ? 0 : 1 << event.storageClass();
        }
        Relation result = fixed.programOrder().or(interThread(0));
        // all non-empty subsets of the storage classes in use
        for (int classes = used; classes != 0; classes = (classes - 1) & used) {
            result = result.or(interThread(classes));
        }
        return result;
    }

    /**
     * Inter-thread-happens-before for one set of storage classes; for none, what needs none: system-synchronizes-with and
     * the host's own order.
     */
    Relation interThread(int classes) {
        Relation steps = fixed.systemOrder().or(hostOrder);
        if (classes == 0) {
            return steps.closure();
        }
        long covering = fixed.all(e -> e.semantics().covers(classes));
        long ordered =
                covering | fixed.all(e -> (1 << Math.max(0, e.storageClass()) & classes) != 0 && e.storageClass() >= 0);
        long releases = covering & fixed.all(e -> e.semantics().release());
        long acquires = covering & fixed.all(e -> e.semantics().acquire());
        return steps.or(synchronizesWith.between(covering, covering))
                .or(fixed.programOrder().between(ordered, releases))
                .or(fixed.programOrder().between(acquires, ordered))
                .closure();
    }

    /** What the host language says of host operations (C++20, intro.races): synchronizes-with, with program order around it. */
    private Relation hostOrder() {
        long host = fixed.all(e -> e.agent().host());
        Relation around = fixed.programOrder().reflexive().between(host, host);
        return around.then(synchronizesWith.between(host, host)).then(around).closure();
    }
}
