// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache.policy;

/**
 * Least frequently used with dynamic ageing: a line's key is the number of its uses plus the age that its set had at the last of
 * them; the least key goes, of several the lowest way, and becomes the set's age.
 *
 * <p>So a line that was used often long ago goes in the end, and among lines used once the oldest does. Up to {@value #MOST}
 * uses are counted, or such a line would stay for as many evictions.
 *
 * <p>M. Arlitt, L. Cherkasova, J. Dilley, R. Friedrich, T. Jin: Evaluating Content Management Techniques for Web Proxy Caches
 * (LFU-DA), ACM SIGMETRICS Performance Evaluation Review 27 (4), 2000.
 */
final class Lfu implements ReplacementPolicy {

    /** The most uses that are counted, unless told otherwise. */
    static final int MOST = 255;

    private static final int EVICT_FIRST = -1;
    /** Beyond this age the keys of a set move back. */
    private static final int RENEWAL = 1 << 30;

    private final int most;
    private final int ways;
    private final int[] keys;
    private final short[] uses;
    private final int[] ages;

    Lfu(int sets, int ways, int most) {
        this.most = most;
        this.ways = ways;
        this.keys = new int[sets * ways];
        this.uses = new short[sets * ways];
        this.ages = new int[sets];
    }

    @Override
    public void onHit(int set, int way) {
        int line = set * ways + way;
        if (uses[line] < most) {
            uses[line]++;
        }
        keys[line] = ages[set] + uses[line];
    }

    @Override
    public void onFill(int set, int way, boolean evictFirst) {
        int line = set * ways + way;
        uses[line] = 1;
        keys[line] = evictFirst ? EVICT_FIRST : ages[set] + 1;
    }

    @Override
    public void onInvalidate(int set, int way) {
        // the next fill gives the way a key
    }

    @Override
    public int victim(int set, WayCandidates candidates) {
        int first = set * ways;
        int best = -1;
        int least = Integer.MAX_VALUE;
        for (int way = 0; way < ways; way++) {
            int key = keys[first + way];
            if (key < least && candidates.evictable(set, way)) {
                least = key;
                best = way;
            }
        }
        if (best >= 0) {
            ages[set] = Math.max(ages[set], least);
            if (ages[set] > RENEWAL) {
                renew(set);
            }
        }
        return best;
    }

    /** Takes the age of a set from all its keys, which keeps their order. */
    private void renew(int set) {
        for (int line = set * ways; line < (set + 1) * ways; line++) {
            keys[line] = keys[line] == EVICT_FIRST ? EVICT_FIRST : Math.max(0, keys[line] - ages[set]);
        }
        ages[set] = 0;
    }

    @Override
    public int age(int set, int way) {
        return uses[set * ways + way];
    }

    @Override
    public String ageMeaning() {
        return "uses (the lowest together with the age of its set goes next)";
    }

    @Override
    public boolean evictsFirst(int set, int way) {
        return keys[set * ways + way] == EVICT_FIRST;
    }
}
