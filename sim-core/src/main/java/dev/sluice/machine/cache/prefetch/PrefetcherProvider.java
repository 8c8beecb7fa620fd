// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache.prefetch;

import dev.sluice.plugin.Provider;

/** Makes a prefetcher known by name; outside jars bring theirs as they bring policies. */
public interface PrefetcherProvider extends Provider {

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
