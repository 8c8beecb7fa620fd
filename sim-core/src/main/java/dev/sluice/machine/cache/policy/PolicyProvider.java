// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache.policy;

import dev.sluice.plugin.Provider;

/** Makes a replacement policy known by name; outside jars bring theirs as Sluice brings its own. */
public interface PolicyProvider extends Provider {

    /** A policy for one slice. */
    ReplacementPolicy create(PolicySetup setup);
}
