// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache.policy;

import java.util.Arrays;

/**
 * Least recently used among up to {@value #WAYS} ways: a rank per way, 0 for the way used last, in a byte; eight share a word.
 *
 * <p>An access ages by one whatever was younger than the way it touches, in eight bytes at once.
 */
final class ByteLru extends EvictFirst {

    /** The most ways that this class serves. */
    static final int WAYS = 64;

    private static final long EACH = 0x0101010101010101L;
    private static final long HIGH = 0x8080808080808080L;
    /** The rank of a way that does not exist: never reached. */
    private static final long ABSENT = 0x7F;

    private final int ways;
    private final int words;
    private final long[] ranks;

    ByteLru(int sets, int ways) {
        super(sets);
        this.ways = ways;
        this.words = (ways + 7) >>> 3;
        this.ranks = new long[sets * words];
        Arrays.fill(ranks, ABSENT * EACH);
        for (int set = 0; set < sets; set++) {
            for (int way = 0; way < ways; way++) { // the first way is the oldest
                ranks[set * words + (way >>> 3)] ^= (ABSENT ^ ways - 1 - way) << 8 * (way & 7);
            }
        }
    }

    @Override
    public void onHit(int set, int way) {
        long[] all = ranks;
        int base = set * words;
        int word = base + (way >>> 3);
        int shift = way << 3; // of which a shift takes what is below 64
        long rank = all[word] >>> shift & 0xFF;
        if (rank != 0) {
            long limit = HIGH + (rank - 1) * EACH;
            all[base] = aged(all[base], limit);
            if (words > 1) {
                all[base + 1] = aged(all[base + 1], limit);
                if (words > 2) {
                    all[base + 2] = aged(all[base + 2], limit);
                    for (int i = base + 3; i < base + words; i++) {
                        all[i] = aged(all[i], limit);
                    }
                }
            }
            all[word] &= ~(0xFFL << shift);
        }
        clear(set, way);
    }

    /** Ranks of eight ways, of which those up to a limit, which has the highest bit of each byte set, grow by one. */
    private static long aged(long some, long limit) {
        return some + ((limit - some & HIGH) >>> 7);
    }

    @Override
    public int victim(int set, WayCandidates candidates) {
        int marked = markedVictim(set, candidates);
        if (marked >= 0) {
            return marked;
        }
        for (int rank = ways - 1; rank >= 0; rank--) {
            int way = wayOf(set * words, rank * EACH);
            if (candidates.evictable(set, way)) {
                return way;
            }
        }
        return -1;
    }

    /** The way with a rank, given in every byte. */
    private int wayOf(int base, long rank) {
        int i = 0;
        while (true) {
            long difference = ranks[base + i] ^ rank;
            long match = difference - EACH & ~difference & HIGH;
            if (match != 0) {
                return (i << 3) + (Long.numberOfTrailingZeros(match) >>> 3);
            }
            i++;
        }
    }

    @Override
    public long touch(int set) {
        return ranks[set * words];
    }

    @Override
    public int age(int set, int way) {
        return (int) (ranks[set * words + (way >>> 3)] >>> ((way & 7) << 3)) & 0xFF;
    }

    @Override
    public String ageMeaning() {
        return "ways used since (0: used last, the highest goes next)";
    }
}
