package dev.sluice.config.capture;

import dev.sluice.core.image.Format;
import java.util.List;
import java.util.Map;

/** A {@code VkImageView}. */
final class View {
    final Named name;
    final Image image;
    final Format format;
    final int level;
    final int levels;
    final int layer;
    final int layers;
    private final List<String> aspects;
    /** Whether a command of the stream names it, so that the stream must declare it. */
    private boolean used;

    View(Named name, Image image, Format format, Struct range) {
        this.name = name;
        this.image = image;
        this.format = format;
        long baseLevel = range.number("baseMipLevel", 0);
        long baseLayer = range.number("baseArrayLayer", 0);
        level = (int) Math.min(baseLevel, image.spec.levels() - 1L);
        levels = Math.max(1, image.levels(level, range.number("levelCount")));
        layer = (int) Math.min(baseLayer, image.spec.layers() - 1L);
        layers = Math.max(1, image.layers(layer, range.number("layerCount")));
        aspects = image.aspects(range.number("aspectMask"));
    }

    /** Its name, for a command that uses it. */
    Named use() {
        used = true;
        return name;
    }

    boolean used() {
        return used;
    }

    int width() {
        return image.spec.width(level);
    }

    int height() {
        return image.spec.height(level);
    }

    /** The entry in the stream's views. */
    Map<String, Object> declaration() {
        return Session.map(
                "image",
                image.name,
                "format",
                format.name(),
                "subresourceRange",
                Session.map(
                        "aspectMask",
                        aspects,
                        "baseMipLevel",
                        level,
                        "levelCount",
                        levels,
                        "baseArrayLayer",
                        layer,
                        "layerCount",
                        layers));
    }
}
