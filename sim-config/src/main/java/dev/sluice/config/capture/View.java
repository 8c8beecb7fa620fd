// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.config.source.ScalarNode;
import dev.sluice.config.stream.GraphicsFile;
import dev.sluice.program.image.Format;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A {@code VkImageView}. */
final class View {
    final Named name;
    final Image image;
    final Format format;
    final int level;
    final int levels;
    /** The first layer, or slice of a three-dimensional image. */
    final int layer;
    /** Layers, or slices of the first level. */
    final int layers;

    final LayoutsNow.Part part;
    private final List<String> aspects;
    private final boolean ofSlices;
    private @Nullable View whole;
    /** Whether a command of the stream names it, so that the stream must declare it. */
    private boolean used;

    View(Named name, Image image, Format format, Struct info) {
        this.name = name;
        this.image = image;
        this.format = format;
        Struct range = info.struct("subresourceRange");
        part = image.part(range);
        level = part.level();
        aspects = image.aspects(range.number("aspectMask"));
        boolean volume = image.spec.depth() > 1;
        // layers of such views are slices of one level (Vulkan specification, VkImageViewCreateInfo)
        ofSlices = volume && !info.text("viewType").endsWith("3D");
        levels = ofSlices ? 1 : part.levels();
        int depth = image.spec.depth(level);
        if (ofSlices) {
            layer = (int) Math.max(0, Math.min(range.number("baseArrayLayer", 0), depth - 1L));
            layers = (int) Math.max(1, Math.min(range.number("layerCount"), depth - (long) layer));
        } else {
            layer = part.layer();
            layers = volume ? depth : part.layers();
        }
    }

    private View(Named name, View slices) {
        this.name = name;
        image = slices.image;
        format = slices.format;
        part = slices.part;
        level = slices.level;
        levels = slices.levels;
        aspects = slices.aspects;
        ofSlices = false;
        layer = 0;
        layers = image.spec.depth(level);
    }

    /**
     * What shaders see of it: a view of slices of a three-dimensional image is, for them, one of all the slices of its level.
     *
     * @param other makes the name of a view that the capture has no handle for
     */
    View seen(Supplier<Named> other) {
        if (!ofSlices) {
            return this;
        }
        View all = whole;
        if (all == null) {
            all = new View(other.get(), this);
            whole = all;
        }
        return all;
    }

    /** Those that commands of the stream name: itself, and what shaders see of it. */
    Stream<View> declared() {
        return Stream.of(this, whole).filter(Objects::nonNull).filter(View::used);
    }

    /** Notes that a command of the stream names it. */
    void use() {
        used = true;
        image.use();
    }

    private boolean used() {
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
                ofSlices ? "2D_ARRAY" : null,
                new GraphicsFile.Subresources(
                        aspects,
                        level,
                        ScalarNode.of(levels),
                        ofSlices ? layer : part.layer(),
                        ScalarNode.of(ofSlices ? layers : part.layers())));
    }
}
