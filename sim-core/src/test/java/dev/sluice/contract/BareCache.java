// SPDX-License-Identifier: Apache-2.0
package dev.sluice.contract;

import dev.sluice.machine.cache.policy.CacheAccess;
import dev.sluice.machine.cache.policy.ReplacementPolicy;
import dev.sluice.machine.cache.policy.WayCandidates;
import java.util.Arrays;

/** Tags alone, which call a policy as Sluice's caches do. */
public final class BareCache {

    /** Bytes of a line. */
    public static final int LINE = 128;

    private static final long FREE = -1;
    private static final WayCandidates ALL = (set, way) -> true;

    final ReplacementPolicy policy;
    /** How often the policy is asked whether it refuses. */
    int asked = 1;

    private final int sets;
    private final int ways;
    private final boolean asks;
    private final long[] lines;
    private final Access access = new Access();

    /** A cache that is empty. */
    public BareCache(ReplacementPolicy policy, int sets, int ways) {
        this.policy = policy;
        this.sets = sets;
        this.ways = ways;
        this.asks = policy.asksForAccesses() || policy.mayRefuse();
        this.lines = new long[sets * ways];
        Arrays.fill(lines, FREE);
    }

    /** Whether an access to a line, from 0, by an instruction, from 1, hits. */
    public boolean access(long line, int site, boolean evictFirst) {
        int set = (int) (line % sets);
        int way = find(set, line);
        if (way >= 0) {
            access.of(line, set, way, site, evictFirst);
            if (asks) {
                policy.onHit(access);
            } else {
                policy.onHit(set, way);
            }
            return true;
        }
        way = find(set, FREE);
        if (way < 0) {
            access.of(line, set, CacheAccess.NO_WAY, site, evictFirst);
            for (int i = 0; i < asked && asks && policy.mayRefuse() && !access.writeBack; i++) {
                if (policy.refuses(access, ALL)) {
                    return false;
                }
            }
            way = asks ? policy.victim(access, ALL) : policy.victim(set, ALL);
            if (way < 0 || way >= ways) {
                throw new AssertionError(
                        "victim returns " + way + " for a full set; it must be a way from 0 to " + (ways - 1));
            }
        }
        lines[set * ways + way] = line;
        access.of(line, set, way, site, evictFirst);
        if (asks) {
            policy.onFill(access);
        } else {
            policy.onFill(set, way, evictFirst);
        }
        return false;
    }

    /** Whether a line is there; the policy is not told. */
    public boolean holds(long line) {
        return find((int) (line % sets), line) >= 0;
    }

    /** A cache above writes a line back. */
    public void writeBack(long line) {
        access.writeBack = true;
        access(line, CacheAccess.NO_SITE, false);
        access.writeBack = false;
    }

    /** Fills what is free. */
    void fill() {
        for (int at = 0; at < lines.length; at++) {
            if (lines[at] == FREE) {
                lines[at] = 1L << 40 | at;
                policy.onFill(access.of(lines[at], at / ways, at % ways, 1, false));
            }
        }
    }

    /** Drops a line, if it is there. */
    void invalidate(long line) {
        int set = (int) (line % sets);
        int way = find(set, line);
        if (way >= 0) {
            lines[set * ways + way] = FREE;
            policy.onInvalidate(set, way);
        }
    }

    private int find(int set, long line) {
        for (int way = 0; way < ways; way++) {
            if (lines[set * ways + way] == line) {
                return way;
            }
        }
        return -1;
    }

    /** An access that is made up. */
    public static final class Access implements PlainRead {
        private long line;
        private int set;
        private int way;
        private int site;
        private boolean evictFirst;
        private boolean writeBack;

        /** Sets it all. */
        public Access of(long newLine, int newSet, int newWay, int newSite, boolean first) {
            line = newLine;
            set = newSet;
            way = newWay;
            site = newSite;
            evictFirst = first;
            return this;
        }

        @Override
        public long address() {
            return line * LINE;
        }

        @Override
        public int set() {
            return set;
        }

        @Override
        public int way() {
            return way;
        }

        @Override
        public int site() {
            return site;
        }

        @Override
        public boolean writeBack() {
            return writeBack;
        }

        @Override
        public Hint hint() {
            return evictFirst ? Hint.EVICT_FIRST : Hint.NONE;
        }
    }
}
