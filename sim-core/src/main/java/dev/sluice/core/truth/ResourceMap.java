package dev.sluice.core.truth;

import java.util.ArrayList;
import java.util.List;

/** Which buffer or memory an address belongs to, for reports. */
public final class ResourceMap {

    /** A named run of addresses. */
    public record Resource(String name, long base, long size, String memory, long memoryBase) {
        boolean holds(long address) {
            return address >= base && address - base < size;
        }
    }

    private final List<Resource> buffers = new ArrayList<>();
    private final List<Resource> memories = new ArrayList<>();

    /** Adds a buffer; of several that overlap the first one added names a byte. */
    public void addBuffer(String name, long base, long size, String memory, long memoryBase) {
        buffers.add(new Resource(name, base, size, memory, memoryBase));
    }

    /** Adds an allocation, which names bytes outside every buffer. */
    public void addMemory(String name, long base, long size) {
        memories.add(new Resource(name, base, size, name, base));
    }

    /** The resource that holds an address. */
    public Resource find(long address) {
        for (Resource buffer : buffers) {
            if (buffer.holds(address)) {
                return buffer;
            }
        }
        for (Resource memory : memories) {
            if (memory.holds(address)) {
                return memory;
            }
        }
        return new Resource("unallocated memory", 0, Long.MAX_VALUE, "", 0);
    }
}
