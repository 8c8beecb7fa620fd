// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache.prefetch;

import dev.sluice.plugin.NamedProvider;
import dev.sluice.plugin.Parameter;
import java.util.function.Function;

/** The prefetchers of this package, each found through {@code META-INF/services} as those from outside are. */
public abstract class BuiltInPrefetcher extends NamedProvider implements PrefetcherProvider {

    private final Function<Settings, Prefetcher> factory;

    private BuiltInPrefetcher(
            String name, String description, Function<Settings, Prefetcher> factory, Parameter... parameters) {
        super(name, description, parameters);
        this.factory = factory;
    }

    @Override
    public final Prefetcher create(Settings settings) {
        return factory.apply(settings);
    }

    /** The lines behind a miss. */
    public static final class NextLineProvider extends BuiltInPrefetcher {
        /** For the service loader. */
        public NextLineProvider() {
            super(
                    "nextLine",
                    "the next degree lines after a miss, and after the first use of a prefetched line (tagged prefetch)",
                    NextLine::new,
                    DEGREE);
        }
    }

    /** Strides of access sites. */
    public static final class StrideProvider extends BuiltInPrefetcher {
        /** For the service loader. */
        public StrideProvider() {
            super(
                    "stride",
                    "degree lines ahead where an access site of a unit, or accesses to a page, keep a stride",
                    Stride::new,
                    DEGREE);
        }
    }

    /** Streams of misses. */
    public static final class StreamProvider extends BuiltInPrefetcher {
        /** For the service loader. */
        public StreamProvider() {
            super(
                    "stream",
                    "degree lines ahead, at most distance, of misses that run up or down",
                    Stream::new,
                    DEGREE,
                    DISTANCE);
        }
    }

    /** Blocks of lines. */
    public static final class MacroBlockProvider extends BuiltInPrefetcher {
        /** For the service loader. */
        public MacroBlockProvider() {
            super("macroBlock", "the rest of a block of four lines once two of its lines were missed", MacroBlock::new);
        }
    }
}
