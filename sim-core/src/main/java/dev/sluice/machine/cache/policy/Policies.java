// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache.policy;

import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;

/** The replacement policies by name: those of this package and those that {@link ServiceLoader} finds. */
public final class Policies {

    @FunctionalInterface
    private interface Factory {
        ReplacementPolicy create(int sets, int ways, long seed);
    }

    private static final Map<String, Factory> FACTORIES = new TreeMap<>();

    static {
        FACTORIES.put("fifo", (sets, ways, seed) -> new Fifo(sets, ways));
        FACTORIES.put("lru", (sets, ways, seed) -> lru(sets, ways));
        FACTORIES.put("plru", (sets, ways, seed) -> new TreePlru(sets, ways));
        FACTORIES.put("random", RandomReplacement::new);
        for (PolicyProvider provider : ServiceLoader.load(PolicyProvider.class)) {
            FACTORIES.putIfAbsent(provider.name(), provider::create);
        }
    }

    private Policies() {}

    private static ReplacementPolicy lru(int sets, int ways) {
        if (ways <= NibbleLru.WAYS) {
            return new NibbleLru(sets, ways);
        }
        return ways <= ByteLru.WAYS ? new ByteLru(sets, ways) : new StampLru(sets, ways);
    }

    /** All names, sorted. */
    public static Set<String> names() {
        return java.util.Collections.unmodifiableSet(FACTORIES.keySet());
    }

    /**
     * A policy for one slice.
     *
     * @throws IllegalArgumentException if nobody knows the name
     */
    public static ReplacementPolicy create(String name, int sets, int ways, long seed) {
        Factory factory = FACTORIES.get(name);
        if (factory == null) {
            throw new IllegalArgumentException("no replacement policy named " + name + "; there are " + names());
        }
        return factory.create(sets, ways, seed);
    }
}
