// SPDX-License-Identifier: Apache-2.0
package dev.sluice.device;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a cache fetches before anybody asks for it.
 *
 * @param kind name of a prefetcher, or {@value #OFF}
 * @param degree lines that one access has prefetched at most
 * @param distance lines ahead of an access that a prefetcher looks, at most; each says in its description what it takes from it
 * @param reserve MSHRs of a slice that prefetches leave free
 * @param queue prefetches that may wait for a register and the path down; the oldest give way
 * @param page bytes: a prefetch never leaves the page of this size in which its access lies
 * @param parameters values of parameters of the prefetcher's own, as they are written; what is not there has its default
 */
public record PrefetchSpec(
        String kind, int degree, int distance, int reserve, int queue, int page, Map<String, String> parameters) {

    public PrefetchSpec {
        parameters = Collections.unmodifiableMap(new TreeMap<>(parameters));
    }

    /** A prefetcher of whose own parameters all have their defaults. */
    public PrefetchSpec(String kind, int degree, int distance, int reserve, int queue, int page) {
        this(kind, degree, distance, reserve, queue, page, Map.of());
    }

    /** The kind that prefetches nothing. */
    public static final String OFF = "none";

    /** A cache that prefetches nothing. */
    public static final PrefetchSpec NONE = of(OFF);

    /** The greatest degree, and the greatest distance. */
    public static final int MOST = 64;

    private static final int MOST_QUEUE = 1024;

    /** A prefetcher with the numbers that a device file need not say. */
    public static PrefetchSpec of(String kind) {
        return new PrefetchSpec(kind, 1, 16, 1, 16, 4096);
    }

    /** Whether anything is prefetched. */
    public boolean on() {
        return !kind.equals(OFF);
    }

    @Nullable
    InvalidSpecException problem(CacheSpec.Geometry geometry, CacheSpec.Ports ports) {
        if (degree < 1 || degree > MOST) {
            return fault("degree", "must be 1 to " + MOST + " lines, not " + degree);
        }
        if (distance < 1 || distance > MOST) {
            return fault("distance", "must be 1 to " + MOST + " lines, not " + distance);
        }
        if (queue < 1 || queue > MOST_QUEUE) {
            return fault("queue", "must be 1 to " + MOST_QUEUE + ", not " + queue);
        }
        if (Integer.bitCount(page) != 1 || page < geometry.line()) {
            return fault(
                    "page", "must be a power of two of at least a line, " + geometry.line() + " bytes, not " + page);
        }
        if (reserve < 0 || on() && reserve >= ports.mshrs()) {
            return fault("reserve", "of " + reserve + " leaves prefetches none of the " + ports.mshrs() + " MSHRs");
        }
        return null;
    }

    private static InvalidSpecException fault(String key, String problem) {
        return new InvalidSpecException("prefetch." + key + " " + problem, "prefetch", key);
    }
}
