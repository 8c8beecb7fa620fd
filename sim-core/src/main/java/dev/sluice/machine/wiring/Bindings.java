// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import dev.sluice.device.GpuSpec;
import dev.sluice.machine.fault.AllocationException;
import dev.sluice.machine.fault.StreamException;
import dev.sluice.machine.memory.Allocation;
import dev.sluice.machine.memory.MemoryAllocator;
import dev.sluice.machine.memory.ResourceRanges;
import dev.sluice.machine.rop.Target;
import dev.sluice.machine.tlb.PageResource;
import dev.sluice.machine.tlb.SharedPages;
import dev.sluice.machine.truth.ResourceMap;
import dev.sluice.program.Bound;
import dev.sluice.program.BufferDeclaration;
import dev.sluice.program.BufferRange;
import dev.sluice.program.ImageBinding;
import dev.sluice.program.ImageDeclaration;
import dev.sluice.program.ImageRange;
import dev.sluice.program.ImageSlice;
import dev.sluice.program.MemoryDeclaration;
import dev.sluice.program.StreamProgram;
import dev.sluice.program.image.ImageView;
import dev.sluice.program.image.Surface;
import dev.sluice.program.image.SurfaceLayout;
import dev.sluice.program.image.Tiling;
import dev.sluice.program.sync.AddressRange;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where the stream's memories, buffers and images lie.
 *
 * <p>The compression metadata of a memory's images lies in hidden device memory, one array per memory, so that a page that two
 * resources share has one place for its metadata (Philip Taylor, Vulkan memory dependencies, section Buffer image
 * granularity).
 */
final class Bindings {

    private final GpuSpec device;
    private final boolean compresses;
    private final HiddenMemory hidden;
    private final Map<String, Allocation> memories = new LinkedHashMap<>();
    private final Map<String, AddressRange> buffers = new LinkedHashMap<>();
    private final Map<String, Surface> surfaces = new LinkedHashMap<>();
    private final Map<String, Long> metadata = new LinkedHashMap<>();
    private final Map<String, String> memoryOf = new LinkedHashMap<>();
    private final List<PageResource> pageResources = new ArrayList<>();
    private final ResourceMap resources = new ResourceMap();

    Bindings(GpuSpec device, StreamProgram stream, MemoryAllocator allocator) {
        this.compresses = device.rop().compresses();
        resources.readers(device.rop().readers(), device.rop().clearReaders());
        resources.compressedPages(
                this.compresses && device.pages().compressionInPageTable()
                        ? device.pages().size()
                        : 0);
        this.device = device;
        this.hidden = new HiddenMemory(device, allocator);
        for (MemoryDeclaration memory : stream.memories()) {
            try {
                Allocation allocation = allocator.allocate(memory.name(), memory.size(), memory.typeIndex());
                memories.put(memory.name(), allocation);
                resources.addMemory(memory.name(), allocation.base(), allocation.size());
            } catch (AllocationException e) {
                throw new StreamException(memory.origin(), String.valueOf(e.getMessage()));
            }
        }
        for (BufferDeclaration buffer : stream.buffers()) {
            Allocation memory = memories.get(buffer.memory());
            if (memory == null) {
                throw new StreamException(buffer.origin(), "buffer " + buffer.name() + " has no memory");
            }
            long base = memory.base() + buffer.offset();
            buffers.put(buffer.name(), new AddressRange(base, buffer.size()));
            resources.addBuffer(buffer.name(), base, buffer.size(), memory.name(), memory.base());
            bindPages(PageResource.Kind.BUFFER, buffer.name(), memory, base, buffer.size());
        }
        for (ImageDeclaration image : stream.images()) {
            bind(image);
        }
    }

