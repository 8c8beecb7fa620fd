// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.order;

/**
 * The clocks of a queue's stages: what happens before each stage's coming work and which writes are available before it, and
 * per reading which writes are visible to it and what came before the global barriers that make memory visible to it.
 */
record StageClocks(int[][] execution, int[][] available, int[][] visible, int[][] visibleAfter) {

    /** Of a queue that has done nothing. */
    static StageClocks nothing(int readings, int width) {
        return new StageClocks(
                new int[Columns.ROWS][width],
                new int[Columns.ROWS][width],
                new int[readings][width],
                new int[readings][width]);
    }

    StageClocks copy() {
        return new StageClocks(copy(execution), copy(available), copy(visible), copy(visibleAfter));
    }

    private static int[][] copy(int[][] clocks) {
        int[][] copy = new int[clocks.length][];
        for (int i = 0; i < copy.length; i++) {
            copy[i] = clocks[i].clone();
        }
        return copy;
    }

    /** Orders stages after what a clock has reached, and with available writes. */
    void order(long stages, int[] before, int[] memory) {
        for (long rest = stages; rest != 0; rest &= rest - 1) {
            int row = Columns.row(rest);
            Columns.join(execution[row], before);
            Columns.join(available[row], memory);
        }
    }

    /** Makes visible to a reading. */
    void show(int reading, int[] memory, int[] before) {
        Columns.join(visible[reading], memory);
        Columns.join(visibleAfter[reading], before);
    }

    /** Takes over what the stages of another have, but nothing that is visible. */
    void joinOrder(StageClocks other) {
        for (int row = 0; row < Columns.ROWS; row++) {
            Columns.join(execution[row], other.execution[row]);
            Columns.join(available[row], other.available[row]);
        }
    }
}
