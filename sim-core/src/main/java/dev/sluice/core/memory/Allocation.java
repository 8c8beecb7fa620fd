package dev.sluice.core.memory;

/**
 * A memory object: an address range of one heap, with the way the host reaches it.
 *
 * <p>It is made and freed by {@link MemoryAllocator}. Mapping follows seed 001, section 10.2.1.
 */
public final class Allocation {

    private final String name;
    private final int typeIndex;
    private final MemoryType type;
    private final MemoryMode mode;
    private final long base;
    private final long size;
    private boolean live = true;
    private boolean mapped;
    private long mappedOffset;
    private long mappedSize;

    Allocation(String name, int typeIndex, MemoryType type, long base, long size) {
        this.name = name;
        this.typeIndex = typeIndex;
        this.type = type;
        this.mode = MemoryMode.of(type);
        this.base = base;
        this.size = size;
    }

    public String name() {
        return name;
    }

    /** Index of the memory type. */
    public int typeIndex() {
        return typeIndex;
    }

    public MemoryType type() {
        return type;
    }

    public MemoryMode mode() {
        return mode;
    }

    /** Physical address of byte 0. */
    public long base() {
        return base;
    }

    /** Bytes asked for. */
    public long size() {
        return size;
    }

    /** First address after the last byte. */
    public long end() {
        return base + size;
    }

    /** Whether it has not been freed. */
    public boolean live() {
        return live;
    }

    public boolean mapped() {
        return mapped;
    }

    /** First mapped byte; 0 when nothing is mapped. */
    public long mappedOffset() {
        return mappedOffset;
    }

    /** Mapped bytes; 0 when nothing is mapped. */
    public long mappedSize() {
        return mappedSize;
    }

    /** Whether all these bytes are mapped. */
    public boolean mapped(long offset, long count) {
        return mapped && offset >= mappedOffset && count <= mappedSize && offset - mappedOffset <= mappedSize - count;
    }

    /**
     * Maps a range for host access.
     *
     * @throws IllegalStateException if the memory is not HOST_VISIBLE, freed, or mapped already
     * @throws IllegalArgumentException if the range is empty or leaves the allocation
     */
    public void map(long offset, long count) {
        if (mode == MemoryMode.DEVICE_ONLY) {
            throw new IllegalStateException("memory " + name + " is not HOST_VISIBLE and cannot be mapped");
        }
        if (!live) {
            throw new IllegalStateException("memory " + name + " was freed");
        }
        if (mapped) {
            throw new IllegalStateException("memory " + name + " is mapped already");
        }
        if (offset < 0 || count < 1 || count > size || offset > size - count) {
            throw new IllegalArgumentException(
                    "bytes " + offset + " + " + count + " are not all in memory " + name + " of " + size + " bytes");
        }
        mapped = true;
        mappedOffset = offset;
        mappedSize = count;
    }

    /**
     * Ends the mapping.
     *
     * @throws IllegalStateException if nothing is mapped
     */
    public void unmap() {
        if (!mapped) {
            throw new IllegalStateException("memory " + name + " is not mapped");
        }
        forgetMapping();
    }

    void freed() {
        live = false;
        forgetMapping();
    }

    private void forgetMapping() {
        mapped = false;
        mappedOffset = 0;
        mappedSize = 0;
    }
}
