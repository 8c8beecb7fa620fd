// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.dram;

/** The ticks from which a rank allows each command (tRRD_S, tFAW, tCCD_S, tWTR_S) and its refresh. */
final class Rank {

    private static final int FAW_ACTIVATES = 4;

    final int index;
    final Bank[] banks;
    long nextActivate;
    long nextRead;
    long nextWrite;
    /** When the next refresh is due. */
    long nextRefresh;

    /** The ticks from which the next four activates are allowed by tFAW: each is an earlier activate plus tFAW. */
    private final long[] window = new long[FAW_ACTIVATES];

    private int oldest;

    Rank(int index, int banks) {
        this.index = index;
        this.banks = new Bank[banks];
    }

    /** The tick from which tRRD_S and tFAW allow an activate. */
    long activateAt() {
        return Math.max(nextActivate, window[oldest]);
    }

    void activated(long tick, int rrd, int faw) {
        nextActivate = tick + rrd;
        window[oldest] = tick + faw;
        oldest = (oldest + 1) & (FAW_ACTIVATES - 1);
    }
}
