package dev.sluice.core.memory;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Hands out the physical addresses of the heaps (seed 001): device-local heaps stacked from 0 up, the others from {@link
 * AddressSpace#HOST_BASE}; with unified memory all from 0.
 *
 * <p>First fit at the lowest address, so addresses depend on the program alone. Types of one heap share its bytes. Memory
 * that is HOST_CACHED and HOST_COHERENT is entered in {@link #snooped()}.
 */
public final class MemoryAllocator {

    /** Alignment of every allocation: a page of seed 002. */
    public static final long DEFAULT_ALIGNMENT = 64 << 10;

    private static final class Heap {
        final long size;
        final long end;
        /** Free ranges: first address to first address after. */
        final TreeMap<Long, Long> free = new TreeMap<>();

        long freeBytes;

        Heap(long base, long size) {
            this.size = size;
            this.end = base + size;
            this.freeBytes = size;
            free.put(base, base + size);
        }
    }

    private final List<MemoryType> types;
    private final Heap[] heaps;
    private final long alignment;
    private final Map<String, Allocation> byName = new LinkedHashMap<>();
    private final TreeMap<Long, Allocation> byAddress = new TreeMap<>();
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
     * @throws AllocationException if the heap has no free range of this size
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
        long base = size > heap.size ? -1 : take(heap, up(size), size);
        if (base < 0) {
            throw new AllocationException("out of " + (type.has(MemoryProperty.DEVICE_LOCAL) ? "device" : "host")
                    + " memory: " + name + " needs " + size + " bytes of heap " + type.heap() + ", which has "
                    + heap.freeBytes + " of " + heap.size + " free");
        }
        Allocation allocation = new Allocation(name, typeIndex, type, base, size);
        byName.put(name, allocation);
        byAddress.put(base, allocation);
        if (allocation.mode() == MemoryMode.CACHED_COHERENT) {
            snooped.add(base, base + size);
        }
        return allocation;
    }

    /**
     * Returns memory to its heap; a mapping ends implicitly.
     *
     * @throws IllegalStateException if it was freed before
     */
    public void free(Allocation allocation) {
        if (!allocation.live() || byAddress.get(allocation.base()) != allocation) {
            throw new IllegalStateException("memory " + allocation.name() + " was freed before");
        }
        allocation.freed();
        byName.remove(allocation.name());
        byAddress.remove(allocation.base());
        snooped.remove(allocation.base());
        give(heaps[allocation.type().heap()], allocation.base(), up(allocation.size()));
    }

    /**
     * The live allocation of this name.
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

    /** The live allocation that holds an address; null if none does. */
    public @Nullable Allocation at(long address) {
        Map.Entry<Long, Allocation> entry = byAddress.floorEntry(address);
        return entry != null && address < entry.getValue().end() ? entry.getValue() : null;
    }

    /** Free bytes of a heap. */
    public long freeBytes(int heap) {
        return heaps[heap].freeBytes;
    }

    /** The ranges whose device accesses snoop the host's caches; the object stays the same and follows allocations. */
    public SnoopedRanges snooped() {
        return snooped;
    }

    /** A heap's last page may be partial: an allocation may end with the heap though its rounded size would not fit. */
    private static long take(Heap heap, long rounded, long size) {
        Map.Entry<Long, Long> range = heap.free.firstEntry();
        while (range != null && range.getValue() - range.getKey() < size) {
            range = heap.free.higherEntry(range.getKey());
        }
        if (range == null) {
            return -1;
        }
        long base = range.getKey();
        long end = range.getValue();
        long taken = Math.min(rounded, end - base);
        heap.free.remove(base);
        if (base + taken < end) {
            heap.free.put(base + taken, end);
        }
        heap.freeBytes -= taken;
        return base;
    }

    private static void give(Heap heap, long base, long rounded) {
        long from = base;
        long to = Math.min(base + rounded, heap.end);
        heap.freeBytes += to - from;
        Map.Entry<Long, Long> before = heap.free.lowerEntry(base);
        if (before != null && before.getValue() == from) {
            from = before.getKey();
        }
        Long after = heap.free.remove(to);
        if (after != null) {
            to = after;
        }
        heap.free.put(from, to);
    }

    private long up(long size) {
        return (size + alignment - 1) & -alignment;
    }
}
