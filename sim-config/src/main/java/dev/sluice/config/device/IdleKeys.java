// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.device;

import dev.sluice.config.bind.Located;
import dev.sluice.config.source.MapNode;
import dev.sluice.config.source.Node;
import dev.sluice.config.source.ScalarNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keys of a cache's mechanisms that nobody turned on, and which are refused where they are written.
 *
 * <p>They may stand beside a key that says that the mechanism is off, so that the settings of a sweep can switch it.
 */
final class IdleKeys {
    private static final List<Mechanism> MECHANISMS = List.of(
            new Mechanism("prefetch", "kind", "nothing is prefetched"),
            new Mechanism("writeBuffer", "entries", "there is no write buffer"),
            new Mechanism("victim", "lines", "there is no victim cache"),
            new Mechanism("compression", "algorithm", "lines are not compressed"));

    private final Located where;

    /**
     * A mapping that does nothing without one of its keys.
     *
     * @param key of the mapping
     * @param turnedOnBy the key without which the others have no effect
     * @param without what is so without it
     */
    private record Mechanism(String key, String turnedOnBy, String without) {}

    IdleKeys(Located where) {
        this.where = where;
    }

    /**
     * Refuses those that are written.
     *
     * @param path of the cache, for errors
     */
    void check(String path, CacheFile cache) {
        if (where.node(cache) instanceof MapNode written) {
            for (Mechanism mechanism : MECHANISMS) {
                if (written.get(mechanism.key()) instanceof MapNode keys && !says(keys.get(mechanism.turnedOnBy()))) {
                    refuse(path + "." + mechanism.key(), mechanism, keys);
                }
            }
        }
    }

    private static void refuse(String path, Mechanism mechanism, MapNode keys) {
        for (MapNode.Entry entry : keys.entries()) {
            if (says(entry.value())) {
                throw entry.value()
                        .error(path + "." + entry.key() + ": without " + mechanism.key() + "." + mechanism.turnedOnBy()
                                + " " + mechanism.without());
            }
        }
    }

    /** Whether a key is there and has a value; one without has its default. */
    private static boolean says(@Nullable Node value) {
        return value != null && !(value instanceof ScalarNode scalar && scalar.isNull());
    }
}
