// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache.policy;

import java.util.List;

/** Makes a replacement policy known by name; outside jars register theirs through {@link java.util.ServiceLoader}. */
public interface PolicyProvider {

    /** The name in device files. */
    String name();

    /** One line about what it evicts. */
    default String description() {
        return "from a plug-in";
    }

    /** The numbers that it rests on. */
    default List<PolicyParameter> parameters() {
        return List.of();
    }

    /**
     * A policy for one slice.
     *
     * @param seed of this instance, for policies that draw lots
     */
    ReplacementPolicy create(int sets, int ways, long seed);
}
