// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.stream;

import dev.sluice.config.ConfigException;
import dev.sluice.config.bind.Nearest;
import dev.sluice.config.units.RangeSize;
import dev.sluice.program.ImageDeclaration;
import dev.sluice.program.MemoryDeclaration;
import dev.sluice.program.image.Format;
import dev.sluice.program.image.ImageLayout;
import dev.sluice.program.image.ImageSpec;
import dev.sluice.program.image.InvalidImageException;
import dev.sluice.program.image.SurfaceLayout;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The images of a stream: described, placed in their memories, held apart from each other. */
final class ImageDeclarations {
    /** {@code VkImageUsageFlagBits} of Vulkan 1.4 without prefix and {@code _BIT}. */
    private static final Set<String> USAGE = new LinkedHashSet<>(List.of(
            "TRANSFER_SRC",
            "TRANSFER_DST",
            "SAMPLED",
            "STORAGE",
            "COLOR_ATTACHMENT",
            "DEPTH_STENCIL_ATTACHMENT",
            "TRANSIENT_ATTACHMENT",
            "INPUT_ATTACHMENT",
            "HOST_TRANSFER",
            "FRAGMENT_SHADING_RATE_ATTACHMENT_KHR",
            "FRAGMENT_DENSITY_MAP_EXT",
            "ATTACHMENT_FEEDBACK_LOOP_EXT",
            "VIDEO_DECODE_DST_KHR",
            "VIDEO_DECODE_SRC_KHR",
            "VIDEO_DECODE_DPB_KHR",
            "VIDEO_ENCODE_DST_KHR",
            "VIDEO_ENCODE_SRC_KHR",
            "VIDEO_ENCODE_DPB_KHR"));

    private final StreamContext context;
    private final FamilyNames families;
    private final InitialData data;

    private record Placed(StreamFile.Image image, long start, long end) {}

    ImageDeclarations(StreamContext context) {
        this.context = context;
        this.families = new FamilyNames(context);
        this.data = new InitialData(context);
    }

    /** Fills the context's table. */
    void resolve() {
        List<Placed> placed = new ArrayList<>();
        Set<String> names = new LinkedHashSet<>(context.buffers.keySet());
        for (StreamFile.Image image : context.file.images()) {
            if (!names.add(image.name())) {
                throw context.where.error(image, "name", "images: the name '" + image.name() + "' is taken");
            }
            MemoryDeclaration memory = context.memory(image, "memory", image.memory());
            ImageSpec spec = spec(image);
            SurfaceLayout layout = layout(image, spec);
            aligned(image, spec, layout);
            context.checked(
                    image,
                    "offset",
                    "extent",
                    "memory '" + memory.name() + "'",
                    memory.size(),
                    image.offset(),
                    new RangeSize(layout.size()));
            Placed here =
                    new Placed(image, image.offset().bytes(), image.offset().bytes() + layout.size());
            apart(here, placed);
            placed.add(here);
            ImageLayout initial = initialLayout(image);
            context.images.put(
                    spec.name(),
                    new ImageDeclaration(
                            spec,
                            memory.name(),
                            here.start,
                            initial,
                            image.alias(),
                            families.sharing(image, image.sharingMode(), image.queueFamilies()),
                            data.of(image, spec, initial, memory),
                            context.origin(image)));
        }
    }

    private void apart(Placed here, List<Placed> placed) {
        StreamFile.Image image = here.image;
        for (Placed other : placed) {
            boolean overlap =
                    other.image.memory().equals(image.memory()) && here.start < other.end && other.start < here.end;
            if (overlap && !(image.alias() && other.image.alias())) {
                throw context.where.error(
                        image,
                        "offset",
                        "image '" + image.name() + "' overlaps image '" + other.image.name() + "' (bytes "
                                + other.start + " to " + (other.end - 1) + " of memory '" + image.memory()
                                + "'); if that is meant, give both alias: true");
            }
        }
    }

