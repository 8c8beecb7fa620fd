package dev.sluice.core.checker.model;

/** Whether control barriers can be passed at all. */
final class ControlBarriers {
    private ControlBarriers() {}

    /**
     * Whether all agents meet the same instances in the same order. Two that meet them crosswise wait for each other for
     * ever, and no execution exists.
     */
    static boolean canMeet(ProgramRelations fixed) {
        Relation same = Relation.of(
                fixed.size(),
                (a, b) -> a != b
                        && meets(fixed.event(a), fixed.event(b))
                        && fixed.inScope().has(a, b));
        long barriers = fixed.all(e -> e.controlBarrier() != null);
        Relation order = fixed.programOrder().between(barriers, barriers);
        // a step leaves an instance by program order, from any agent's part of it
        return same.reflexive().closure().then(order).isAcyclic();
    }

    /** Whether both are parts of a control barrier with one instance number. */
    static boolean meets(Event one, Event other) {
        Integer instance = one.controlBarrier();
        return instance != null && instance.equals(other.controlBarrier());
    }
}
