// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.trace;

import dev.sluice.program.Attachment;
import dev.sluice.program.BufferDeclaration;
import dev.sluice.program.BufferRange;
import dev.sluice.program.HostOperation;
import dev.sluice.program.HostTarget;
import dev.sluice.program.HostThread;
import dev.sluice.program.ImageDeclaration;
import dev.sluice.program.ImageLayouts;
import dev.sluice.program.ImageRange;
import dev.sluice.program.ImageSlice;
import dev.sluice.program.MemoryDeclaration;
import dev.sluice.program.StreamProgram;
import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.SurfaceLayout;
import dev.sluice.program.image.Tiling;
import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.Stage;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The spaces of a stream, and where in them its buffers and images lie. */
public final class Resources {
    private final List<Space> spaces = new ArrayList<>();
    private final Map<String, Space> memories = new LinkedHashMap<>();
    private final Map<String, BufferDeclaration> buffers = new LinkedHashMap<>();
    private final Map<String, OfImage> images = new LinkedHashMap<>();
    private final Map<String, TreeMap<Long, BufferDeclaration>> buffersByOffset = new LinkedHashMap<>();

    /** An image with the spaces of its aspects. */
    public record OfImage(
            ImageDeclaration declaration, SurfaceLayout layout, Map<Aspect, Space> aspects, boolean aliased) {
        /**
         * The spaces that an attachment's writes of some aspects take along: those of the others, unless they can only be read.
         */
        List<Space> along(Set<Aspect> written, Attachment attachment, ImageLayouts layouts) {
            return along(written, attachment.slice(), layouts).stream()
                    .filter(space -> !attachment.readOnly(space.aspect()))
                    .toList();
        }

        /** The same of what attachments are resolved to. */
        List<Space> along(Set<Aspect> written, ImageSlice slice, ImageLayouts layouts) {
            return written.isEmpty()
                    ? List.of()
                    : aspects.values().stream()
                            .filter(space -> !written.contains(space.aspect())
                                    && !layouts.at(slice.image(), space.aspect(), slice.level(), slice.arrayLayer())
                                            .readOnly(space.aspect()))
                            .toList();
        }
    }

    Resources(StreamProgram stream, DeviceFacts device) {
        for (MemoryDeclaration memory : stream.memories()) {
            Space space = Space.ofMemory(spaces.size(), memory.name(), device.coherent(stream, memory.name()));
            spaces.add(space);
            memories.put(memory.name(), space);
        }
        for (BufferDeclaration buffer : stream.buffers()) {
            buffers.put(buffer.name(), buffer);
            buffersByOffset
                    .computeIfAbsent(buffer.memory(), name -> new TreeMap<>())
                    .putIfAbsent(buffer.offset(), buffer);
        }
        Map<String, List<long[]>> bytes = bytesInUse(stream);
        for (ImageDeclaration image : stream.images()) {
            SurfaceLayout layout = new SurfaceLayout(image.spec(), device.tileBytes());
            Map<Aspect, Space> aspects = new EnumMap<>(Aspect.class);
            for (Aspect aspect : Aspect.values()) {
                if (image.spec().format().has(aspect)) {
                    Space space = Space.ofImage(spaces.size(), image, aspect);
                    spaces.add(space);
                    aspects.put(aspect, space);
                }
            }
            images.put(
                    image.name(), new OfImage(image, layout, aspects, aliased(stream, device, image, layout, bytes)));
        }
    }

    /** The bytes of each memory that are accessed as bytes. */
    private static Map<String, List<long[]>> bytesInUse(StreamProgram stream) {
        Map<String, List<long[]>> used = new LinkedHashMap<>();
        for (BufferDeclaration buffer : stream.buffers()) {
            used.computeIfAbsent(buffer.memory(), name -> new ArrayList<>())
                    .add(new long[] {buffer.offset(), buffer.offset() + buffer.size()});
        }
        for (HostThread thread : stream.threads()) {
            for (HostOperation operation : thread.operations()) {
                if (operation instanceof HostOperation.Access access) {
                    HostTarget target = access.target();
                    used.computeIfAbsent(target.memory(), name -> new ArrayList<>())
                            .add(new long[] {target.offset(), target.offset() + access.size()});
                }
            }
        }
        return used;
    }

    private static boolean aliased(
            StreamProgram stream,
            DeviceFacts device,
            ImageDeclaration image,
            SurfaceLayout layout,
            Map<String, List<long[]>> bytes) {
        long start = image.offset();
        long end = start + layout.size();
        for (long[] used : bytes.getOrDefault(image.memory(), List.of())) {
            if (used[0] < end && start < used[1]) {
                return true;
            }
        }
        for (ImageDeclaration other : stream.images()) {
            if (!other.name().equals(image.name())
                    && other.memory().equals(image.memory())
                    && other.offset() < end
                    && start < other.offset() + new SurfaceLayout(other.spec(), device.tileBytes()).size()) {
                return true;
            }
        }
        return false;
    }

