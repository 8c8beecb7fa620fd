// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.device;

import dev.sluice.config.ConfigException;
import dev.sluice.config.bind.Nearest;
import dev.sluice.config.source.Node;
import dev.sluice.config.source.ScalarNode;
import dev.sluice.plugin.Choice;
import dev.sluice.plugin.InvalidParameterException;
import dev.sluice.plugin.ParameterValues;
import dev.sluice.plugin.Provider;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A kind of thing that device files choose by name and set parameters of, checked against what there is.
 *
 * @param key the key under which the name stands among the parameters
 * @param noun what it is called: {@code policy}
 * @param names all names; empty when any is taken
 */
record Choices(String key, String noun, Collection<String> names, Function<String, @Nullable Provider> find) {

    /**
     * The replacement policy of a cache.
     *
     * @param path of the cache, for errors
     */
    static Choice replacement(Catalog catalog, CacheFile cache, String path, Node where) {
        return new Choices("policy", "policy", catalog.replacementPolicies(), catalog::replacementPolicy)
                .of(cache.replacement(), path + ".replacement", where, "lru");
    }

    /** What chooses the slices of a cache, as {@link #replacement} its policy. */
    static Choice sliceHash(Catalog catalog, CacheFile cache, String path, Node where) {
        return new Choices("hash", "slice hash", catalog.sliceHashes(), catalog::sliceHash)
                .of(cache.sliceHash(), path + ".sliceHash", where, cache.hash().key());
    }

    /**
     * What a mapping chooses.
     *
     * @param path the key, for errors
     * @param where where to complain when the mapping itself says nothing
     * @param standard the name when none is written
     */
    Choice of(Map<String, ScalarNode> written, String path, Node where, String standard) {
        ScalarNode named = written.get(key);
        String name = named == null ? standard : named.text();
        if (!names.isEmpty() && !names.contains(name)) {
            throw (named == null ? where : named)
                    .error(path + ": unknown " + noun + " '" + name + "'" + Nearest.hint(name, names));
        }
        Map<String, String> set = new LinkedHashMap<>();
        written.forEach((parameter, value) -> {
            if (!parameter.equals(key)) {
                set.put(parameter, value.text());
            }
        });
        Provider provider = find.apply(name);
        if (provider != null) {
            check(provider, set, written, path);
        }
        return new Choice(name, set);
    }

    private void check(Provider provider, Map<String, String> set, Map<String, ScalarNode> written, String path) {
        try {
            ParameterValues.of(provider.parameters(), set);
        } catch (InvalidParameterException e) {
            ScalarNode at = written.get(e.parameter());
            ConfigException fault = (at == null ? ScalarNode.of("") : at)
                    .error(path + "." + e.parameter() + ": " + noun + " '" + provider.name() + "': " + e.problem()
                            // a slip in the key itself makes it a parameter of the standard one
                            + (written.containsKey(key) ? "" : "; '" + key + "' names another one"));
            throw fault;
        }
    }
}
