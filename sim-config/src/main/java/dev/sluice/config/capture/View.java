// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.config.source.ScalarNode;
import dev.sluice.config.stream.GraphicsFile;
import dev.sluice.program.image.Format;
import java.util.List;

/** A {@code VkImageView}. */
final class View {
    final Named name;
    final Image image;
    final Format format;
    final int level;
    final int levels;
    final int layer;
    final int layers;
    final LayoutsNow.Part part;
    private final List<String> aspects;
    private final boolean slices;
    /** Whether a command of the stream names it, so that the stream must declare it. */
    private boolean used;

    View(Named name, Image image, Format format, Struct range) {
        this.name = name;
        this.image = image;
        this.format = format;
        part = image.part(range);
        level = part.level();
        levels = part.levels();
        layer = part.layer();
        layers = part.layers();
        slices = image.spec.depth() > 1 && (range.number("baseArrayLayer", 0) > 0 || range.number("layerCount") > 1);
        aspects = image.aspects(range.number("aspectMask"));
    }

    /** Whether it has slices of a three-dimensional image, as layers, other than the first alone. */
    boolean slices() {
        return slices;
    }

    /** Notes that a command of the stream names it. */
    void use() {
        used = true;
        image.use();
    }

    boolean used() {
        return used;
    }

    /** Whether it has texels in common with another. */
    boolean overlaps(View other) {
        return image == other.image
                && level < other.level + other.levels
                && other.level < level + levels
                && layer < other.layer + other.layers
                && other.layer < layer + layers;
    }

    int width() {
        return image.spec.width(level);
    }

    int height() {
        return image.spec.height(level);
    }

    /** The entry in the stream's views. */
    GraphicsFile.View declaration() {
        return new GraphicsFile.View(
                image.name.toString(),
                format.name(),
                null,
                new GraphicsFile.Subresources(aspects, level, ScalarNode.of(levels), layer, ScalarNode.of(layers)));
    }
}
