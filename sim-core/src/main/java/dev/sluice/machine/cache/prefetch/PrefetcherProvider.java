// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache.prefetch;

import dev.sluice.device.PrefetchSpec;
import dev.sluice.plugin.Parameter;
import dev.sluice.plugin.Provider;

/**
 * Makes a prefetcher known by name; outside jars bring theirs as they bring policies.
 *
 * <p>Its {@link #parameters()} are those of {@link #DEGREE} and {@link #DISTANCE} that it heeds: every cache that prefetches has
 * them, so that they need not be declared to be set.
 */
public interface PrefetcherProvider extends Provider {

    /** Lines that one access has prefetched at most. */
    Parameter DEGREE = Parameter.integer(
            "degree", PrefetchSpec.NONE.degree(), 1, PrefetchSpec.MOST, "lines that one access has prefetched at most");

    /** Lines that are looked ahead at most. */
    Parameter DISTANCE = Parameter.integer(
            "distance", PrefetchSpec.NONE.distance(), 1, PrefetchSpec.MOST, "lines that are looked ahead at most");

    /**
     * What a prefetcher is made for.
     *
     * @param lineBytes of a line of the cache
     * @param pageBytes of the pages that no prefetch leaves
     * @param degree lines that one access has prefetched at most
     * @param distance lines that are looked ahead at most
     */
    record Settings(int lineBytes, int pageBytes, int degree, int distance) {}

    /** A prefetcher for one instance of a cache. */
    Prefetcher create(Settings settings);
}
