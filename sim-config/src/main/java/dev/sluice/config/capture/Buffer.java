// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.config.data.DataFile;
import dev.sluice.config.stream.StreamFile;
import dev.sluice.config.units.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A {@code VkBuffer}. */
final class Buffer implements Resident {
    final Named name;
    final long size;
    final List<String> usage;
    /** Whether queues bind memory to its parts. */
    final boolean sparse;

    private @Nullable Memory memory;
    private long offset;
    /** What its first bytes hold before the capture's first frame; null for nothing that the capture tells. */
    private @Nullable DataFile data;

    private @Nullable String sharingMode;

    Buffer(Named name, long size, List<String> usage, boolean sparse) {
        this.name = name;
        this.size = size;
        this.usage = usage;
        this.sparse = sparse;
    }

    void bind(Memory to, long at) {
        memory = to;
        offset = at;
        to.placement.add(this);
    }

    /** Has its first bytes hold something before the program begins. */
    void holds(DataFile bytes) {
        data = bytes;
    }

    /** The memory that it is bound to, or null. */
    @Nullable
    Memory memory() {
        return memory;
    }

    @Override
    public long offset() {
        return offset;
    }

    @Override
    public long capturedSize() {
        return size;
    }

    @Override
    public long neededSize() {
        return size;
    }

    @Override
    public long alignment() {
        return 1;
    }

    @Override
    public boolean tiled() {
        return false;
    }

    /** Takes over how it is shared: one that is exclusive counts as such only where a barrier transfers it. */
    void shared(Struct createInfo) {
        sharingMode = createInfo.text("sharingMode").equals("VK_SHARING_MODE_CONCURRENT") ? "CONCURRENT" : null;
    }

    /** Whether several queue families share it. */
    boolean concurrent() {
        return sharingMode != null;
    }

    /** The entry in the stream's buffers. */
    StreamFile.Buffer declaration(Memory in) {
        return new StreamFile.Buffer(
                name.toString(),
                in.name.toString(),
                in.place(offset),
                new Size(size),
                usage,
                sharingMode,
                List.of(),
                data);
    }

    /** The part of a range that lies in the buffer. */
    long clamp(long from, long length) {
        if (from < 0 || from >= size) {
            return 0;
        }
        return length == Struct.WHOLE_SIZE || length < 0 || length > size - from ? size - from : length;
    }

    /** Notes that the device wrote a range, with unknown values. */
    void deviceWrote(long from, long length) {
        Memory to = memory;
        if (to != null && length > 0) {
            to.deviceWritten = true;
            to.shadow.deviceWrote(offset + from, length);
        }
    }
}
