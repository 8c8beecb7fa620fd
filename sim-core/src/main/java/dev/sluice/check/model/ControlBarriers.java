// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.model;

/** Whether control barriers can be passed at all. */
final class ControlBarriers {
    private ControlBarriers() {}

    /**
     * Whether no two agents meet two instances crosswise, each waiting for the other for ever. As in the formal model, scopes
     * do not matter, and longer circles of waiting agents are not found.
     */
    static boolean canMeet(ProgramRelations fixed) {
        Relation same = Relation.of(fixed.size(), (a, b) -> meets(fixed.event(a), fixed.event(b)));
        Relation order = fixed.programOrder();
        return order.then(same).then(order).and(same).isEmpty();
    }

    /** Whether both are parts of a control barrier with one instance number. */
    static boolean meets(Event one, Event other) {
        Integer instance = one.controlBarrier();
        return instance != null && instance.equals(other.controlBarrier());
    }
}