    private ImageSpec spec(StreamFile.Image image) {
        int dimensions = image.extent().size();
        if (dimensions < 1 || dimensions > 3) {
            throw context.where.error(image, "extent", "extent: expected 1 to 3 numbers of texels, got " + dimensions);
        }
        for (int i = 0; i < dimensions; i++) {
            int edge = image.extent().get(i);
            if (edge < 1 || edge > ImageSpec.MAX_EXTENT) {
                throw context.where.error(
                        image, "extent", i, "extent: " + edge + " is not from 1 to " + ImageSpec.MAX_EXTENT);
            }
        }
        Format format = Format.of(image.format());
        if (format == null) {
            throw context.where.error(
                    image,
                    "format",
                    "format: Sluice knows no format '" + image.format() + "'"
                            + Nearest.hint(image.format(), Format.names()));
        }
        try {
            return new ImageSpec(
                    image.name(),
                    format,
                    image.extent().get(0),
                    dimensions > 1 ? image.extent().get(1) : 1,
                    dimensions > 2 ? image.extent().get(2) : 1,
                    image.layers(),
                    image.levels(),
                    image.samples(),
                    image.tiling(),
                    usage(image, format));
        } catch (InvalidImageException e) {
            throw fault(image, e);
        }
    }

    /** A fault that the spec found, at the key that it speaks of. */
    private ConfigException fault(StreamFile.Image image, InvalidImageException problem) {
        String key = problem.property().name().toLowerCase(Locale.ROOT);
        return context.where.error(image, key, "images: " + image.name() + ": " + problem.getMessage());
    }

    private SurfaceLayout layout(StreamFile.Image image, ImageSpec spec) {
        try {
            return new SurfaceLayout(spec, context.device.rop().tileBytes());
        } catch (InvalidImageException e) {
            throw fault(image, e);
        }
    }

    private void aligned(StreamFile.Image image, ImageSpec spec, SurfaceLayout layout) {
        long offset = image.offset().bytes();
        long alignment = layout.alignment();
        if (offset % alignment != 0) {
            long below = offset - offset % alignment;
            throw context.where.error(
                    image,
                    "offset",
                    "offset: " + offset + " is not a multiple of " + alignment + " bytes, as an image of tiling "
                            + spec.tiling() + " needs on this device; " + below + " or " + (below + alignment)
                            + " would be right");
        }
    }

    private ImageLayout initialLayout(StreamFile.Image image) {
        ImageLayout layout = ImageLayout.of(image.initialLayout());
        if (layout == null) {
            throw context.where.error(
                    image,
                    "initialLayout",
                    "initialLayout: unknown image layout '" + image.initialLayout() + "'"
                            + Nearest.hint(image.initialLayout(), ImageTable.LAYOUTS));
        }
        return layout;
    }

    private Set<String> usage(StreamFile.Image image, Format format) {
        Set<String> usage = new LinkedHashSet<>();
        for (int i = 0; i < image.usage().size(); i++) {
            String name =
                    image.usage().get(i).replaceFirst("^VK_IMAGE_USAGE_", "").replaceFirst("_BIT(?=$|_(KHR|EXT)$)", "");
            if (!USAGE.contains(name)) {
                throw context.where.error(
                        image, "usage", i, "usage: unknown flag '" + name + "'" + Nearest.hint(name, USAGE));
            }
            boolean color = name.equals("COLOR_ATTACHMENT");
            if ((color || name.equals("DEPTH_STENCIL_ATTACHMENT")) && color != format.color()) {
                throw context.where.error(image, "usage", i, "usage: " + name + " does not go with format " + format);
            }
            usage.add(name);
        }
        if (usage.isEmpty()) {
            usage.addAll(List.of("TRANSFER_SRC", "TRANSFER_DST", "SAMPLED", "INPUT_ATTACHMENT"));
            usage.add(format.color() ? "COLOR_ATTACHMENT" : "DEPTH_STENCIL_ATTACHMENT");
        }
        return usage;
    }
}
