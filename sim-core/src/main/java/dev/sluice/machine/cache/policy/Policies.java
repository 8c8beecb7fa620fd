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

/** The replacement policies by name. */
public final class Policies {

    private static final Registry<PolicyProvider> REGISTRY = new Registry<>(PolicyProvider.class);

    private Policies() {}

    /** All names, sorted. */
    public static Set<String> names() {
        return REGISTRY.names();
    }

    /** All providers, sorted by name. */
    public static Collection<PolicyProvider> providers() {
        return REGISTRY.providers();
    }

    /** The provider of this name, or null. */
    public static @Nullable PolicyProvider find(String name) {
        return REGISTRY.find(name);
    }

    /**
     * A policy for one slice.
     *
     * @throws IllegalArgumentException if nobody knows the name or a parameter, or a parameter cannot have its value
     * @throws PluginException if a provider from outside fails
     */
    public static ReplacementPolicy create(Choice choice, int sets, int ways, int lineBytes, long seed) {
        PolicyProvider provider = REGISTRY.find(choice.name());
        if (provider == null) {
            throw new IllegalArgumentException(
                    "no replacement policy named " + choice.name() + "; there are " + names());
        }
        ParameterValues values = ParameterValues.of(provider.parameters(), choice.parameters());
        String jar = Plugins.jarOf(provider);
        if (jar == null) {
            return provider.create(new PolicySetup(sets, ways, lineBytes, seed, values));
        }
        String what = "policy '" + choice.name() + "' cannot be made: ";
        @Nullable ReplacementPolicy made;
        try {
            made = provider.create(new PolicySetup(sets, ways, lineBytes, seed, values));
        } catch (RuntimeException | LinkageError e) {
            throw new PluginException(jar, what + e, e);
        }
        if (made == null) {
            throw new PluginException(jar, what + "the provider returns null");
        }
        return new CheckedPolicy(made, jar, sets, ways);
    }
}
