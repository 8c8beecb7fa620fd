// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import dev.sluice.device.GpuSpec;
import dev.sluice.device.MemoryHeap;
import dev.sluice.machine.memory.AddressSpace;
import dev.sluice.program.MemoryDeclaration;
import dev.sluice.program.StreamProgram;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The addresses that a stream's heaps have. What is allocated in the place of memory that was freed has addresses of its own, beyond
 * those of the device if need be: which bytes of it were never written stays known, and nothing of what was there before shows.
 */
final class HeapRoom {

    private HeapRoom() {}

    /**
     * The device's heaps, with room for all that the stream allocates on its way.
     *
     * @param alignment bytes of which each memory takes whole ones
     */
    static List<MemoryHeap> of(GpuSpec device, StreamProgram stream, long alignment) {
        Set<String> later = stream.allocatedLater();
        if (later.isEmpty()) {
            return device.heaps();
        }
        long[] more = new long[device.heaps().size()];
        for (MemoryDeclaration memory : stream.memories()) {
            if (later.contains(memory.name())) {
                int heap = device.memoryTypes().get(memory.typeIndex()).heap();
                more[heap] += memory.size() + alignment;
            }
        }
        long left = AddressSpace.HOST_BASE;
        for (MemoryHeap heap : device.heaps()) {
            left -= heap.size() + alignment;
        }
        List<MemoryHeap> heaps = new ArrayList<>();
        for (int i = 0; i < more.length; i++) {
            MemoryHeap heap = device.heaps().get(i);
            long grown = Math.max(0, Math.min(more[i], left));
            left -= grown;
            heaps.add(new MemoryHeap(heap.size() + grown, heap.deviceLocal()));
        }
        return heaps;
    }
}
