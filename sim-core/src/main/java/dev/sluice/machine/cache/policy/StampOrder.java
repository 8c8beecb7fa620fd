// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache.policy;

import java.util.Arrays;

/**
 * The line whose stamp is oldest goes first: a stamp per line from one clock, set when it is filled.
 *
 * <p>Stamps are {@code int}s to keep the array small; when the clock has run 2^29 stamps beyond the last renewal, all move
 * back by as much, so that only lines left alone for longer than that become equal.
 */
abstract class StampOrder implements ReplacementPolicy {

    private static final int RENEWAL = 1 << 29;

    private final int ways;
    private final int[] stamps;
    private int clock;

    StampOrder(int sets, int ways) {
        this.ways = ways;
        this.stamps = new int[sets * ways];
        Arrays.fill(stamps, -1);
    }

    /** Makes a line the youngest of all. */
    final void stamp(int set, int way) {
        stamps[set * ways + way] = tick();
    }

    private int tick() {
        if (clock == 2 * RENEWAL) {
            clock = RENEWAL;
            for (int i = 0; i < stamps.length; i++) {
                stamps[i] = stamps[i] <= 0 ? stamps[i] : Math.max(1, stamps[i] - RENEWAL);
            }
        }
        return ++clock;
    }

    @Override
    public final void onFill(int set, int way, boolean evictFirst) {
        stamps[set * ways + way] = evictFirst ? 0 : tick();
    }

    @Override
    public final void onInvalidate(int set, int way) {
        stamps[set * ways + way] = -1;
    }

    @Override
    public final int victim(int set, WayCandidates candidates) {
        int first = set * ways;
        int best = -1;
        int oldest = Integer.MAX_VALUE;
        for (int way = 0; way < ways; way++) {
            int stamp = stamps[first + way];
            if (stamp < oldest && candidates.evictable(set, way)) {
                oldest = stamp;
                best = way;
            }
        }
        return best;
    }

    @Override
    public final int age(int set, int way) {
        int younger = 0;
        for (int other = set * ways; other < (set + 1) * ways; other++) {
            younger += stamps[other] > stamps[set * ways + way] ? 1 : 0;
        }
        return younger;
    }

    @Override
    public final boolean evictsFirst(int set, int way) {
        return stamps[set * ways + way] == 0;
    }
}
