// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.memory;

import dev.sluice.device.MemoryType;

/**
 * A memory object: an address range of one heap, with the way the host reaches it. {@link MemoryAllocator} makes it. */
public final class Allocation {

    private final String name;
    private final MemoryType type;
    private final MemoryMode mode;
    private final long base;
    private final long size;

    Allocation(String name, MemoryType type, long base, long size) {
        this.name = name;
        this.type = type;
        this.mode = MemoryMode.of(type);
        this.base = base;
        this.size = size;
    }

    public String name() {
        return name;
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
}
