// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.device.MemoryProperty;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Memory of sparse resources. Each has memory of its own in the stream, which does the same as that which queues bind to its parts
 * as long as no memory goes from one part to another.
 */
final class SparseBindings {
    /** The most bytes of a sparse resource: larger ones are address space more than memory. */
    private static final long MOST_BYTES = 1L << 30;
    /** Bytes of a sparse block (Vulkan specification, Standard Sparse Image Block Shapes). */
    private static final long BLOCK = 65_536;

    private final CaptureSession session;
    /** What has been bound, by the memory. */
    private final Map<Long, List<Bound>> bound = new HashMap<>();

    /**
     * A range of a memory, and what it was bound to.
     *
     * @param place where in the resource
     */
    private record Bound(long start, long end, long resource, List<Long> place) {}

    SparseBindings(CaptureSession session) {
        this.session = session;
    }

    /** Memory for a sparse resource; null where it is too large. */
    @Nullable
    Memory own(long handle, long size) {
        if (size > MOST_BYTES) {
            return null;
        }
        session.notes.once("sparse resources get memory of their own");
        Memory memory = new Memory(
                session.extra("sparseMemory", handle),
                size,
                MemoryMatch.nearest(EnumSet.of(MemoryProperty.DEVICE_LOCAL), session.target.memoryTypes()),
                session.target.bufferImageGranularity());
        session.memories().put(-handle, memory);
        return memory;
    }

    /** Takes the parts of one {@code VkBindSparseInfo}. */
    void bind(Struct info) {
        info.structs("pBufferBinds").forEach(binds -> opaque(binds, binds.handle("buffer")));
        info.structs("pImageOpaqueBinds").forEach(binds -> opaque(binds, binds.handle("image")));
        for (Struct binds : info.structs("pImageBinds")) {
            long image = binds.handle("image");
            for (Struct bind : binds.structs("pBinds")) {
                Struct subresource = bind.struct("subresource");
                Struct offset = bind.struct("offset");
                Struct extent = bind.struct("extent");
                Image known = session.images().get(image);
                long texels = extent.size("width") * extent.size("height") * extent.size("depth");
                long bytes = known == null ? BLOCK : Math.max(BLOCK, texels * known.spec.texelBytes());
                take(
                        bind,
                        bytes,
                        image,
                        List.of(
                                subresource.number("mipLevel"),
                                subresource.number("arrayLayer"),
                                offset.number("x"),
                                offset.number("y"),
                                offset.number("z")));
            }
        }
    }

    private void opaque(Struct binds, long resource) {
        for (Struct bind : binds.structs("pBinds")) {
            take(bind, bind.size("size"), resource, List.of(bind.size("resourceOffset")));
        }
    }

    private void take(Struct bind, long bytes, long resource, List<Long> place) {
        Memory memory = session.memories().get(bind.handle("memory"));
        if (memory == null) {
            return;
        }
        if (memory.mapped) {
            session.lost(
                    bind.call(), "what the host writes to memory of sparse resources does not come to these, nor back");
        }
        long start = bind.size("memoryOffset");
        Bound now = new Bound(start, start + bytes, resource, place);
        List<Bound> before = bound.computeIfAbsent(bind.handle("memory"), k -> new ArrayList<>());
        if (before.contains(now)) {
            return;
        }
        if (before.stream().anyMatch(other -> other.start() < now.end() && now.start() < other.end())) {
            session.lost(
                    bind.call(),
                    "memory that was bound to another part of a sparse resource before is not shared with that");
        }
        before.add(now);
    }
}
