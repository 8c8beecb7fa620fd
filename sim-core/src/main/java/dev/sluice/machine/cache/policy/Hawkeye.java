// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache.policy;

import java.util.Arrays;

/**
 * Hawkeye: learns from what OPT would have done ({@link OptGen}) with a few sets which origins' lines are worth keeping.
 *
 * <p>A counter per origin goes up when OPT would have kept a line that it used last, and down when not. Lines of origins in the upper
 * half are friendly: interval 0, and the other friendly lines of the set age by one when one comes in, up to 6. The others are averse:
 * interval 7, and go first. Where there are none, the oldest friendly line goes, and in the sampled sets its origin is thought less of.
 * Lines filled to go next teach nothing, nor do write-backs of caches above, which change no interval either.
 *
 * <p>What is not used again within the past that OPTgen keeps counts against its origin too; the authors' code leaves that to
 * evictions of friendly lines, ages no line of a set in which one is at 6 already, and gives OPT two ways less.
 *
 * <p>An origin is the access site, or where none is known a region of memory; counters begin in the middle, on the friendly side.
 *
 * <p>A. Jain, C. Lin: Back to the Future: Leveraging Belady's Algorithm for Improved Cache Replacement, ISCA 2016.
 */
final class Hawkeye implements ReplacementPolicy {

    private static final byte AVERSE = 7;
    private static final byte OLDEST_FRIENDLY = 6;
    private static final byte EVICT_FIRST = 8;
    /** The line's origin is not known. */
    private static final int NO_ORIGIN = -1;

    private final int ways;
    private final Origins origins;
    private final SampledSets samples;
    private final OptGen[] optimal;
    private final byte[] counters;
    private final int most;
    private final byte[] intervals;
    private final int[] used;

    Hawkeye(PolicySetup setup) {
        this.ways = setup.ways();
        this.origins = new Origins(setup.integer("signature"), setup.integer("region"));
        this.samples = new SampledSets(setup.sets(), setup.integer("samples"));
        this.optimal = new OptGen[samples.count];
        Arrays.setAll(optimal, i -> new OptGen(ways, setup.integer("history") * ways));
        this.most = (1 << setup.integer("counter")) - 1;
        this.counters = new byte[1 << setup.integer("signature")];
        Arrays.fill(counters, (byte) ((most + 1) / 2));
        this.intervals = new byte[setup.sets() * ways];
        Arrays.fill(intervals, AVERSE);
        this.used = new int[setup.sets() * ways];
        Arrays.fill(used, NO_ORIGIN);
    }

    @Override
    public boolean asksForAccesses() {
        return true;
    }

    @Override
    public void onHit(CacheAccess access) {
        if (access.writeBack()) {
            return;
        }
        int origin = learn(access);
        int line = access.set() * ways + access.way();
        used[line] = origin;
        intervals[line] = friendly(origin) ? 0 : AVERSE;
    }

    @Override
    public void onFill(CacheAccess access) {
        if (access.writeBack()) {
            fillUnseen(access.set() * ways + access.way());
            return;
        }
        if (access.hint() == CacheAccess.Hint.EVICT_FIRST) {
            onFill(access.set(), access.way(), true);
            return;
        }
        int origin = learn(access);
        used[access.set() * ways + access.way()] = origin;
        fill(access.set(), access.way(), friendly(origin));
    }

    @Override
    public void onHit(int set, int way) {
        intervals[set * ways + way] = 0;
    }

    @Override
    public void onFill(int set, int way, boolean evictFirst) {
        used[set * ways + way] = NO_ORIGIN;
        if (evictFirst) {
            intervals[set * ways + way] = EVICT_FIRST;
        } else {
            fill(set, way, true);
        }
    }

    @Override
    public void onInvalidate(int set, int way) {
        used[set * ways + way] = NO_ORIGIN;
        intervals[set * ways + way] = AVERSE;
    }

    @Override
    public int victim(int set, WayCandidates candidates) {
        int first = set * ways;
        int best = -1;
        int oldest = -1;
        for (int way = 0; way < ways; way++) {
            int interval = intervals[first + way];
            if (interval > oldest && candidates.evictable(set, way)) {
                oldest = interval;
                best = way;
            }
        }
        if (best >= 0 && oldest < AVERSE && samples.of(set) != SampledSets.NONE) {
            train(used[first + best], false);
        }
        return best;
    }

    @Override
    public int age(int set, int way) {
        return intervals[set * ways + way];
    }

    @Override
    public String ageMeaning() {
        return "interval (0 to 6: friendly, 7: averse; the highest goes next)";
    }

    @Override
    public boolean evictsFirst(int set, int way) {
        return intervals[set * ways + way] == EVICT_FIRST;
    }

    /** A line that no access asked for stands where the one stood that made room. */
    private void fillUnseen(int line) {
        used[line] = NO_ORIGIN;
        intervals[line] = (byte) Math.min(intervals[line], AVERSE);
    }

    private void fill(int set, int way, boolean isFriendly) {
        int first = set * ways;
        if (isFriendly) {
            for (int line = first; line < first + ways; line++) {
                if (intervals[line] < OLDEST_FRIENDLY) {
                    intervals[line]++;
                }
            }
        }
        intervals[first + way] = isFriendly ? 0 : AVERSE;
    }

    private boolean friendly(int origin) {
        return counters[origin] > most / 2;
    }

    /** Shows an access to OPT, if its set is a sample; returns its origin. */
    private int learn(CacheAccess access) {
        int origin = origins.of(access);
        int sample = samples.of(access.set());
        if (sample != SampledSets.NONE) {
            OptGen opt = optimal[sample];
            boolean hit = opt.access(access.address(), origin);
            train(opt.previous, hit);
            train(opt.forgotten, false);
        }
        return origin;
    }

    private void train(int origin, boolean up) {
        if (origin >= 0) {
            int counter = counters[origin] + (up ? 1 : -1);
            if (counter >= 0 && counter <= most) {
                counters[origin] = (byte) counter;
            }
        }
    }
}
