// SPDX-License-Identifier: Apache-2.0
package dev.sluice.device;

/**
 * A memory heap of the device.
 *
 * @param size bytes
 * @param deviceLocal whether it has DEVICE_LOCAL; a heap without it lies in host memory
 */
public record MemoryHeap(long size, boolean deviceLocal) {
    public MemoryHeap {
        if (size < 1) {
            throw new InvalidSpecException("a heap's size must be positive, not " + size, "size");
        }
    }
}
