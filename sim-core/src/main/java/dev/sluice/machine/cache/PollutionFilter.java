// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

/**
 * Remembers lines that prefetches evicted, by a bit for all lines of one hash.
 *
 * <p>S. Srinath, O. Mutlu, H. Kim, Y. N. Patt: Feedback Directed Prefetching, HPCA 2007, section 3.1.3: 4096 bits, chosen by the
 * exclusive or of the line number's low and next bits. A miss takes the bit back here, so that one eviction is blamed once.
 */
final class PollutionFilter {

    private static final int BITS = 12;

    private final long[] words = new long[1 << BITS - 6];

    /** A prefetch evicted a line that demand had brought or used. */
    void evicted(long line) {
        int bit = bit(line);
        words[bit >>> 6] |= 1L << bit;
    }

    /** A prefetch brings a line. */
    void brought(long line) {
        int bit = bit(line);
        words[bit >>> 6] &= ~(1L << bit);
    }

    /** Whether a prefetch had evicted a line that is missed now; asked once. */
    boolean blames(long line) {
        int bit = bit(line);
        boolean set = (words[bit >>> 6] >>> bit & 1) != 0;
        words[bit >>> 6] &= ~(1L << bit);
        return set;
    }

    private static int bit(long line) {
        return (int) (line ^ line >>> BITS) & (1 << BITS) - 1;
    }
}
