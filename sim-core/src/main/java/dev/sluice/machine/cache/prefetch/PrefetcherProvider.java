// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache.prefetch;

import dev.sluice.machine.cache.policy.PolicyParameter;
import java.util.List;

/** Makes a prefetcher known by name; outside jars register theirs through {@link java.util.ServiceLoader}. */
public interface PrefetcherProvider {

    /**
     * What a prefetcher is made for.
     *
     * @param lineBytes of a line of the cache
     * @param pageBytes of the pages that no prefetch leaves
     * @param degree lines that one access has prefetched at most
     * @param distance lines that are looked ahead at most
     */
    record Settings(int lineBytes, int pageBytes, int degree, int distance) {}

    /** The name in device files. */
    String name();

    /** One line about what it prefetches. */
    default String description() {
        return "from a plug-in";
    }

    /** The numbers that it rests on, beside those that device files give. */
    default List<PolicyParameter> parameters() {
        return List.of();
    }

    /** A prefetcher for one instance of a cache. */
    Prefetcher create(Settings settings);
}
