// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.device;

import dev.sluice.machine.cache.prefetch.PrefetcherProvider;
import dev.sluice.plugin.Provider;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a device file may refer to by name. */
public interface Catalog {
    /** The names of the DRAM presets. */
    Collection<String> dramPresets();

    /** The text of a DRAM preset, or null when there is none of this name. */
    byte @Nullable [] dramPreset(String name);

    /** The names of the barrier profiles; empty when any is taken. */
    Collection<String> profiles();

    /** The names of the replacement policies; empty when any is taken. */
    Collection<String> replacementPolicies();

    /** The names of the prefetchers; empty when any is taken. */
    default Collection<String> prefetchers() {
        return List.of();
    }

    /** The prefetcher of this name; null when there is none, or any is taken. */
    default @Nullable PrefetcherProvider prefetcher(String name) {
        return null;
    }

    /** The replacement policy of this name; null when there is none, or any is taken. */
    default @Nullable Provider replacementPolicy(String name) {
        return null;
    }

    /** The names of what chooses slices; empty when any is taken. */
    default Collection<String> sliceHashes() {
        return List.of();
    }

    /** What chooses slices under this name; null when there is none, or any is taken. */
    default @Nullable Provider sliceHash(String name) {
        return null;
    }
}
