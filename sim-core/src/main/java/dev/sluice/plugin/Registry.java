// SPDX-License-Identifier: Apache-2.0
package dev.sluice.plugin;

import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * All providers of a kind by name: those on the class path, which Sluice's own are, and those of the {@linkplain Plugins plug-ins}
 * that are in use.
 */
public final class Registry<P extends Provider> {

    private final Class<P> kind;
    private final Map<String, P> own = new TreeMap<>();

    /** @param kind the interface; its {@code META-INF/services} names the providers */
    public Registry(Class<P> kind) {
        this.kind = kind;
        for (P provider : ServiceLoader.load(kind, Registry.class.getClassLoader())) {
            own.putIfAbsent(provider.name(), provider);
        }
    }

    /** All names, sorted. */
    public Set<String> names() {
        return all().keySet();
    }

    /** All providers, sorted by name. */
    public Collection<P> providers() {
        return all().values();
    }

    /** The provider of this name, or null. */
    public @Nullable P find(String name) {
        P provider = own.get(name);
        return provider == null ? Plugins.current().of(kind).get(name) : provider;
    }

    private Map<String, P> all() {
        Map<String, P> plugged = Plugins.current().of(kind);
        if (plugged.isEmpty()) {
            return Collections.unmodifiableMap(own);
        }
        Map<String, P> all = new TreeMap<>(own);
        all.putAll(plugged);
        return Collections.unmodifiableMap(all);
    }
}
