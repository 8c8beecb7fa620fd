// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.device.MemoryProperty;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
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

    private final CaptureSession session;
    /** What has been bound, by the memory. */
    private final Map<Memory, List<Bound>> bound = new LinkedHashMap<>();

    /**
     * A range of a memory, and what it was bound to.
     *
     * @param place where in the resource: of a range how far from its place in the memory, of blocks of an image the first one
     */
    private record Bound(Call call, long start, long end, long resource, List<Long> place) {
        boolean overlaps(Bound other) {
            return other.start < end && start < other.end;
        }

        /** Whether bytes that are in both are the same ones of the resource. */
        boolean agrees(Bound other) {
            boolean ranges = place.size() == 1 || (start == other.start && end == other.end);
            return resource == other.resource && ranges && place.equals(other.place);
        }
    }

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
                take(
                        bind,
                        bytes(session.images().get(image), extent),
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

    private static long bytes(@Nullable Image image, Struct extent) {
        if (image == null) {
            return SparseBlocks.BLOCK;
        }
        return SparseBlocks.of(image.texel, image.spec.depth() > 1, image.spec.samples())
                .bytes(extent.size("width"), extent.size("height"), extent.size("depth"));
    }

    private void opaque(Struct binds, long resource) {
        for (Struct bind : binds.structs("pBinds")) {
            take(bind, bind.size("size"), resource, List.of(bind.size("resourceOffset") - bind.size("memoryOffset")));
        }
    }

    private void take(Struct bind, long bytes, long resource, List<Long> place) {
        Memory memory = session.memories().get(bind.handle("memory"));
        if (memory == null) {
            return;
        }
        long start = bind.size("memoryOffset");
        Bound now = new Bound(bind.call(), start, start + bytes, resource, place);
        List<Bound> before = bound.computeIfAbsent(memory, k -> new ArrayList<>());
        if (before.stream().anyMatch(other -> other.overlaps(now) && !other.agrees(now))) {
            session.lost(
                    bind.call(),
                    "memory that was bound to another part of a sparse resource before is not shared with that");
        }
        before.add(now);
    }

    /** Lists what memory of their own keeps from sparse resources, once everything is bound and mapped. */
    void finish() {
        bound.forEach((memory, ranges) -> ranges.forEach(range -> {
            if (memory.everMapped()) {
                session.lost(
                        range.call(),
                        "what the host writes to memory of sparse resources does not come to these, nor back");
            }
            if (memory.placement.holds(range.start(), range.end())) {
                session.lost(
                        range.call(),
                        "memory of buffers and images is not shared with the sparse resources that it backs");
            }
        }));
    }
}
