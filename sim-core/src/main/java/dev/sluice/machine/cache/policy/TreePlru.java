// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache.policy;

/**
 * Tree pseudo-LRU: a bit per node of a binary tree over the ways points away from what was used last.
 *
 * <p>Where the ways are no power of two (24 on V100) the tree spans the next one, and its absent ways are never chosen: a
 * walk that points at a subtree without an evictable way takes the other branch. Evict-first lines turn the bits of
 * their path towards themselves.
 */
final class TreePlru implements ReplacementPolicy {

    private final int ways;
    private final int leaves;
    private final int wordsPerSet;
    /** Bit {@code node} of a set: 1 points to the right child, 0 to the left; node 1 is the root. */
    private final long[] bits;

    TreePlru(int sets, int ways) {
        this.ways = ways;
        this.leaves = ways == 1 ? 1 : Integer.highestOneBit(ways - 1) << 1;
        this.wordsPerSet = (leaves + 63) >>> 6;
        this.bits = new long[sets * wordsPerSet];
    }

    @Override
    public void onHit(int set, int way) {
        point(set, way, false);
    }

    @Override
    public void onFill(int set, int way, boolean evictFirst) {
        point(set, way, evictFirst);
    }

    @Override
    public void onInvalidate(int set, int way) {
        point(set, way, true);
    }

    @Override
    public int victim(int set, WayCandidates candidates) {
        int node = 1;
        int span = leaves;
        while (node < leaves) {
            span >>>= 1;
            node = 2 * node + bit(set, node);
            if (node * span - leaves >= ways) {
                node ^= 1; // the right branch lies beyond the last way
            }
        }
        int way = node - leaves;
        return candidates.evictable(set, way) ? way : victimAmongPinned(set, candidates);
    }

    private int victimAmongPinned(int set, WayCandidates candidates) {
        int node = 1;
        while (node < leaves) {
            int chosen = 2 * node + bit(set, node);
            node = anyIn(chosen, set, candidates) ? chosen : chosen ^ 1;
        }
        int way = node - leaves;
        return way < ways && candidates.evictable(set, way) ? way : -1;
    }

    private boolean anyIn(int node, int set, WayCandidates candidates) {
        int depth = Integer.numberOfLeadingZeros(node) - Integer.numberOfLeadingZeros(leaves);
        int first = (node << depth) - leaves;
        int last = Math.min(ways, first + (1 << depth));
        for (int way = first; way < last; way++) {
            if (candidates.evictable(set, way)) {
                return true;
            }
        }
        return false;
    }

    /** Turns the bits of a way's path towards it or away from it. */
    private void point(int set, int way, boolean towards) {
        int base = set * wordsPerSet;
        for (int node = way + leaves; node > 1; node >>>= 1) {
            int parent = node >>> 1;
            boolean right = (node & 1) != 0;
            if (right == towards) {
                bits[base + (parent >>> 6)] |= 1L << parent;
            } else {
                bits[base + (parent >>> 6)] &= ~(1L << parent);
            }
        }
    }

    private int bit(int set, int node) {
        return (int) (bits[set * wordsPerSet + (node >>> 6)] >>> node) & 1;
    }

    @Override
    public int age(int set, int way) {
        int pointing = 0;
        for (int node = way + leaves; node > 1; node >>>= 1) {
            pointing += bit(set, node >>> 1) == (node & 1) ? 1 : 0;
        }
        return pointing;
    }

    @Override
    public String ageMeaning() {
        return "bits of the tree that point at it (all of its path: goes next)";
    }
}
