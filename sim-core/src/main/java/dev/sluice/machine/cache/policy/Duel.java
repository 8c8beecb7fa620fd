// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache.policy;

/**
 * Set duelling: of two policies, the one that misses less in a few sets set aside for it serves all other sets.
 *
 * <p>The sets are cut into regions, each with a leader of either policy: in region i the set at offset i for the first, and the
 * one as far from the region's other end for the second (complement select). There are up to {@value #LEADERS} leaders of
 * each, and regions of at least four sets, if there are as many. A cache of one set has no leaders and follows the first policy.
 *
 * <p>M. Qureshi, A. Jaleel, Y. Patt, S. Steely, J. Emer: Adaptive Insertion Policies for High Performance Caching, ISCA 2007,
 * section 5.
 */
final class Duel {

    /** Sets that lead for each policy, in caches large enough. */
    static final int LEADERS = 32;
    /** Of the counter PSEL. */
    static final int BITS = 10;

    /** What a set is for. */
    enum Part {
        FOLLOWS,
        LEADS_FIRST,
        LEADS_SECOND
    }

    private static final int LEAST_REGION = 4;

    private final int most;
    private final int half;
    private final int region;
    /** Sets beyond the last whole region only follow. */
    private final int ledSets;
    /** PSEL: up with misses of the first policy's leaders, down with those of the second's. */
    private int selector;

    Duel(int sets) {
        this(sets, LEADERS, BITS);
    }

    /**
     * @param leaders leaders of each policy, in caches large enough
     * @param bits of the counter PSEL
     */
    Duel(int sets, int leaders, int bits) {
        this.most = (1 << bits) - 1;
        this.half = 1 << bits - 1;
        this.selector = half - 1;
        this.region = Math.min(sets, Math.max(LEAST_REGION, (sets + leaders - 1) / leaders));
        this.ledSets = region == 1 ? 0 : sets - sets % region;
    }

    /** Counts a miss in a set, and says whether the second policy takes it. */
    boolean missIsForSecond(int set) {
        Part part = part(set);
        if (part == Part.FOLLOWS) {
            return selector >= half;
        }
        boolean second = part == Part.LEADS_SECOND;
        selector = Math.max(0, Math.min(most, second ? selector - 1 : selector + 1));
        return second;
    }

    /** The part that a set plays. */
    Part part(int set) {
        if (set >= ledSets) {
            return Part.FOLLOWS;
        }
        int offset = set % region;
        int first = set / region % region;
        if (offset == first) {
            return Part.LEADS_FIRST;
        }
        int last = region - 1 - first;
        int second = last == first ? (first + 1) % region : last;
        return offset == second ? Part.LEADS_SECOND : Part.FOLLOWS;
    }
}
