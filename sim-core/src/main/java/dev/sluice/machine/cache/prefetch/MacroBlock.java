// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache.prefetch;

import dev.sluice.machine.cache.policy.CacheAccess;

/**
 * Prefetching by detected spatial locality, as proposed for the first-level caches of GPUs: misses are counted by macro-blocks of
 * {@value #LINES} lines, and once {@value #THRESHOLD} lines of one were asked for, the others are prefetched.
 *
 * <p>Addresses alone decide, so that it does not matter which warp makes them. What an access has prefetched is at most the rest of
 * its block; {@code degree} and {@code distance} say nothing here. A. Jog, O. Kayiran, A. K. Mishra, M. T. Kandemir, O. Mutlu, R. Iyer,
 * C. R. Das: Orchestrated Scheduling and Prefetching for GPGPUs, ISCA 2013, after the spatial locality detection table of
 * T. L. Johnson, M. C. Merten, W. W. Hwu: Run-time Spatial Locality Detection and Optimization, MICRO 1997. How many blocks are
 * remembered and after how many lines the rest is fetched are choices here.
 */
final class MacroBlock implements Prefetcher {

    static final int LINES = 4;
    static final int THRESHOLD = 2;
    static final int ENTRIES = 64;

    private final int lineBytes;
    private final long[] blocks = new long[ENTRIES];
    private final byte[] seen = new byte[ENTRIES];
    private final long[] used = new long[ENTRIES];
    private long clock;

    MacroBlock(PrefetcherProvider.Settings settings) {
        this.lineBytes = settings.lineBytes();
        java.util.Arrays.fill(blocks, -1);
    }

    @Override
    public void onAccess(CacheAccess access, Outcome outcome, Sink sink) {
        if (outcome == Outcome.HIT || outcome == Outcome.FIRST_HIT) {
            return;
        }
        long line = access.address() / lineBytes;
        long block = line / LINES;
        int at = find(block);
        used[at] = ++clock;
        if (blocks[at] != block) {
            blocks[at] = block;
            seen[at] = 0;
        }
        int before = seen[at];
        seen[at] |= (byte) (1 << line % LINES);
        if (Integer.bitCount(before) < THRESHOLD && Integer.bitCount(seen[at]) == THRESHOLD) {
            for (int i = 0; i < LINES; i++) {
                if ((seen[at] >>> i & 1) == 0) {
                    sink.prefetch((block * LINES + i) * lineBytes);
                }
            }
        }
    }

    /** The entry of a block, or that of the block used least recently. */
    private int find(long block) {
        int oldest = 0;
        for (int i = 0; i < ENTRIES; i++) {
            if (blocks[i] == block) {
                return i;
            }
            if (used[i] < used[oldest]) {
                oldest = i;
            }
        }
        return oldest;
    }
}
