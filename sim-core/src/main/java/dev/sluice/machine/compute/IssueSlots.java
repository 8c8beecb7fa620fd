// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.compute;

/** The issue slots of a unit, as the first cycle at which each is free: which of them takes an instruction makes no difference. */
final class IssueSlots {

    private IssueSlots() {}

    /**
     * The slot that is free first is in use until a cycle; returns the first cycle at which one is free after that.
     *
     * @param others when the others are free, ascending, as they are afterwards
     */
    static long take(long[] others, long until) {
        long first = until;
        for (int i = others.length - 1; i >= 0; i--) {
            long slot = others[i];
            long later = Math.max(slot, first);
            others[i] = later;
            first = slot + first - later; // the lesser, without a branch that is hard to foretell
        }
        return first;
    }
}
