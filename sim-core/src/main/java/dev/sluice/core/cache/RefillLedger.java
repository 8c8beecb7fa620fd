package dev.sluice.core.cache;

import java.util.Arrays;

/** What was fetched again because a barrier's invalidate had dropped it: sectors of 32 bytes and bytes, per barrier. */
public final class RefillLedger {

    private long[] misses = new long[16];

    /** Counts sectors fetched again; each dropped sector counts at most once. */
    void count(int barrier, int sectors) {
        if (barrier >= misses.length) {
            misses = Arrays.copyOf(misses, Math.max(misses.length * 2, barrier + 1));
        }
        misses[barrier] += sectors;
    }

    /** Sector misses on lines that this barrier dropped. */
    public long refillMisses(int barrier) {
        return barrier < misses.length ? misses[barrier] : 0;
    }

    /** Bytes fetched for them. */
    public long refillBytes(int barrier) {
        return refillMisses(barrier) * 32;
    }
}
