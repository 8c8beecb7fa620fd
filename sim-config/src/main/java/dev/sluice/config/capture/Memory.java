// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.config.stream.StreamFile;
import dev.sluice.config.units.RangeSize;
import dev.sluice.config.units.Size;
import dev.sluice.device.MemoryProperty;
import dev.sluice.program.HostReads;
import java.util.List;
import java.util.Set;

/** A {@code VkDeviceMemory}. */
final class Memory {
    final Named name;
    final long size;
    final Set<MemoryProperty> properties;
    final MemoryShadow shadow = new MemoryShadow();
    final Placement placement;
    boolean mapped;
    private boolean everMapped;
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
        everMapped = true;
        mappedFrom = Math.min(offset, size);
        mappedTo = length < 0 || length > size - mappedFrom ? size : mappedFrom + length;
    }

    void unmap() {
        mapped = false;
        mappedFrom = 0;
        mappedTo = size;
    }

    /** @param granularity bytes of the device's pages, which images of tiles and other objects must not share */
    Memory(Named name, long size, Set<MemoryProperty> properties, long granularity) {
        this.name = name;
        placement = new Placement(granularity);
        this.size = size;
        this.properties = properties;
        mappedTo = size;
    }

    /** Whether the host could write to it at some time. */
    boolean everMapped() {
        return everMapped;
    }

    /** A capture has no readings by the host; without a mapping there are none. */
    private HostReads hostReads() {
        return everMapped ? HostReads.POSSIBLE : HostReads.STATED;
    }

    /** The entry in the stream's memory. */
    StreamFile.Memory declaration() {
        return new StreamFile.Memory(
                name.toString(), new Size(placement.grown(size)), List.copyOf(properties), hostReads());
    }

    /** The place of a byte of the capture in the stream, once places are settled. */
    Size place(long offset) {
        return new Size(placement.moved(offset));
    }

    /** The bytes of a range of the capture in the stream, once places are settled. */
    RangeSize extent(long offset, long length) {
        return new RangeSize(
                length == Struct.WHOLE_SIZE
                        ? RangeSize.WHOLE
                        : placement.moved(offset + length) - placement.moved(offset));
    }
}
