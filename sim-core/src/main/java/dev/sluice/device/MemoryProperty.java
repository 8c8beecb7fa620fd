// SPDX-License-Identifier: Apache-2.0
package dev.sluice.device;

/** A memory property flag of Vulkan (Vulkan specification, section Device Memory); the bit is {@code 1 << ordinal()}. */
public enum MemoryProperty {
    DEVICE_LOCAL,
    HOST_VISIBLE,
    HOST_COHERENT,
    HOST_CACHED,
    LAZILY_ALLOCATED;

    /** The flag's bit in {@code VkMemoryPropertyFlags}. */
    public int bit() {
        return 1 << ordinal();
    }
}
