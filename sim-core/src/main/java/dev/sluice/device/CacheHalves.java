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
 */
public record CacheHalves(int count, int latency, Division units, Division slices) {
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
    }

    /** A cache that is equally far from all. */
    public static final CacheHalves NONE = new CacheHalves(1, 0, Division.BLOCKS, Division.BLOCKS);

    /** Cycles that an access of each of {@code total} slices takes one of {@code all} units longer than the nearest. */
    public int[] extra(int unit, int all, int total) {
        int own = units.half(unit, all, count);
        int[] extra = new int[total];
        for (int slice = 0; slice < total; slice++) {
            extra[slice] = slices.half(slice, total, count) == own ? 0 : latency;
        }
        return extra;
    }

    @Nullable
    InvalidSpecException problem(CacheSpec.Scope scope, CacheRole role, int total) {
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
        if (count > 1 && (scope != CacheSpec.Scope.DEVICE || role.equals(CacheRole.MALL))) {
            return new InvalidSpecException(
                    "halves.count: only a cache of scope device that units reach through the network has near and"
                            + " far halves",
                    "halves",
                    "count");
        }
        return null;
    }
}
