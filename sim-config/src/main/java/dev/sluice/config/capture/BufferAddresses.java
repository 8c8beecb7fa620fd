// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The buffers whose addresses the program has asked for, by these. */
final class BufferAddresses {
    private final NavigableMap<Long, Buffer> buffers = new TreeMap<>(Long::compareUnsigned);

    /** A byte of a buffer. */
    record Spot(Buffer buffer, long offset) {}

    /** A buffer begins at an address; those that were there before are gone. */
    void add(long address, Buffer buffer) {
        Spot before = find(address);
        if (before != null) {
            buffers.remove(address - before.offset());
        }
        long last = address + buffer.size - 1;
        if (Long.compareUnsigned(last, address) > 0) { // an address from which on there is no room is of no device
            buffers.subMap(address, true, last, true).clear();
        }
        buffers.put(address, buffer);
    }

    /** Whether there is none. */
    boolean none() {
        return buffers.isEmpty();
    }

    /** What an address is of, or null. */
    @Nullable
    Spot find(long address) {
        Long start = buffers.floorKey(address);
        Buffer buffer = start == null ? null : buffers.get(start);
        return start == null || buffer == null || Long.compareUnsigned(address - start, buffer.size) >= 0
                ? null
                : new Spot(buffer, address - start);
    }
}
