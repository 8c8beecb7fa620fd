// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.compact;

import dev.sluice.config.source.MapNode;
import dev.sluice.config.source.Node;
import dev.sluice.config.source.Position;
import dev.sluice.config.units.Saturating;
import dev.sluice.config.units.Size;
import dev.sluice.device.GpuSpec;
import dev.sluice.program.image.Format;
import dev.sluice.program.image.ImageSpec;
import dev.sluice.program.image.SurfaceLayout;
import dev.sluice.program.image.Tiling;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** Gives each buffer and image a place: one memory for buffers, one for those that the host uses, one for images. */
final class CompactPlacement {
    /** Buffers lie apart by more than any cache line, so that none shares one (a choice). */
    private static final long BUFFER_ALIGNMENT = 256;
    /** Memories are whole pages (a choice). */
    private static final long PAGE = 64 << 10;

    /** The largest memory: more than any device has, and far from overflow (a choice). */
    private static final long MOST = 1L << 60;

    private static final String FORMAT = "R8G8B8A8_UNORM";

    private final GpuSpec device;
    private final Position start;
    private final List<Node> memories = new ArrayList<>();
    private final List<Node> buffers = new ArrayList<>();
    private final List<Node> images = new ArrayList<>();

    CompactPlacement(GpuSpec device, Position start, CompactResources resources) {
        this.device = device;
        this.start = start;
        buffers(resources, "buffers", false, "DEVICE_LOCAL");
        buffers(resources, "host", true, "HOST_VISIBLE", "HOST_COHERENT");
        images(resources);
    }

    /** Writes the declarations. */
    void into(Mapping stream) {
        stream.list("memory", memories).list("buffers", buffers).list("images", images);
    }

    private void buffers(CompactResources resources, String memory, boolean host, String... properties) {
        long end = 0;
        for (CompactResources.BufferEntry buffer : resources.buffers()) {
            if (buffer.host == host) {
                long offset = Saturating.aligned(end, BUFFER_ALIGNMENT);
                buffers.add(new Mapping(buffer.name.at())
                        .put("name", buffer.name)
                        .put("memory", memory)
                        .put("offset", offset)
                        .put("size", buffer.size)
                        .node());
                end = fitting(offset, buffer.size, buffer.name, "buffer");
            }
        }
        memory(memory, end, properties);
    }

    private void images(CompactResources resources) {
        long end = 0;
        for (CompactResources.ImageEntry image : resources.images()) {
            SurfaceLayout layout = layout(image);
            long offset = Saturating.aligned(end, layout.alignment());
            images.add(node(image, offset));
            end = fitting(offset, layout.size(), image.name, "image");
        }
        memory("images", end, "DEVICE_LOCAL");
    }

    private static MapNode node(CompactResources.ImageEntry image, long offset) {
        Position at = image.name.at();
        return new Mapping(at)
                .put("name", image.name)
                .put("memory", "images")
                .put("offset", offset)
                .numbers("extent", image.width, image.height)
                .put("format", FORMAT)
                .list("usage", flags(at, image.usage))
                .put("initialLayout", image.initial)
                .node();
    }

    private static List<Node> flags(Position at, Collection<String> flags) {
        return Word.nodes(flags.stream().map(flag -> new Word(at, flag)).toList());
    }

    private SurfaceLayout layout(CompactResources.ImageEntry image) {
        try {
            return new SurfaceLayout(
                    new ImageSpec(
                            image.name.text(),
                            Objects.requireNonNull(Format.of(FORMAT)),
                            image.width,
                            image.height,
                            1,
                            1,
                            1,
                            1,
                            Tiling.OPTIMAL,
                            Set.copyOf(image.usage)),
                    device.rop().tileBytes());
        } catch (IllegalArgumentException e) {
            throw image.name.error("image: " + e.getMessage());
        }
    }

    private void memory(String name, long size, String... properties) {
        if (size > 0) {
            memories.add(new Mapping(start)
                    .put("name", name)
                    .put("size", Saturating.aligned(size, PAGE))
                    .list("properties", flags(start, List.of(properties)))
                    .node());
        }
    }

    /** Where something ends that is put behind the others of its kind. */
    private static long fitting(long offset, long size, Word name, String what) {
        long end = Saturating.plus(offset, size);
        if (end > MOST) {
            throw name.error(
                    what + ": all of them together are more than the " + new Size(MOST) + " that one memory may have");
        }
        return end;
    }
}
