// SPDX-License-Identifier: Apache-2.0
package dev.sluice.device;

/**
 * The Vulkan limits that matter to memory.
 *
 * @param nonCoherentAtomSize bytes to which mapped-range operations are rounded; a power of two
 * @param bufferImageGranularity bytes between linear and optimal resources
 * @param minMemoryMapAlignment alignment of mapped pointers
 */
public record DeviceLimits(long nonCoherentAtomSize, long bufferImageGranularity, long minMemoryMapAlignment) {
    public DeviceLimits {
        powerOfTwo(nonCoherentAtomSize, "nonCoherentAtomSize");
        powerOfTwo(bufferImageGranularity, "bufferImageGranularity");
        powerOfTwo(minMemoryMapAlignment, "minMemoryMapAlignment");
    }

    private static void powerOfTwo(long value, String key) {
        if (Long.bitCount(value) != 1) {
            throw new InvalidSpecException("limits." + key + " must be a power of two, not " + value, key);
        }
    }
}
