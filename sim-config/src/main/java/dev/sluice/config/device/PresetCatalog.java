// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.device;

import dev.sluice.config.Presets;
import dev.sluice.machine.cache.policy.Policies;
import dev.sluice.machine.cache.policy.SliceHashes;
import dev.sluice.machine.cache.prefetch.PrefetcherProvider;
import dev.sluice.machine.cache.prefetch.Prefetchers;
import dev.sluice.plugin.Provider;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What Sluice brings along: DRAM presets in {@code configs/devices/dram}, barrier profiles, replacement policies, prefetchers. */
final class PresetCatalog implements Catalog {
    /** The folder of DRAM presets among the devices. */
    static final String DRAM = "dram/";

    private final Presets presets;

    PresetCatalog(Presets presets) {
        this.presets = presets;
    }

    @Override
    public Collection<String> dramPresets() {
        return presets.list(Presets.Kind.DEVICES).stream()
                .filter(name -> name.startsWith(DRAM))
                .map(name -> name.substring(DRAM.length()))
                .toList();
    }

    @Override
    public byte @Nullable [] dramPreset(String name) {
        return presets.find(Presets.Kind.DEVICES, DRAM + name)
                .map(Presets.Preset::bytes)
                .orElse(null);
    }

    @Override
    public Collection<String> profiles() {
        return presets.list(Presets.Kind.PROFILES);
    }

    @Override
    public Collection<String> replacementPolicies() {
        return List.copyOf(Policies.names());
    }

    @Override
    public @Nullable PrefetcherProvider prefetcher(String name) {
        return Prefetchers.find(name);
    }

    @Override
    public Collection<String> prefetchers() {
        return List.copyOf(Prefetchers.names());
    }

    @Override
    public @Nullable Provider replacementPolicy(String name) {
        return Policies.find(name);
    }

    @Override
    public Collection<String> sliceHashes() {
        return List.copyOf(SliceHashes.names());
    }

    @Override
    public @Nullable Provider sliceHash(String name) {
        return SliceHashes.find(name);
    }
}
