// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache.policy;

import java.util.Arrays;

/**
 * Sampling dead block prediction over LRU: lines that are thought not to be used again before they go are dead, and go first, but after
 * those filled to go next; those that are dead on arrival are not brought in.
 *
 * <p>A sampler keeps the lines of a few sets as a cache of its own, with less ways and the same choice: dead ones first, else LRU. When a line there is used again, the origin
 * of its last use did not leave a dead line; when it goes, it did. Three tables of two-bit counters, each with a hash of its own, learn
 * that, and an origin whose three counters sum to the threshold leaves dead lines. The cache's own lines teach nothing, so that
 * bypassed ones are learnt of too.
 *
 * <p>S. Khan, Y. Tian, D. Jiménez: Sampling Dead Block Prediction for Last-Level Caches, MICRO 2010.
 */
final class DeadBlocks implements ReplacementPolicy {

    private static final int TABLES = 3;
    private static final int MOST = 3;
    private static final long[] HASHES = {0x9E3779B97F4A7C15L, 0xC2B2AE3D27D4EB4FL, 0x165667B19E3779F9L};
    private static final long NO_LINE = -1;
    /** Bits that stand for an origin; the tables hash them again. */
    private static final int ORIGIN_BITS = 30;

    private final int ways;
    private final boolean bypass;
    private final int threshold;
    private final int tableBits;
    private final byte[] counters;
    private final Origins origins;
    private final SampledSets samples;
    private final int sampleWays;
    /** Of each entry of the sampler: its line, who used it last, whether that left it dead; those used last first. */
    private final long[] lines;

    private final int[] lastUsers;
    private final boolean[] leftDead;
    private final StampLru recency;
    private final boolean[] dead;

    DeadBlocks(PolicySetup setup) {
        this.ways = setup.ways();
        this.bypass = setup.flag("bypass");
        this.threshold = setup.integer("threshold");
        this.tableBits = setup.integer("table");
        this.counters = new byte[TABLES << tableBits];
        this.origins = new Origins(ORIGIN_BITS, setup.integer("region"));
        this.samples = new SampledSets(setup.sets(), setup.integer("samples"));
        this.sampleWays = setup.integer("sampleWays");
        this.lines = new long[samples.count * sampleWays];
        this.lastUsers = new int[lines.length];
        this.leftDead = new boolean[lines.length];
        this.recency = new StampLru(setup.sets(), ways);
        this.dead = new boolean[setup.sets() * ways];
        Arrays.fill(lines, NO_LINE);
    }

    @Override
    public boolean asksForAccesses() {
        return true;
    }

    @Override
    public boolean mayRefuse() {
        return bypass;
    }

    @Override
    public boolean refuses(CacheAccess access) {
        if (access.hint() != CacheAccess.Hint.NONE || !leavesDead(origins.of(access))) {
            return false;
        }
        learn(access);
        return true;
    }

    @Override
    public void onHit(CacheAccess access) {
        boolean isDead = leavesDead(learn(access));
        recency.onHit(access.set(), access.way());
        dead[access.set() * ways + access.way()] = isDead;
    }

    @Override
    public void onFill(CacheAccess access) {
        boolean first = access.hint() == CacheAccess.Hint.EVICT_FIRST;
        boolean isDead = !first && leavesDead(learn(access));
        recency.onFill(access.set(), access.way(), first);
        dead[access.set() * ways + access.way()] = isDead;
    }

    @Override
    public void onHit(int set, int way) {
        recency.onHit(set, way);
        dead[set * ways + way] = false;
    }

    @Override
    public void onFill(int set, int way, boolean evictFirst) {
        recency.onFill(set, way, evictFirst);
        dead[set * ways + way] = false;
    }

    @Override
    public void onInvalidate(int set, int way) {
        recency.onInvalidate(set, way);
        dead[set * ways + way] = false;
    }

    @Override
    public int victim(int set, WayCandidates candidates) {
        int first = set * ways;
        int oldest = recency.victim(set, candidates);
        if (oldest < 0 || recency.evictsFirst(set, oldest)) {
            return oldest;
        }
        for (int way = 0; way < ways; way++) {
            if (dead[first + way] && candidates.evictable(set, way)) {
                return way;
            }
        }
        return oldest;
    }

    @Override
    public int age(int set, int way) {
        return recency.age(set, way) + (dead[set * ways + way] ? ways : 0);
    }

    @Override
    public String ageMeaning() {
        return "ways used since (0: used last), and " + ways
                + " more for a dead line (the first of those goes next, else the highest)";
    }

    @Override
    public boolean evictsFirst(int set, int way) {
        return recency.evictsFirst(set, way);
    }

    /** Shows an access to the sampler, if its set is one of those; returns its origin. */
    private int learn(CacheAccess access) {
        int origin = origins.of(access);
        int sample = samples.of(access.set());
        if (sample != SampledSets.NONE) {
            sample(sample * sampleWays, access.address(), origin);
        }
        return origin;
    }

    /** The entries of a sampled set stand in the order of their use. */
    private void sample(int from, long line, int origin) {
        int at = from;
        int last = from + sampleWays - 1;
        while (at < last && lines[at] != line && lines[at] != NO_LINE) {
            at++;
        }
        if (lines[at] == line) {
            count(lastUsers[at], -1);
        } else if (lines[at] != NO_LINE) {
            at = victim(from, last);
            count(lastUsers[at], 1);
        }
        System.arraycopy(lines, from, lines, from + 1, at - from);
        System.arraycopy(lastUsers, from, lastUsers, from + 1, at - from);
        System.arraycopy(leftDead, from, leftDead, from + 1, at - from);
        lines[from] = line;
        lastUsers[from] = origin;
        leftDead[from] = leavesDead(origin);
    }

    /** The sampler evicts as the cache does: what was dead after its last use first, and of that what was used longest ago. */
    private int victim(int from, int last) {
        for (int at = last; at >= from; at--) {
            if (leftDead[at]) {
                return at;
            }
        }
        return last;
    }

    private void count(int origin, int by) {
        for (int table = 0; table < TABLES; table++) {
            int at = index(table, origin);
            counters[at] = (byte) Math.max(0, Math.min(MOST, counters[at] + by));
        }
    }

    private boolean leavesDead(int origin) {
        int sum = 0;
        for (int table = 0; table < TABLES; table++) {
            sum += counters[index(table, origin)];
        }
        return sum >= threshold;
    }

    private int index(int table, int origin) {
        return (table << tableBits) + (int) ((origin + 1L) * HASHES[table] >>> Long.SIZE - tableBits);
    }
}
