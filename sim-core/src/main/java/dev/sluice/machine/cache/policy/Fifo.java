// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache.policy;

/** First in, first out: a stamp per line, set when it is filled and left alone by hits. */
final class Fifo implements ReplacementPolicy {

    private final int ways;
    private final long[] stamps;
    private long clock;

    Fifo(int sets, int ways) {
        this.ways = ways;
        this.stamps = new long[sets * ways];
    }

    @Override
    public void onHit(int set, int way) {
        // a hit does not change the order of arrival
    }

    @Override
    public void onFill(int set, int way, boolean evictFirst) {
        stamps[set * ways + way] = evictFirst ? 0 : ++clock;
    }

    @Override
    public void onInvalidate(int set, int way) {
        // the next fill stamps the way anew
    }

    @Override
    public int victim(int set, WayCandidates candidates) {
        int first = set * ways;
        int best = -1;
        long oldest = Long.MAX_VALUE;
        for (int way = 0; way < ways; way++) {
            long stamp = stamps[first + way];
            if (stamp < oldest && candidates.evictable(set, way)) {
                oldest = stamp;
                best = way;
            }
        }
        return best;
    }

    @Override
    public int age(int set, int way) {
        int younger = 0;
        for (int other = set * ways; other < (set + 1) * ways; other++) {
            younger += stamps[other] > stamps[set * ways + way] ? 1 : 0;
        }
        return younger;
    }

    @Override
    public String ageMeaning() {
        return "ways filled since (0: filled last, the highest goes next)";
    }

    @Override
    public boolean evictsFirst(int set, int way) {
        return stamps[set * ways + way] == 0;
    }
}
