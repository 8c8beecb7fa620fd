// SPDX-License-Identifier: Apache-2.0
package dev.sluice.device;

import java.util.List;

/**
 * The Vulkan limits that matter to memory and to counts.
 *
 * @param nonCoherentAtomSize bytes to which mapped-range operations are rounded; a power of two
 * @param bufferImageGranularity bytes between linear and optimal resources
 * @param minMemoryMapAlignment alignment of mapped pointers
 * @param maxComputeWorkGroupCount the most workgroups of a dispatch in x, y and z
 * @param maxDrawIndirectCount the most draws of one indirect draw
 * @param maxDrawIndexedIndexValue the largest index of a vertex, the one that restarts primitives apart
 */
public record DeviceLimits(
        long nonCoherentAtomSize,
        long bufferImageGranularity,
        long minMemoryMapAlignment,
        List<Long> maxComputeWorkGroupCount,
        long maxDrawIndirectCount,
        long maxDrawIndexedIndexValue) {

    private static final long MAX_U32 = 0xFFFF_FFFFL;

    /** The most workgroups of one dispatch, all axes together, that Sluice can run, whatever the device. */
    public static final long SIMULATED_GROUPS = 1L << 48;

    /** The most vertices of one draw, instances counted, that Sluice can run, whatever the device. */
    public static final long SIMULATED_VERTICES = Integer.MAX_VALUE;

    /** The most indices of one draw that Sluice can run, whatever the device. */
    public static final long SIMULATED_INDICES = 1L << 28;

    public DeviceLimits {
        powerOfTwo(nonCoherentAtomSize, "nonCoherentAtomSize");
        powerOfTwo(bufferImageGranularity, "bufferImageGranularity");
        powerOfTwo(minMemoryMapAlignment, "minMemoryMapAlignment");
        maxComputeWorkGroupCount = List.copyOf(maxComputeWorkGroupCount);
        if (maxComputeWorkGroupCount.size() != 3
                || maxComputeWorkGroupCount.stream().anyMatch(count -> count < 1 || count > MAX_U32)) {
            throw new InvalidSpecException(
                    "maxComputeWorkGroupCount: expected three counts from 1 to " + MAX_U32
                            + ", such as [65535, 65535, 65535], not " + maxComputeWorkGroupCount,
                    "maxComputeWorkGroupCount");
        }
    }

    private static void powerOfTwo(long value, String key) {
        if (Long.bitCount(value) != 1) {
            throw new InvalidSpecException("limits." + key + " must be a power of two, not " + value, key);
        }
    }

    /** The most workgroups along an axis: the device's limit, or what Sluice can count where that is less. */
    public long groups(int axis) {
        return Math.min(maxComputeWorkGroupCount.get(axis), Integer.MAX_VALUE);
    }

    /** The product of counts, none of them negative, or {@link Long#MAX_VALUE} if it is more than that. */
    public static long product(long... counts) {
        long product = 1;
        for (long count : counts) {
            // a zero brings the product back from the largest value
            product = count == 0 ? 0 : product > Long.MAX_VALUE / count ? Long.MAX_VALUE : product * count;
        }
        return product;
    }
}
