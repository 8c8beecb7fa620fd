// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.usage;

/**
 * Where the cycles of all units had gone by a cycle; the last head is what was issued.
 *
 * <p>What a unit then waited for is known only when something ends the wait: until that it lacks the cycles of open waits.
 */
final class UnitReading {

    private final UnitCycles of;
    private final long[] leaves;
    private final long occupied;
    /** How many units were waiting, and still are. */
    private int open;

    UnitReading(UnitCycles of, long[] leaves, long occupied) {
        this.of = of;
        this.leaves = leaves;
        this.occupied = occupied;
    }

    /** A unit is waiting, for something that will turn out. */
    void awaits() {
        open++;
    }

    /** A unit's wait is over: what of it lay before this reading, by head. */
    void add(long[] waited) {
        for (int leaf = 0; leaf < waited.length; leaf++) {
            leaves[leaf] += waited[leaf];
        }
        open--;
    }

    /** For how many cycles some unit had had a wave. */
    long occupied() {
        return occupied;
    }

    /** Cycles by head. A wait that is still open counts as for what came last. */
    long[] leaves() {
        if (open > 0) {
            of.settle(this);
        }
        return leaves;
    }
}
