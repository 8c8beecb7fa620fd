// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache.prefetch;

import dev.sluice.device.PrefetchSpec;
import dev.sluice.plugin.ParameterValues;
import dev.sluice.plugin.PluginException;
import dev.sluice.plugin.Plugins;
import dev.sluice.plugin.Registry;
import java.util.Collection;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The prefetchers by name: those of this package and those that jars bring along. */
public final class Prefetchers {

    private static final Registry<PrefetcherProvider> REGISTRY = new Registry<>(PrefetcherProvider.class);

    private Prefetchers() {}

    /**
     * All names, sorted.
     *
     * @throws PluginException if a jar names one as no prefetcher can be named
     */
    public static Set<String> names() {
        checkNames();
        return REGISTRY.names();
    }

    /** All providers, sorted by name; fails as {@link #names} does. */
    public static Collection<PrefetcherProvider> providers() {
        checkNames();
        return REGISTRY.providers();
    }

    /** The provider of this name, or null. */
    public static @Nullable PrefetcherProvider find(String name) {
        return REGISTRY.find(name);
    }

    private static void checkNames() {
        PrefetcherProvider off = REGISTRY.find(PrefetchSpec.OFF);
        String jar = off == null ? null : Plugins.jarOf(off);
        if (jar != null) {
            throw new PluginException(jar, "'" + PrefetchSpec.OFF + "' is the name of no prefetching at all");
        }
    }

    /**
     * A prefetcher for one instance of a cache.
     *
     * @throws IllegalArgumentException if nobody knows the kind or a parameter, or a parameter cannot have its value
     * @throws PluginException if a provider from outside fails
     */
    public static Prefetcher create(PrefetchSpec spec, int lineBytes) {
        PrefetcherProvider provider = REGISTRY.find(spec.kind());
        if (provider == null) {
            throw new IllegalArgumentException("no prefetcher named " + spec.kind() + "; there are " + names());
        }
        PrefetcherProvider.Settings settings = new PrefetcherProvider.Settings(
                lineBytes,
                spec.page(),
                spec.degree(),
                spec.distance(),
                ParameterValues.of(provider.ownParameters(), spec.parameters()));
        String jar = Plugins.jarOf(provider);
        return jar == null ? provider.create(settings) : fromOutside(provider, settings, jar);
    }

    private static Prefetcher fromOutside(
            PrefetcherProvider provider, PrefetcherProvider.Settings settings, String jar) {
        String what = "prefetcher '" + provider.name() + "' cannot be made: ";
        @Nullable Prefetcher made;
        try {
            made = provider.create(settings);
        } catch (RuntimeException | LinkageError e) {
            throw new PluginException(jar, what + e, e);
        }
        if (made == null) {
            throw new PluginException(jar, what + "the provider returns null");
        }
        return made;
    }
}