    private void bind(ImageDeclaration image) {
        Allocation memory = memories.get(image.memory());
        if (memory == null) {
            throw new StreamException(image.origin(), "image " + image.name() + " has no memory");
        }
        SurfaceLayout layout = new SurfaceLayout(image.spec(), device.rop().tileBytes());
        long base = memory.base() + image.offset();
        boolean compressible = compresses
                && image.spec().tiling() == Tiling.OPTIMAL
                && image.spec().attachment();
        long where = Surface.NONE;
        if (compressible) {
            where = metadataOf(memory, image)
                    + (base - memory.base()) / layout.tile().bytes() * bits() / Byte.SIZE;
        }
        memoryOf.put(image.name(), memory.name());
        boolean optimal = image.spec().tiling() == Tiling.OPTIMAL;
        bindPages(
                optimal ? PageResource.Kind.OPTIMAL_IMAGE : PageResource.Kind.LINEAR_IMAGE,
                image.name(),
                memory,
                base,
                layout.size());
        surfaces.put(image.name(), new Surface(surfaces.size() + 1, layout, base, where));
        if (compressible) {
            resources.addImage(
                    image.name(),
                    base,
                    layout.size(),
                    memory.name(),
                    memory.base(),
                    where,
                    layout.tile().bytes(),
                    bits());
        } else {
            resources.addBuffer(image.name(), base, layout.size(), memory.name(), memory.base());
        }
    }

    private int bits() {
        return device.rop().metadataBits();
    }

    private long metadataOf(Allocation memory, ImageDeclaration image) {
        Long known = metadata.get(memory.name());
        if (known != null) {
            return known;
        }
        try {
            long size = metadataBytes(memory.size()) + 2 * metadataSlack();
            long base = hidden.take("metadata of " + memory.name(), size) + metadataSlack();
            metadata.put(memory.name(), base);
            return base;
        } catch (AllocationException e) {
            throw new StreamException(image.origin(), String.valueOf(e.getMessage()));
        }
    }

    /** A page may begin before the memory and end after it. */
    private long metadataSlack() {
        return device.pages().size() / device.rop().tileBytes() * bits() / Byte.SIZE;
    }

    private long metadataBytes(long memoryBytes) {
        long tiles = (memoryBytes + device.rop().tileBytes() - 1) / device.rop().tileBytes();
        return tiles * bits() / Byte.SIZE + 1;
    }

    /**
     * Resources that share a page which bufferImageGranularity keeps apart, a line each (Philip Taylor, Vulkan memory
     * dependencies, section Buffer image granularity).
     */
    List<String> conflicts(long granularity) {
        if (granularity == 1) {
            return List.of(); // what then shares a "page" shares bytes, on purpose
        }
        SharedPages pages = new SharedPages(granularity);
        pageResources.forEach(pages::bind);
        return pages.conflicts().stream()
                .map(conflict -> "bufferImageGranularity: "
                        + conflict.linear().kind().text() + " "
                        + conflict.linear().name() + " shares " + conflict.pages() + " page(s) of " + granularity
                        + " bytes, from offset " + conflict.offset() + " of memory "
                        + conflict.linear().memory() + ", with optimal image "
                        + conflict.optimal().name()
                        + (device.pages().compressionInPageTable()
                                ? ": accesses there are taken for the image's tiles"
                                : ""))
                .toList();
    }

    private void bindPages(PageResource.Kind kind, String name, Allocation memory, long base, long size) {
        pageResources.add(new PageResource(name, kind, memory.name(), memory.base(), base, size));
    }

    /**
     * Who owns which sectors: buffers before images, each in order of declaration, as in findings; then the metadata of images, and what
     * is left of memories and of their metadata.
     */
    ResourceRanges ranges() {
        ResourceRanges.Builder builder = new ResourceRanges.Builder();
        buffers.forEach((name, range) -> builder.add(name, range.address(), range.size()));
        surfaces.values()
                .forEach(surface -> builder.add(
                        surface.name(), surface.base(), surface.layout().size()));
        for (Surface surface : surfaces.values()) {
            if (surface.compressible()) {
                long tiles = surface.layout().size() / surface.layout().tile().bytes();
                builder.add("metadata of " + surface.name(), surface.metadata(), tiles * bits() / Byte.SIZE);
            }
        }
        memories.forEach((name, memory) -> builder.add("rest of memory " + name, memory.base(), memory.size()));
        metadata.forEach((name, base) -> builder.add(
                "metadata of memory " + name, base - metadataSlack(), metadataBytes(size(name)) + 2 * metadataSlack()));
        return builder.build();
    }

