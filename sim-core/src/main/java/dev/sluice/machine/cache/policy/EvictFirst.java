// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache.policy;

/** A policy among up to 64 ways that marks those filled to be the next to go and not touched since; the lowest goes first. */
abstract class EvictFirst implements ReplacementPolicy {

    private static final long[] NONE = new long[0];

    private final int sets;
    /** A bit per way; {@link #NONE} until the first such fill. */
    private long[] marks = NONE;

    EvictFirst(int sets) {
        this.sets = sets;
    }

    @Override
    public final void onFill(int set, int way, boolean evictFirst) {
        if (evictFirst) {
            if (marks == NONE) {
                marks = new long[sets];
            }
            marks[set] |= 1L << way;
        } else {
            onHit(set, way);
        }
    }

    @Override
    public final void onInvalidate(int set, int way) {
        clear(set, way);
    }

    /** Takes a way's mark, if it has one. */
    final void clear(int set, int way) {
        if (marks != NONE) {
            marks[set] &= ~(1L << way);
        }
    }

    /** The first marked way that may go, or -1. */
    final int markedVictim(int set, WayCandidates candidates) {
        if (marks != NONE) {
            for (long rest = marks[set]; rest != 0; rest &= rest - 1) {
                int way = Long.numberOfTrailingZeros(rest);
                if (candidates.evictable(set, way)) {
                    return way;
                }
            }
        }
        return -1;
    }

    @Override
    public final boolean evictsFirst(int set, int way) {
        return marks != NONE && (marks[set] >>> way & 1) != 0;
    }
}
