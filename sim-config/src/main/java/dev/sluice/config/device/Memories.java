// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.device;

import dev.sluice.config.bind.Located;
import dev.sluice.device.InvalidSpecException;
import dev.sluice.device.MemoryHeap;
import dev.sluice.device.MemoryProperty;
import dev.sluice.device.MemoryType;
import dev.sluice.device.MemoryTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Heaps and memory types of a device file, held to the rules of the Vulkan specification, section Device Memory. */
final class Memories {
    private final DeviceFile file;
    private final Located where;

    Memories(DeviceFile file, Located where) {
        this.file = file;
        this.where = where;
    }

    List<MemoryHeap> heaps() {
        List<MemoryHeap> heaps = new ArrayList<>();
        for (int i = 0; i < file.heaps().size(); i++) {
            DeviceFile.Heap heap = file.heaps().get(i);
            for (MemoryProperty flag : heap.flags()) {
                if (flag != MemoryProperty.DEVICE_LOCAL) {
                    throw where.error(
                            heap, "flags", "heaps[" + i + "].flags: a heap has DEVICE_LOCAL or no flag, not " + flag);
                }
            }
            heaps.add(new MemoryHeap(heap.size().bytes(), !heap.flags().isEmpty()));
        }
        return heaps;
    }

    List<MemoryType> types(List<MemoryHeap> heaps) {
        List<MemoryType> types = new ArrayList<>();
        for (DeviceFile.Type type : file.memoryTypes()) {
            types.add(new MemoryType(type.heap(), Set.copyOf(type.flags())));
        }
        for (InvalidSpecException fault : MemoryTypes.faults(heaps, types)) {
            throw where.at(file, fault.keys()).error(fault.keys().get(0) + ": " + fault.problem());
        }
        for (int i = 0; i < types.size(); i++) {
            MemoryType type = types.get(i);
            // Vulkan sets the flag if and only if the heap has it; MemoryTypes sees to one half of that
            if (heaps.get(type.heap()).deviceLocal() && !type.has(MemoryProperty.DEVICE_LOCAL)) {
                throw where.node(file.memoryTypes().get(i))
                        .error("memoryTypes: memory type " + i + " (" + MemoryTypes.describe(type.properties())
                                + ") is not DEVICE_LOCAL, but its heap " + type.heap() + " is");
            }
        }
        return types;
    }
}
