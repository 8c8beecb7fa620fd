// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache.policy;

import dev.sluice.plugin.Choice;
import dev.sluice.plugin.ParameterValues;
import dev.sluice.plugin.PluginException;
import dev.sluice.plugin.Plugins;
import dev.sluice.plugin.Registry;
import java.util.Collection;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What chooses the slices of caches, by name. */
public final class SliceHashes {

    private static final Registry<SliceHashProvider> REGISTRY = new Registry<>(SliceHashProvider.class);

    private SliceHashes() {}

    /** All names, sorted. */
    public static Set<String> names() {
        return REGISTRY.names();
    }

    /** All providers, sorted by name. */
    public static Collection<SliceHashProvider> providers() {
        return REGISTRY.providers();
    }

    /** The provider of this name, or null. */
    public static @Nullable SliceHashProvider find(String name) {
        return REGISTRY.find(name);
    }

    /**
     * The function for a cache.
     *
     * @throws IllegalArgumentException if nobody knows the name or a parameter, or a parameter cannot have its value
     * @throws PluginException if a provider from outside fails
     */
    public static SliceHashProvider.SliceFunction create(Choice choice, int slices, int lineBytes) {
        SliceHashProvider provider = REGISTRY.find(choice.name());
        if (provider == null) {
            throw new IllegalArgumentException("no slice hash named " + choice.name() + "; there are " + names());
        }
        ParameterValues values = ParameterValues.of(provider.parameters(), choice.parameters());
        String jar = Plugins.jarOf(provider);
        if (jar == null) {
            return provider.create(slices, lineBytes, values);
        }
        String what = "slice hash '" + choice.name() + "' cannot be made: ";
        SliceHashProvider.@Nullable SliceFunction made;
        try {
            made = provider.create(slices, lineBytes, values);
        } catch (RuntimeException | LinkageError e) {
            throw new PluginException(jar, what + e, e);
        }
        if (made == null) {
            throw new PluginException(jar, what + "the provider returns null");
        }
        return new CheckedSlices(made, slices, jar, choice.name());
    }
}
