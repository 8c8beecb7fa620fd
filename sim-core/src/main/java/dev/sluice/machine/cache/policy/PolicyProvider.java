// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache.policy;

/** Makes a replacement policy known by name; outside jars register theirs through {@link java.util.ServiceLoader}. */
public interface PolicyProvider {

    /** The name in device files. */
    String name();

    /**
     * A policy for one slice.
     *
     * @param seed of this instance, for policies that draw lots
     */
    ReplacementPolicy create(int sets, int ways, long seed);
}
