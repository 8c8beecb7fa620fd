// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache.policy;

import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;

/** The replacement policies by name: those of this package and those that {@link ServiceLoader} finds. */
public final class Policies {

    private static final Map<String, PolicyProvider> PROVIDERS = new TreeMap<>();

    static {
        BuiltIn.ALL.forEach(Policies::add);
        ServiceLoader.load(PolicyProvider.class).forEach(Policies::add);
    }

    private Policies() {}

    private static void add(PolicyProvider provider) {
        PROVIDERS.putIfAbsent(provider.name(), provider);
    }

    /** All names, sorted. */
    public static Set<String> names() {
        return Collections.unmodifiableSet(PROVIDERS.keySet());
    }

    /** All providers, sorted by name. */
    public static Collection<PolicyProvider> providers() {
        return Collections.unmodifiableCollection(PROVIDERS.values());
    }

    /**
     * A policy for one slice.
     *
     * @throws IllegalArgumentException if nobody knows the name
     */
    public static ReplacementPolicy create(String name, int sets, int ways, long seed) {
        PolicyProvider provider = PROVIDERS.get(name);
        if (provider == null) {
            throw new IllegalArgumentException("no replacement policy named " + name + "; there are " + names());
        }
        return provider.create(sets, ways, seed);
    }
}
