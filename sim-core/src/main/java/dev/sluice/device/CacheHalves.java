// SPDX-License-Identifier: Apache-2.0
package dev.sluice.device;

import dev.sluice.program.sync.CacheRole;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a cache that stand apart on the chip, each with units near it: an access from another half takes longer.
 *
 * @param count parts; 1 for a cache that is equally far from all
 * @param latency cycles that an access from another part takes longer, there and back together
 * @param units how compute units are divided among the parts; render output units are divided likewise
 * @param slices how slices are
 * @param copies whether each part keeps copies of what its units read in the others, which are then near
 */
public record CacheHalves(int count, int latency, Division units, Division slices, boolean copies) {
    /** How units or slices are divided among the halves of a cache. */
    public enum Division {
        /** Consecutive ones share a half. */
        BLOCKS,
        /** Consecutive ones lie in consecutive halves. */
        INTERLEAVED;

        /** The half of one of {@code total}. */
        public int half(int index, int total, int halves) {
            return this == INTERLEAVED ? index % halves : (int) ((long) index * halves / total);
        }

        /** The one with the same place in another half, of {@code total} that are divided evenly. */
        int counterpart(int index, int total, int halves, int half) {
            int each = total / halves;
            return this == INTERLEAVED ? index / halves * halves + half : index % each + half * each;
        }
    }

    /** A cache that is equally far from all. */
    public static final CacheHalves NONE = new CacheHalves(1, 0, Division.BLOCKS, Division.BLOCKS);

    /** Halves without copies. */
    public CacheHalves(int count, int latency, Division units, Division slices) {
        this(count, latency, units, slices, false);
    }

    /** Cycles that an access of each of {@code total} slices takes one of {@code all} units longer than the nearest. */
    public int[] extra(int unit, int all, int total) {
        int own = units.half(unit, all, count);
        int[] extra = new int[total];
        for (int slice = 0; slice < total; slice++) {
            extra[slice] = slices.half(slice, total, count) == own ? 0 : latency;
        }
        return extra;
    }

    /** By slice of {@code total}, the one of a half through which its units read the slice's lines: of the half itself, the slice. */
    public int[] readThrough(int half, int total) {
        int[] through = new int[total];
        for (int slice = 0; slice < total; slice++) {
            through[slice] = slices.counterpart(slice, total, count, half);
        }
        return through;
    }

    /** The half of one of all units. */
    public int halfOfUnit(int unit, int all) {
        return units.half(unit, all, count);
    }

    @Nullable
    InvalidSpecException problem(CacheSpec.Scope scope, CacheRole role, int total) {
        if (count > 1 && (scope != CacheSpec.Scope.DEVICE || role.equals(CacheRole.MALL))) {
            return new InvalidSpecException(
                    "halves.count: only a cache of scope device that units reach through the network has near and"
                            + " far halves",
                    "halves",
                    "count");
        }
        if (count < 1 || count > total) {
            return new InvalidSpecException(
                    "halves.count must be 1 to the cache's " + total + " slices, not " + count, "halves", "count");
        }
        if (latency < 0) {
            return new InvalidSpecException("halves.latency must not be negative", "halves", "latency");
        }
        if (latency > 0 && count == 1) {
            return new InvalidSpecException(
                    "halves.latency is what an access from another half takes longer, and halves.count is 1",
                    "halves",
                    "latency");
        }
        if (copies && count == 1) {
            return new InvalidSpecException(
                    "halves.copies are of lines that lie in another half, and halves.count is 1", "halves", "copies");
        }
        if (copies && total % count != 0) {
            return new InvalidSpecException(
                    "halves.copies: the " + total + " slices cannot be divided evenly among " + count + " halves",
                    "halves",
                    "copies");
        }
        return null;
    }
}