    public List<Space> spaces() {
        return List.copyOf(spaces);
    }

    Space memory(String name) {
        Space space = memories.get(name);
        if (space == null) {
            throw new IllegalArgumentException("no memory " + name);
        }
        return space;
    }

    BufferDeclaration buffer(String name) {
        BufferDeclaration buffer = buffers.get(name);
        if (buffer == null) {
            throw new IllegalArgumentException("no buffer " + name);
        }
        return buffer;
    }

    public boolean isBuffer(String name) {
        return buffers.containsKey(name);
    }

    public OfImage image(String name) {
        OfImage image = images.get(name);
        if (image == null) {
            throw new IllegalArgumentException("no image " + name);
        }
        return image;
    }

    /** The first byte, within its memory, of a resource that hazards name: a buffer, an image or a memory. */
    public long start(String resource) {
        BufferDeclaration buffer = buffers.get(resource);
        if (buffer != null) {
            return buffer.offset();
        }
        OfImage image = images.get(resource);
        return image == null ? 0 : image.declaration().offset();
    }

    /** Bytes of a buffer, as a region of its memory. */
    Region bytes(BufferRange range) {
        BufferDeclaration buffer = buffer(range.buffer());
        long start = buffer.offset() + range.offset();
        return new Region(memory(buffer.memory()), Intervals.of(start, start + range.size()));
    }

    /** Adds an access to bytes of a buffer, which are counted from its start. */
    void buffer(Collection<MemoryAccess> to, String name, Intervals bytes, Stage stage, Access access, int traits) {
        if (!bytes.isEmpty()) {
            BufferDeclaration buffer = buffer(name);
            to.add(new MemoryAccess(
                    memory(buffer.memory()),
                    bytes.plus(buffer.offset()),
                    name,
                    stage,
                    access,
                    traits,
                    MemoryAccess.NO_SUBPASS));
        }
    }

    /** What the display reads of an image. */
    public List<MemoryAccess> shown(String image) {
        List<MemoryAccess> accesses = new ArrayList<>();
        for (Space space : image(image).aspects().values()) {
            Intervals texels = space.subresources(0, 1, 0, 1);
            image(accesses, space, texels, Stage.BOTTOM_OF_PIPE, Access.MEMORY_READ, 0, MemoryAccess.NO_SUBPASS);
        }
        return accesses;
    }

    /** Adds an access to texels of an aspect of an image, and to their bytes if it shares them. */
    public void image(
            Collection<MemoryAccess> to,
            Space space,
            Intervals texels,
            Stage stage,
            Access access,
            int traits,
            int subpass) {
        if (texels.isEmpty()) {
            return;
        }
        to.add(new MemoryAccess(space, texels, space.name(), stage, access, traits, subpass));
        OfImage image = image(space.name());
        if (image.aliased()) {
            boolean exact = image.declaration().spec().tiling() == Tiling.LINEAR;
            to.add(new MemoryAccess(
                    memory(image.declaration().memory()),
                    ImageBytes.touched(image, space, texels),
                    space.name(),
                    stage,
                    access,
                    traits | MemoryAccess.ALIAS | (exact ? 0 : MemoryAccess.INEXACT),
                    subpass));
        }
    }

    /** The places of a range of subresources. */
    List<Region> regions(ImageRange range) {
        OfImage image = image(range.image());
        List<Region> regions = new ArrayList<>();
        Set<Aspect> aspects = new LinkedHashSet<>(image.aspects().keySet());
        aspects.retainAll(range.aspects());
        if (aspects.isEmpty()) {
            aspects.addAll(image.aspects().keySet());
        }
        for (Aspect aspect : aspects) {
            Space space = image.aspects().get(aspect);
            if (space != null) {
                Intervals texels = space.subresources(range.level(), range.levels(), range.layer(), range.layers());
                regions.add(new Region(space, texels));
                if (image.aliased()) {
                    regions.add(
                            new Region(memory(image.declaration().memory()), ImageBytes.touched(image, space, texels)));
                }
            }
        }
        return regions;
    }

    /** The buffer that has a byte of a memory, for reports; the memory itself where there is none. */
    public String owner(String memory, long offset) {
        TreeMap<Long, BufferDeclaration> map = buffersByOffset.get(memory);
        Map.Entry<Long, BufferDeclaration> entry = map == null ? null : map.floorEntry(offset);
        return entry != null && offset < entry.getKey() + entry.getValue().size()
                ? entry.getValue().name()
                : memory;
    }
}
