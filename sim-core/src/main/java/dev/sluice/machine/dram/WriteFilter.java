// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.dram;

/**
 * Which blocks may have a write in the queue, so that most reads need not search: a counting filter (Fan et al., SIGCOMM 1998) with
 * one hash. It is small, for what is looked up in it is never in the host's nearest cache otherwise.
 */
final class WriteFilter {

    private static final int BITS = 9;
    /** A count that has come so far stays. */
    private static final int MOST = Byte.MAX_VALUE;

    private final byte[] counts = new byte[1 << BITS];
    private int blocks;

    /** Whether a block may be among those added and not removed. */
    boolean mayHold(long block) {
        return blocks > 0 && counts[place(block)] != 0;
    }

    void add(long block) {
        blocks++;
        int place = place(block);
        if (counts[place] < MOST) {
            counts[place]++;
        }
    }

    /** Removes a block that was added. */
    void remove(long block) {
        blocks--;
        int place = place(block);
        if (counts[place] < MOST) {
            counts[place]--;
        }
    }

    private static int place(long block) {
        return (int) (block * 0x9E3779B97F4A7C15L >>> Long.SIZE - BITS);
    }
}
