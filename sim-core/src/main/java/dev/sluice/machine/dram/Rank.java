// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.dram;

import org.jspecify.annotations.Nullable;

/** When rows of a rank may be opened, and single banks refreshed; stack IDs are ranks of which the first keeps that for all. */
final class Rank {

    /** Rows that may be opened within tFAW. */
    static final int ROWS_IN_WINDOW = 4;

    /** The rank that keeps the limits of activates and of refreshes of single banks: itself, or the first of all stack IDs. */
    final Rank scope;

    /** From when on it takes an activate (tRRD_S, tFAW). */
    long activate;
    /** When a row was last opened. */
    long lastActivate = DramDevice.LONG_AGO;
    /** When a single bank was last refreshed. */
    long lastBankRefresh = DramDevice.LONG_AGO;

    /** When the next four rows may be opened, by tFAW: a ring. */
    private final long[] window = new long[ROWS_IN_WINDOW];

    private int oldest;

    /** A rank that shares the limits of another, or none. */
    Rank(@Nullable Rank first) {
        scope = first == null ? this : first;
    }

    /** A row is opened: others must wait for tRRD_S, and the fourth from now for tFAW. */
    void opened(long tick, int rrdS, int faw) {
        window[oldest] = tick + faw;
        oldest = oldest + 1 & ROWS_IN_WINDOW - 1;
        lastActivate = tick;
        activate = Math.max(tick + rrdS, window[oldest]);
    }
}
