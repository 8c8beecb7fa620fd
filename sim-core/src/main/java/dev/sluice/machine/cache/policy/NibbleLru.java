// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache.policy;

/**
 * Least recently used among up to {@value #WAYS} ways: the ranks of a set, 0 for the way used last, are the nibbles of one
 * {@code int}.
 *
 * <p>All sets of a first-level cache fit into a kilobyte so, which matters to the caches of the host. An access ages by one
 * whatever was younger than the way it touches, in all nibbles at once.
 */
final class NibbleLru extends EvictFirst {

    /** The most ways that this class serves. */
    static final int WAYS = 8;

    private static final int EACH = 0x11111111;
    private static final int HIGH = 0x88888888;

    private final int ways;
    private final int[] ranks;

    NibbleLru(int sets, int ways) {
        super(sets);
        this.ways = ways;
        this.ranks = new int[sets];
        int fresh = 0;
        for (int way = 0; way < WAYS; way++) {
            // the first way is the oldest; ways that do not exist are no younger than any
            fresh |= (way < ways ? ways - 1 - way : WAYS - 1) << 4 * way;
        }
        java.util.Arrays.fill(ranks, fresh);
    }

    @Override
    public void onHit(int set, int way) {
        int all = ranks[set];
        int rank = all >>> 4 * way & 7;
        if (rank != 0) {
            int younger = HIGH + (rank - 1) * EACH - all & HIGH;
            ranks[set] = all + (younger >>> 3) & ~(0xF << 4 * way);
        }
        clear(set, way);
    }

    @Override
    public int victim(int set, WayCandidates candidates) {
        int marked = markedVictim(set, candidates);
        if (marked >= 0) {
            return marked;
        }
        int all = ranks[set];
        for (int rank = ways - 1; rank >= 0; rank--) {
            int difference = all ^ rank * EACH;
            int way = Integer.numberOfTrailingZeros(difference - EACH & ~difference & HIGH) >>> 2;
            if (candidates.evictable(set, way)) {
                return way;
            }
        }
        return -1;
    }

    @Override
    public long touch(int set) {
        return ranks[set];
    }

    @Override
    public int age(int set, int way) {
        return ranks[set] >>> 4 * way & 7;
    }

    @Override
    public String ageMeaning() {
        return "ways used since (0: used last, the highest goes next)";
    }
}
