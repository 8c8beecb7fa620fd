// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache.policy;

/** Random replacement from a generator seeded per instance (SplitMix64), so that a run repeats byte for byte. */
final class RandomReplacement implements ReplacementPolicy {

    private final int ways;
    private final boolean[] first;
    private final int[] firsts;
    private long state;

    RandomReplacement(int sets, int ways, long seed) {
        this.ways = ways;
        this.first = new boolean[sets * ways];
        this.firsts = new int[sets];
        this.state = seed;
    }

    @Override
    public void onHit(int set, int way) {
        mark(set, way, false);
    }

    @Override
    public void onFill(int set, int way, boolean evictFirst) {
        mark(set, way, evictFirst);
    }

    @Override
    public void onInvalidate(int set, int way) {
        mark(set, way, false);
    }

    @Override
    public int victim(int set, WayCandidates candidates) {
        if (firsts[set] > 0) {
            for (int way = 0; way < ways; way++) {
                if (first[set * ways + way] && candidates.evictable(set, way)) {
                    return way;
                }
            }
        }
        int start = (int) ((next() >>> 32) * ways >>> 32);
        for (int i = 0; i < ways; i++) {
            int way = start + i < ways ? start + i : start + i - ways;
            if (candidates.evictable(set, way)) {
                return way;
            }
        }
        return -1;
    }

    private void mark(int set, int way, boolean evictFirst) {
        int i = set * ways + way;
        if (first[i] != evictFirst) {
            first[i] = evictFirst;
            firsts[set] += evictFirst ? 1 : -1;
        }
    }

    private long next() {
        state += 0x9E3779B97F4A7C15L;
        long z = state;
        z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }
}
