// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.model;

/**
 * The memory semantics of a barrier or atomic (Vulkan specification, section Memory Semantics).
 *
 * @param acquire whether it acquires
 * @param release whether it releases
 * @param storageClasses the storage classes that it constrains, as bits
 * @param makeAvailable MakeAvailable: an availability operation before the release
 * @param makeVisible MakeVisible: a visibility operation after the acquire
 */
public record MemorySemantics(
        boolean acquire, boolean release, int storageClasses, boolean makeAvailable, boolean makeVisible) {
    /** No order beyond the operation itself. */
    public static final MemorySemantics RELAXED = new MemorySemantics(false, false, 0, false, false);

    /** Whether all of the storage classes are constrained. */
    public boolean covers(int classes) {
        return (storageClasses & classes) == classes;
    }

    /** Whether another one acquires, releases and names storage classes alike. */
    public boolean ordersAs(MemorySemantics other) {
        return acquire == other.acquire && release == other.release && storageClasses == other.storageClasses;
    }

    /** Whether one storage class is constrained; no class (-1, the host's) never is. */
    public boolean coversClass(int storageClass) {
        return storageClass >= 0 && (storageClasses >>> storageClass & 1) != 0;
    }
}
