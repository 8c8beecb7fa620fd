// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

/**
 * When lines of an instance of an exclusive cache changed last, counted in changes: what tells a clean line that comes down from above
 * whether it is as new as what the cache would have had.
 *
 * <p>A line that left for a cache above at a stamp, and was neither written nor invalidated here since, is what would still be here.
 * Lines share stamps by a hash, so that a line may seem older than it is, never newer (like timestamps of coherence by time: Singh et
 * al., Cache Coherence for GPU Architectures, HPCA 2013).
 */
final class ChangeStamps {

    private static final int FEWEST_BITS = 12;
    private static final int MOST_BITS = 20;

    private final int bits;
    private final int[] changed;
    private int now;
    private int invalidated;
    private int walks;

    /** @param lines of the instance; there are four stamps or more for each, up to a million */
    ChangeStamps(long lines) {
        this.bits = Math.min(
                MOST_BITS, Math.max(FEWEST_BITS, Long.SIZE - Long.numberOfLeadingZeros(Math.max(1, 4 * lines - 1))));
        this.changed = new int[1 << bits];
    }

    /** The stamp of this moment. */
    int now() {
        return now;
    }

    /** A line is written here, or goes past. */
    void changed(long line) {
        advance();
        changed[place(line)] = now;
    }

    /** Lines begin to be invalidated: until the end nothing comes in. */
    void invalidating() {
        advance();
        invalidated = now;
        walks++;
    }

    /** An invalidation is over. */
    void invalidated() {
        advance();
        invalidated = now;
        walks--;
    }

    /** Whether a line is still what it was at a stamp. */
    boolean unchangedSince(long line, int stamp) {
        return walks == 0 && now != Integer.MAX_VALUE && changed[place(line)] <= stamp && invalidated <= stamp;
    }

    /** At the last stamp everything seems changed from then on. */
    private void advance() {
        if (now != Integer.MAX_VALUE) {
            now++;
        }
    }

    private int place(long line) {
        return (int) (line * 0x9E3779B97F4A7C15L >>> Long.SIZE - bits);
    }
}
