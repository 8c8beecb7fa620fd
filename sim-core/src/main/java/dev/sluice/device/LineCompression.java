// SPDX-License-Identifier: Apache-2.0
package dev.sluice.device;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How a cache keeps its lines compressed, so that a set holds more of them than it has ways: it has {@code tagFactor} tags for each
 * way, and the bytes of its ways as data segments that lines take as they need them. See {@code docs/cache-structure.md}.
 *
 * @param algorithm how a sector is encoded
 * @param tagFactor tags for each way
 * @param segment bytes in which the space of a set is given to lines; a power of two of at most 32
 * @param decompressionLatency core cycles that a hit on a compressed sector takes longer
 */
public record LineCompression(Algorithm algorithm, int tagFactor, int segment, int decompressionLatency) {

    /** How a sector is encoded. */
    public enum Algorithm {
        /** Not at all. */
        NONE,
        /** As a base and differences to it and to zero (Pekhimenko et al., Base-Delta-Immediate Compression, PACT 2012). */
        BDI;

        /** As device files have it. */
        public String key() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** None. */
    public static final LineCompression NONE = new LineCompression(Algorithm.NONE, 2, 8, 1);

    private static final int MOST_TAGS = 8;
    private static final int LONGEST_SEGMENT = 32;
    private static final int MOST_LINES = 1 << 24;

    /** Whether lines are compressed. */
    public boolean on() {
        return algorithm != Algorithm.NONE;
    }

    @Nullable
    InvalidSpecException problem(CacheSpec.Geometry geometry, CacheStructure structure) {
        if (tagFactor < 1 || tagFactor > MOST_TAGS) {
            return problem("tagFactor", "must be 1 to " + MOST_TAGS + ", not " + tagFactor);
        }
        if (Integer.bitCount(segment) != 1 || segment < 1 || segment > LONGEST_SEGMENT) {
            return problem(
                    "segment", "must be a power of two from 1 to " + LONGEST_SEGMENT + " bytes, not " + segment);
        }
        if (decompressionLatency < 0) {
            return problem("decompressionLatency", "must not be negative");
        }
        if (!on()) {
            return null;
        }
        if ((long) geometry.linesPerSlice() * tagFactor > MOST_LINES) {
            return problem("tagFactor", "more than 2^24 tags per slice");
        }
        if (structure.victim().lines() > 0) {
            return new InvalidSpecException(
                    "victim: lines of a cache with compression have no place beside their sets", "victim");
        }
        if (!structure.partition().isEmpty()) {
            return new InvalidSpecException(
                    "partition: lines of a cache with compression share the bytes of their set, whatever their way",
                    "partition");
        }
        return structure.split().on()
                ? new InvalidSpecException(
                        "carveOut: where kernels choose the split lines cannot be compressed", "carveOut")
                : null;
    }

    private static InvalidSpecException problem(String key, String what) {
        return new InvalidSpecException("compression." + key + ": " + what, "compression", key);
    }
}
