// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache.prefetch;

import dev.sluice.device.PrefetchSpec;
import dev.sluice.plugin.Registry;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/** The prefetchers by name: those of this package and those that jars bring along. */
public final class Prefetchers {

    private static final Map<String, PrefetcherProvider> PROVIDERS = new TreeMap<>();

    private static final Registry<PrefetcherProvider> REGISTRY = new Registry<>(PrefetcherProvider.class);

    private record BuiltIn(String name, String description, Function<PrefetcherProvider.Settings, Prefetcher> factory)
            implements PrefetcherProvider {
        @Override
        public Prefetcher create(Settings settings) {
            return factory.apply(settings);
        }
    }

    static {
        add(new BuiltIn(
                "nextLine",
                "the next degree lines after a miss, and after the first use of a prefetched line (tagged prefetch)",
                NextLine::new));
        add(new BuiltIn(
                "stride",
                "degree lines ahead where an access site of a unit, or accesses to a page, keep a stride",
                Stride::new));
        add(new BuiltIn("stream", "degree lines ahead, at most distance, of misses that run up or down", Stream::new));
        add(new BuiltIn(
                "macroBlock",
                "the rest of a block of four lines once so many of its lines were asked for",
                MacroBlock::new));
        REGISTRY.providers().forEach(Prefetchers::add);
    }

    private Prefetchers() {}

    private static void add(PrefetcherProvider provider) {
        if (!provider.name().equals(PrefetchSpec.OFF)) {
            PROVIDERS.putIfAbsent(provider.name(), provider);
        }
    }

    /** All names, sorted. */
    public static Set<String> names() {
        return Collections.unmodifiableSet(PROVIDERS.keySet());
    }

    /** All providers, sorted by name. */
    public static Collection<PrefetcherProvider> providers() {
        return Collections.unmodifiableCollection(PROVIDERS.values());
    }

    /**
     * A prefetcher for one instance of a cache.
     *
     * @throws IllegalArgumentException if nobody knows the kind
     */
    public static Prefetcher create(PrefetchSpec spec, int lineBytes) {
        PrefetcherProvider provider = PROVIDERS.get(spec.kind());
        if (provider == null) {
            throw new IllegalArgumentException("no prefetcher named " + spec.kind() + "; there are " + names());
        }
        return provider.create(new PrefetcherProvider.Settings(lineBytes, spec.page(), spec.degree(), spec.distance()));
    }
}
