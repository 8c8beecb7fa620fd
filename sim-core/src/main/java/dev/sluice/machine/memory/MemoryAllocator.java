// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.memory;

import dev.sluice.device.MemoryHeap;
import dev.sluice.device.MemoryProperty;
import dev.sluice.device.MemoryType;
import dev.sluice.machine.fault.AllocationException;
import dev.sluice.machine.request.Request;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Hands out the physical addresses of the heaps: device-local heaps stacked from 0 up, the others from {@link
 * AddressSpace#HOST_BASE}; with unified memory all from 0.
 *
 * <p>One after the other in the order of the program, whose memory objects are all there from its beginning to its end.
 * Types of one heap share its bytes. Memory that is HOST_CACHED and HOST_COHERENT is entered in {@link #snooped()}.
 */
public final class MemoryAllocator {

    /**
     * Alignment of every allocation: a page of 64 KiB, as usual (Philip Taylor, Vulkan memory dependencies, section
     * Buffer image granularity).
     */
    public static final long DEFAULT_ALIGNMENT = 64 << 10;

    private static final class Heap {
        final long base;
        final long size;
        long used;

        Heap(long base, long size) {
            this.base = base;
            this.size = size;
        }

        long free() {
            return size - used;
        }
    }

    private final List<MemoryType> types;
    private final Heap[] heaps;
    private final long alignment;
    private final Map<String, Allocation> byName = new LinkedHashMap<>();
    private final SnoopedRanges snooped = new SnoopedRanges();

    /** An allocator with {@link #DEFAULT_ALIGNMENT}. */
    public MemoryAllocator(List<MemoryHeap> heaps, List<MemoryType> types, boolean unified) {
        this(heaps, types, unified, DEFAULT_ALIGNMENT);
    }

    /**
     * @param unified whether host and device share one memory, so that no heap lies in host memory
     * @param alignment bytes, a power of two of at least {@link Request#MAX_BYTES}
     */
    public MemoryAllocator(List<MemoryHeap> heaps, List<MemoryType> types, boolean unified, long alignment) {
        if (Long.bitCount(alignment) != 1 || alignment < Request.MAX_BYTES) {
            throw new IllegalArgumentException(
                    "alignment must be a power of two from " + Request.MAX_BYTES + " up, not " + alignment);
        }
        this.types = List.copyOf(types);
        this.alignment = alignment;
        this.heaps = new Heap[heaps.size()];
        long device = 0;
        long host = AddressSpace.HOST_BASE;
        for (int i = 0; i < this.heaps.length; i++) {
            MemoryHeap heap = heaps.get(i);
            boolean inDevice = unified || heap.deviceLocal();
            this.heaps[i] = new Heap(inDevice ? device : host, heap.size());
            if (inDevice) {
                device += up(heap.size());
            } else {
                host += up(heap.size());
            }
        }
        if (device > AddressSpace.HOST_BASE) {
            throw new IllegalArgumentException("the device-local heaps exceed the device's address space");
        }
    }

    /**
     * Allocates memory of a type.
     *
     * @throws AllocationException if the heap has not as many bytes left
     * @throws IllegalArgumentException if the size is not positive, the type unknown, or the name in use
     */
    public Allocation allocate(String name, long size, int typeIndex) {
        if (typeIndex < 0 || typeIndex >= types.size()) {
            throw new IllegalArgumentException("there is no memory type " + typeIndex);
        }
        if (size < 1) {
            throw new IllegalArgumentException("the size of memory " + name + " must be positive, not " + size);
        }
        if (byName.containsKey(name)) {
            throw new IllegalArgumentException("memory " + name + " is allocated already");
        }
        MemoryType type = types.get(typeIndex);
        Heap heap = heaps[type.heap()];
        if (size > heap.free()) {
            throw new AllocationException("out of " + (type.has(MemoryProperty.DEVICE_LOCAL) ? "device" : "host")
                    + " memory: " + name + " needs " + size + " bytes of heap " + type.heap() + ", which has "
                    + heap.free() + " of " + heap.size + " free");
        }
        long base = heap.base + heap.used;
        heap.used += Math.min(up(size), heap.free()); // a heap's last page may be partial
        Allocation allocation = new Allocation(name, type, base, size);
        byName.put(name, allocation);
        if (allocation.mode() == MemoryMode.CACHED_COHERENT) {
            snooped.add(base, base + size);
        }
        return allocation;
    }

    /**
     * The allocation of this name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public Allocation get(String name) {
        Allocation found = byName.get(name);
        if (found == null) {
            throw new IllegalArgumentException("no memory is named " + name);
        }
        return found;
    }

    /** The ranges whose device accesses snoop the host's caches; the object follows allocations. */
    public SnoopedRanges snooped() {
        return snooped;
    }

    private long up(long size) {
        return (size + alignment - 1) & -alignment;
    }
}
