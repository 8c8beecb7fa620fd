// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache.policy;

/** The ways, up to 64, that were filled to be the next to go and were not touched since: the lowest goes first. */
final class EvictFirst {

    private final int sets;
    /** A bit per way; empty until the first such fill. */
    private long[] marks = new long[0];

    EvictFirst(int sets) {
        this.sets = sets;
    }

    void mark(int set, int way) {
        if (marks.length == 0) {
            marks = new long[sets];
        }
        marks[set] |= 1L << way;
    }

    void clear(int set, int way) {
        if (marks.length != 0) {
            marks[set] &= ~(1L << way);
        }
    }

    /** The first marked way that may go, or -1. */
    int victim(int set, WayCandidates candidates) {
        if (marks.length != 0) {
            for (long rest = marks[set]; rest != 0; rest &= rest - 1) {
                int way = Long.numberOfTrailingZeros(rest);
                if (candidates.evictable(set, way)) {
                    return way;
                }
            }
        }
        return -1;
    }
}
