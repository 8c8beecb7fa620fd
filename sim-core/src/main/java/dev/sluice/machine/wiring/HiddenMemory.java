// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import dev.sluice.device.GpuSpec;
import dev.sluice.device.MemoryProperty;
import dev.sluice.device.MemoryType;
import dev.sluice.machine.fault.AllocationException;
import dev.sluice.machine.memory.MemoryAllocator;
import java.util.List;

/** Device memory that no program sees: compression metadata, the page table. */
final class HiddenMemory {

    private final List<MemoryType> types;
    private final MemoryAllocator allocator;

    HiddenMemory(GpuSpec device, MemoryAllocator allocator) {
        this.types = device.memoryTypes();
        this.allocator = allocator;
    }

    /**
     * Takes device-local memory.
     *
     * @return address of its first byte
     * @throws AllocationException if there is not enough
     */
    long take(String what, long size) {
        for (int i = 0; i < types.size(); i++) {
            if (types.get(i).has(MemoryProperty.DEVICE_LOCAL) && !types.get(i).has(MemoryProperty.LAZILY_ALLOCATED)) {
                return allocator.allocate("(" + what + ")", size, i).base();
            }
        }
        throw new AllocationException("the device has no device-local memory for the " + what);
    }
}
