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
        if (Long.bitCount(nonCoherentAtomSize) != 1
                || Long.bitCount(bufferImageGranularity) != 1
                || Long.bitCount(minMemoryMapAlignment) != 1) {
            throw new IllegalArgumentException(
                    "limits: nonCoherentAtomSize, bufferImageGranularity and minMemoryMapAlignment must be powers of two");
        }
    }
}
