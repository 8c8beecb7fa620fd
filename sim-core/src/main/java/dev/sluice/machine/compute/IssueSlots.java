// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.compute;

/** The issue slots of a unit, by when they are free: which of them takes an instruction makes no difference. */
final class IssueSlots {

    /** The first cycle at which each is free, ascending. */
    private final long[] free;
    /** That of the first of them. */
    private long firstFree;

    /** @param count how many there are, at least 1 */
    IssueSlots(int count) {
        free = new long[count];
    }

    /** The first cycle at which a slot is free; or one that is past, if one is free. */
    long firstFree() {
        return firstFree;
    }

    /** The slot that is free first is in use until a cycle. */
    void take(long until) {
        long[] slots = free;
        int at = 0;
        while (at + 1 < slots.length && slots[at + 1] < until) {
            slots[at] = slots[at + 1];
            at++;
        }
        slots[at] = until;
        firstFree = slots[0];
    }
}
