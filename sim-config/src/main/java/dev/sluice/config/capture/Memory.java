package dev.sluice.config.capture;

import dev.sluice.core.memory.MemoryProperty;
import java.util.Set;

/** A {@code VkDeviceMemory}. */
final class Memory {
    final Named name;
    final long size;
    final Set<MemoryProperty> properties;
    final MemoryShadow shadow = new MemoryShadow();
    boolean mapped;
    /** First byte of the mapping, and the byte after it; the whole memory while nothing is mapped. */
    long mappedFrom;

    long mappedTo;
    boolean deviceWritten;
    boolean hostMayHaveRead;
    /** Bytes that the device wrote and that came back in blocks of host contents, and where the first did. */
    long returned;

    String firstReturned = "";

    void map(long offset, long length) {
        mapped = true;
        mappedFrom = Math.min(offset, size);
        mappedTo = length < 0 || length > size - mappedFrom ? size : mappedFrom + length;
    }

    void unmap() {
        mapped = false;
        mappedFrom = 0;
        mappedTo = size;
    }

    Memory(Named name, long size, Set<MemoryProperty> properties) {
        this.name = name;
        this.size = size;
        this.properties = properties;
        mappedTo = size;
    }
}
