// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache.prefetch;

import dev.sluice.device.PrefetchSpec;
import dev.sluice.plugin.Parameter;
import dev.sluice.plugin.ParameterValues;
import dev.sluice.plugin.Provider;
import java.util.List;

/**
 * Makes a prefetcher known by name; outside jars bring theirs as they bring policies.
 *
 * <p>Its {@link #parameters()} are those of {@link #DEGREE} and {@link #DISTANCE} that it heeds (every cache that prefetches has
 * them, so that they need not be declared to be set) and those of its own, which device files set under {@code parameters}.
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
     * @param parameters the values of {@link #ownParameters()}
     */
    record Settings(int lineBytes, int pageBytes, int degree, int distance, ParameterValues parameters) {

        /** The value of a whole number. */
        public int integer(String parameter) {
            return parameters.integer(parameter);
        }

        /** The value of a flag. */
        public boolean flag(String parameter) {
            return parameters.flag(parameter);
        }
    }

    /** The parameters of its own: all but {@link #DEGREE} and {@link #DISTANCE}, which every cache that prefetches has. */
    default List<Parameter> ownParameters() {
        return parameters().stream()
                .filter(parameter -> !parameter.name().equals(DEGREE.name())
                        && !parameter.name().equals(DISTANCE.name()))
                .toList();
    }

    /** A prefetcher for one instance of a cache. */
    Prefetcher create(Settings settings);
}
