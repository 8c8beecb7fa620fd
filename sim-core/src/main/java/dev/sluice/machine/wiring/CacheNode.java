// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import dev.sluice.device.CacheSpec;
import dev.sluice.machine.cache.Cache;
import dev.sluice.machine.cache.CacheNodeStats;
import dev.sluice.machine.cache.SliceHash;
import java.util.ArrayList;
import java.util.List;

/** A cache node of the device with all its instances; each instance is a list of slices. */
final class CacheNode {

    private final CacheSpec spec;
    private final CacheNodeStats stats;
    private final SliceHash hash;
    private final List<List<Cache>> instances = new ArrayList<>();

    CacheNode(CacheSpec spec, int instanceCount) {
        this.spec = spec;
        this.stats = new CacheNodeStats(spec, instanceCount);
        this.hash = SliceHash.of(spec);
    }

    CacheSpec spec() {
        return spec;
    }

    CacheNodeStats stats() {
        return stats;
    }

    SliceHash hash() {
        return hash;
    }

    void addInstance(List<Cache> slices) {
        instances.add(slices);
    }

    List<Cache> instance(int index) {
        return instances.get(index);
    }

    /** The slices of each instance. */
    List<List<Cache>> instances() {
        return List.copyOf(instances);
    }

    /** The slice of an instance that holds an address. */
    Cache sliceFor(int index, long address) {
        List<Cache> slices = instances.get(index);
        return slices.get(slices.size() == 1 ? 0 : hash.slice(address));
    }

    /** Every slice of every instance. */
    List<Cache> slices() {
        return instances.stream().flatMap(List::stream).toList();
    }
}
