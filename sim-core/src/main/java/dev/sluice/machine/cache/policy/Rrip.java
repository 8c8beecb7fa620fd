// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache.policy;

import java.util.Arrays;

/**
 * Re-reference interval prediction: a line has a small number, how far off its next use is thought to be.
 *
 * <p>A hit makes it 0 (hit priority). The first line with the largest, "distant", goes; where there is none, all lines of
 * the set age by one until there is. A line filled to go next is further than distant.
 *
 * <p>A. Jaleel, K. Theobald, S. Steely, J. Emer: High Performance Cache Replacement Using Re-Reference Interval Prediction
 * (RRIP), ISCA 2010.
 */
abstract class Rrip implements ReplacementPolicy {

    /** M of the paper. */
    static final int BITS = 2;

    /** The largest M, so that an interval is a byte. */
    static final int MOST_BITS = 6;

    /** The largest interval of an ordinary line. */
    final int distant;

    private final int evictFirst;
    private final int ways;
    private final byte[] intervals;

    Rrip(int sets, int ways, int bits) {
        this.distant = (1 << bits) - 1;
        this.evictFirst = distant + 1;
        this.ways = ways;
        this.intervals = new byte[sets * ways];
        Arrays.fill(intervals, (byte) distant);
    }

    /** The interval of a line that is put into a set. */
    abstract int insertion(int set);

    @Override
    public final void onHit(int set, int way) {
        intervals[set * ways + way] = 0;
    }

    @Override
    public final void onFill(int set, int way, boolean first) {
        fill(set, way, first ? evictFirst : insertion(set));
    }

    /** Puts a line into a set with an interval. */
    final void fill(int set, int way, int interval) {
        intervals[set * ways + way] = (byte) interval;
    }

    @Override
    public void onInvalidate(int set, int way) {
        // the next fill gives the way an interval
    }

    @Override
    public final int victim(int set, WayCandidates candidates) {
        int first = set * ways;
        int best = -1;
        int furthest = -1;
        for (int way = 0; way < ways; way++) {
            int interval = intervals[first + way];
            if (interval > furthest && candidates.evictable(set, way)) {
                furthest = interval;
                best = way;
            }
        }
        if (best >= 0 && furthest < distant) {
            grow(first, distant - furthest);
        }
        return best;
    }

    /** All lines of a set become older; no line gets further than distant by that, one that waits for its fill neither. */
    private void grow(int first, int by) {
        for (int line = first; line < first + ways; line++) {
            if (intervals[line] < distant) {
                intervals[line] = (byte) Math.min(distant, intervals[line] + by);
            }
        }
    }

    @Override
    public final int age(int set, int way) {
        return intervals[set * ways + way];
    }

    @Override
    public final String ageMeaning() {
        return "re-reference interval (0: expected soon; " + distant + " or more: goes next)";
    }

    @Override
    public final boolean evictsFirst(int set, int way) {
        return intervals[set * ways + way] == evictFirst;
    }
}
