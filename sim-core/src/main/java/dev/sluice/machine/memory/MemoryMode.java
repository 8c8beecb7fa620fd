// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.memory;

import dev.sluice.device.MemoryProperty;
import dev.sluice.device.MemoryType;

/**
 * How the host reaches an allocation: its caching mode (Philip Taylor, Vulkan memory dependencies, section Host CPU
 * accesses).
 */
public enum MemoryMode {
    /** Not mappable: the host has no path to it. */
    DEVICE_ONLY,
    /** HOST_COHERENT without HOST_CACHED: write-combined stores, uncached reads. */
    UNCACHED_WC,
    /** HOST_CACHED without HOST_COHERENT: host caches, flushed and invalidated by the program. */
    CACHED,
    /** HOST_CACHED and HOST_COHERENT: host caches that the device's accesses snoop. */
    CACHED_COHERENT;

    /** The mode that a type's properties mean. */
    public static MemoryMode of(MemoryType type) {
        if (!type.has(MemoryProperty.HOST_VISIBLE)) {
            return DEVICE_ONLY;
        }
        if (!type.has(MemoryProperty.HOST_CACHED)) {
            return UNCACHED_WC;
        }
        return type.has(MemoryProperty.HOST_COHERENT) ? CACHED_COHERENT : CACHED;
    }

    /** Whether stores and loads of the host go through its caches. */
    public boolean cached() {
        return this == CACHED || this == CACHED_COHERENT;
    }
}