    ResourceMap resources() {
        return resources;
    }

    /** The images in order of declaration. */
    List<Surface> surfaces() {
        return new ArrayList<>(surfaces.values());
    }

    /** Bytes of a memory. */
    long size(String memory) {
        Allocation allocation = memories.get(memory);
        return allocation == null ? 0 : allocation.size();
    }

    Map<String, Allocation> memories() {
        return memories;
    }

    /**
     * Address of the metadata of an optimal image's first tile: also of one that is never compressed, where it shares a memory with
     * some that are; {@link Surface#NONE} for none.
     */
    long metadata(Surface surface) {
        Allocation memory = memories.get(memory(surface.name()));
        Long base = metadata.get(memory(surface.name()));
        if (memory == null || base == null || surface.spec().tiling() != Tiling.OPTIMAL) {
            return Surface.NONE;
        }
        return base + (surface.base() - memory.base()) / surface.layout().tile().bytes() * bits() / Byte.SIZE;
    }

    /** The memory that an image is bound to. */
    String memory(String image) {
        return memoryOf.getOrDefault(image, "");
    }

    Surface surface(String image) {
        Surface surface = surfaces.get(image);
        if (surface == null) {
            throw new IllegalArgumentException("no image named " + image);
        }
        return surface;
    }

    Target target(ImageSlice slice) {
        return new Target(surface(slice.image()), slice.level(), slice.layer(), slice.format());
    }

    /** The view behind a binding; null for a buffer. */
    @Nullable
    ImageView view(Bound bound) {
        return bound instanceof ImageBinding image
                ? new ImageView(
                        surface(image.image()),
                        image.aspects(),
                        image.level(),
                        image.levels(),
                        image.layer(),
                        image.layers())
                : null;
    }

    private AddressRange buffer(String name) {
        AddressRange range = buffers.get(name);
        if (range == null) {
            throw new IllegalArgumentException("no buffer named " + name);
        }
        return range;
    }

    /** Bytes of a buffer. */
    long bufferSize(String name) {
        return buffer(name).size();
    }

    /** Address of the first byte of a buffer or image. */
    long addressOf(String resource) {
        AddressRange buffer = buffers.get(resource);
        return buffer != null ? buffer.address() : surface(resource).base();
    }

    /** The bytes of a buffer, or that an image takes. */
    long sizeOf(String resource) {
        AddressRange buffer = buffers.get(resource);
        return buffer != null
                ? buffer.size()
                : surface(resource).end() - surface(resource).base();
    }

    AddressRange addresses(BufferRange range) {
        return new AddressRange(buffer(range.buffer()).address() + range.offset(), range.size());
    }

    /** The bytes of subresources and of their metadata. */
    List<AddressRange> addresses(ImageRange range) {
        Surface surface = surface(range.image());
        List<AddressRange> list = new ArrayList<>();
        for (int level = range.level(); level < range.level() + range.levels(); level++) {
            boolean volume = surface.spec().depth() > 1;
            int first = volume ? 0 : range.layer();
            int count = volume ? surface.spec().depth(level) : range.layers();
            addSlices(list, surface, level, first, count);
        }
        return list;
    }

    /** The bytes of a layer or slice and of its metadata. */
    List<AddressRange> addresses(ImageSlice slice) {
        List<AddressRange> list = new ArrayList<>();
        addSlices(list, surface(slice.image()), slice.level(), slice.layer(), 1);
        return list;
    }

    private void addSlices(List<AddressRange> to, Surface surface, int level, int first, int count) {
        SurfaceLayout layout = surface.layout();
        long from = layout.sliceOffset(level, first);
        long size = layout.sliceBytes(level) * count;
        to.add(new AddressRange(surface.base() + from, size));
        if (surface.compressible()) {
            int tile = layout.tile().bytes();
            long begin = surface.metadata() + from / tile * bits() / Byte.SIZE;
            to.add(new AddressRange(begin, Math.max(1, size / tile * bits() / Byte.SIZE)));
        }
    }
}
