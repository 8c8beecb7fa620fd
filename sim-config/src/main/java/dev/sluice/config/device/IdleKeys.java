// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.device;

import dev.sluice.config.bind.Default;
import dev.sluice.config.bind.Located;
import dev.sluice.config.bind.Shape;
import dev.sluice.config.source.MapNode;
import dev.sluice.config.source.Node;
import dev.sluice.config.source.ScalarNode;
import dev.sluice.device.CacheSpec;
import java.lang.reflect.RecordComponent;
import java.math.BigInteger;
import java.util.List;
import java.util.Objects;
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

    /** What caches of the host have no use for: they take an access at once, line by line, each core its own. */
    private static final List<String> NOT_OF_HOSTS = List.of("throughput", "mshrMerges", "queue", "flushInvalidates");

    private static final String SHARED_BY = "sharedBy";

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
    void check(String path, CacheFile cache, CacheSpec.Scope scope) {
        if (where.node(cache) instanceof MapNode written) {
            checkScope(path, written, scope);
            for (Mechanism mechanism : MECHANISMS) {
                if (written.get(mechanism.key()) instanceof MapNode keys && !says(keys.get(mechanism.turnedOnBy()))) {
                    refuse(path + "." + mechanism.key(), mechanism, keys);
                }
            }
        }
    }

    /** Refuses what caches of a scope have no use for, where it says something else than its default. */
    private static void checkScope(String path, MapNode written, CacheSpec.Scope scope) {
        if (scope != CacheSpec.Scope.COMPUTE_UNIT && differs(written, SHARED_BY)) {
            throw Objects.requireNonNull(written.get(SHARED_BY))
                    .error(path + ".sharedBy: only a cache of scope computeUnit is shared by as many units");
        }
        if (scope == CacheSpec.Scope.HOST) {
            for (String key : NOT_OF_HOSTS) {
                if (differs(written, key)) {
                    throw Objects.requireNonNull(written.get(key))
                            .error(path + "." + key + ": host caches take each access at once, and have no use for it");
                }
            }
        }
    }

    /** Whether a key is there with another value than its default; one that is not understood is another's business. */
    private static boolean differs(MapNode written, String key) {
        if (!(written.get(key) instanceof ScalarNode value) || value.isNull()) {
            return false;
        }
        RecordComponent component = Objects.requireNonNull(Shape.component(CacheFile.class, key));
        String usual = component.getAnnotation(Default.class).value();
        BigInteger number = value.integer();
        return !usual.equals(number == null ? value.text() : number.toString());
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
