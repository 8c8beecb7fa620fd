// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.stream;

import dev.sluice.config.source.Node;
import dev.sluice.program.Command.ImageTransfer.Box;
import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.Format;
import dev.sluice.program.image.ImageSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The boxes of texels that a transfer names, held to the edges of their images. */
final class ImageBoxes {
    private final StreamContext context;
    private final ImageTable images;

    /**
     * Layers of a level: {@code count} of them from {@code first} on.
     *
     * @param aspect the one that is meant where the image has depth and stencil; null for whole texels
     */
    record Layers(int level, int first, int count, @Nullable Aspect aspect) {}

    ImageBoxes(StreamContext context, ImageTable images) {
        this.context = context;
        this.images = images;
    }

    /**
     * The level and layers of one side of a region: Sluice's two keys, or Vulkan's structure.
     *
     * @param side the beginning of the side's keys: {@code src}, {@code dst} or {@code image}
     */
    Layers layers(
            Object region,
            String side,
            @Nullable Integer level,
            @Nullable Integer layer,
            ImageStep.@Nullable Layers structure,
            ImageSpec image) {
        String levelKey = side.equals("image") ? "mipLevel" : side + "MipLevel";
        String layerKey = side.equals("image") ? "layer" : side + "Layer";
        if (structure == null) {
            int atLevel = Objects.requireNonNullElse(level, 0);
            int atLayer = Objects.requireNonNullElse(layer, 0);
            images.checkBase(region, levelKey, "levels", atLevel, image.levels(), image.name());
            images.checkBase(region, layerKey, "layers", atLayer, image.layers(), image.name());
            return new Layers(atLevel, atLayer, 1, null);
        }
        if (level != null || layer != null) {
            throw context.where.error(
                    region,
                    side + "Subresource",
                    "'" + side + "Subresource' and '" + (level != null ? levelKey : layerKey) + "' exclude each other");
        }
        images.checkBase(structure, "mipLevel", "levels", structure.mipLevel(), image.levels(), image.name());
        images.checkBase(
                structure, "baseArrayLayer", "layers", structure.baseArrayLayer(), image.layers(), image.name());
        Set<Aspect> aspects = images.aspects(structure, "aspectMask", structure.aspectMask(), image);
        return new Layers(
                structure.mipLevel(),
                structure.baseArrayLayer(),
                images.count(
                        structure,
                        "layerCount",
                        structure.layerCount(),
                        "REMAINING_ARRAY_LAYERS",
                        image.layers() - structure.baseArrayLayer()),
                one(aspects, image.format()));
    }

    private static @Nullable Aspect one(Set<Aspect> aspects, Format format) {
        boolean two = format.has(Aspect.DEPTH) && format.has(Aspect.STENCIL);
        return two && aspects.size() == 1 ? aspects.iterator().next() : null;
    }

    static List<Integer> offset(@Nullable Node node, String key) {
        return node == null ? List.of(0, 0, 0) : Shapes.offset(node, key);
    }

    /** The extent that is written, or all from the offset on. */
    List<Integer> extent(@Nullable Node node, String key, List<Integer> offset, ImageSpec image, int level) {
        return node == null
                ? List.of(
                        Math.max(1, image.width(level) - offset.get(0)),
                        Math.max(1, image.height(level) - offset.get(1)),
                        Math.max(1, image.depth(level) - offset.get(2)))
                : Shapes.extent(node, key);
    }

    /** Level 0 of a layer. */
    static Box whole(ImageSpec image, int layer) {
        return new Box(0, layer, 0, 0, 0, image.width(), image.height(), image.depth());
    }

    /** A box that lies within its level. */
    Box box(
            Object region,
            String key,
            ImageSpec image,
            int level,
            int layer,
            List<Integer> offset,
            List<Integer> extent) {
        check(region, key, "width", image, level, offset.get(0), extent.get(0), image.width(level));
        check(region, key, "height", image, level, offset.get(1), extent.get(1), image.height(level));
        check(region, key, "depth", image, level, offset.get(2), extent.get(2), image.depth(level));
        return new Box(
                level, layer, offset.get(0), offset.get(1), offset.get(2), extent.get(0), extent.get(1), extent.get(2));
    }

    private void check(
            Object region, String key, String edge, ImageSpec image, int level, int from, int count, int total) {
        if (from < 0 || (long) from + count > total) {
            throw context.where.error(
                    region,
                    key,
                    key + ": " + count + " texels from " + from + " on leave image '" + image.name() + "', whose "
                            + edge.toLowerCase(Locale.ROOT) + " at level " + level + " is " + total);
        }
    }

    /** The box from one corner to the other, backwards with a negative extent; the whole level for none. */
    Box corners(Object region, String key, @Nullable Node node, ImageSpec image, int level, int layer) {
        if (node == null) {
            return new Box(level, layer, 0, 0, 0, image.width(level), image.height(level), image.depth(level));
        }
        List<List<Integer>> corners = Shapes.corners(node, key);
        List<Integer> from = corners.get(0);
        List<Integer> to = corners.get(1);
        List<Integer> low = new ArrayList<>();
        List<Integer> extent = new ArrayList<>();
        for (int i = 0; i < from.size(); i++) {
            if (to.get(i).equals(from.get(i))) {
                throw node.error(key + ": the corners " + from + " and " + to + " hold no texel between them");
            }
            low.add(Math.min(from.get(i), to.get(i)));
            extent.add(Math.abs(to.get(i) - from.get(i)));
        }
        box(region, key, image, level, layer, low, extent);
        return new Box(
                level,
                layer,
                from.get(0),
                from.get(1),
                from.get(2),
                to.get(0) - from.get(0),
                to.get(1) - from.get(1),
                to.get(2) - from.get(2));
    }
}
