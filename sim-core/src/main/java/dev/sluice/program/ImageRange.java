// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program;

import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.ImageSpec;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Subresources of an image (Vulkan specification, VkImageSubresourceRange), resolved: counts are numbers, never "the
 * rest".
 */
public record ImageRange(String image, Set<Aspect> aspects, int level, int levels, int layer, int layers) {
    public ImageRange {
        aspects = Set.copyOf(aspects);
    }

    /** All of an image. */
    public static ImageRange whole(ImageSpec image) {
        return new ImageRange(image.name(), image.format().aspects(), 0, image.levels(), 0, image.layers());
    }

    /** Whether it has this subresource; of a volume, a slice is no layer. */
    public boolean has(Aspect aspect, int ofLevel, int ofLayer) {
        return aspects.contains(aspect)
                && ofLevel >= level
                && ofLevel < level + levels
                && ofLayer >= layer
                && ofLayer < layer + layers;
    }

    /** Whether it has a subresource that another range of the image has, too. */
    public boolean overlaps(ImageRange other) {
        return image.equals(other.image)
                && aspects.stream().anyMatch(other.aspects::contains)
                && level < other.level + other.levels
                && other.level < level + levels
                && layer < other.layer + other.layers
                && other.layer < layer + layers;
    }

    /** The subresources in words: {@code level 1, layers 0 to 5}; aspects where it is not colour. */
    public String words() {
        String which = aspects.contains(Aspect.COLOR)
                ? ""
                : aspects.stream()
                        .sorted()
                        .map(aspect -> aspect.name().toLowerCase(Locale.ROOT))
                        .collect(Collectors.joining(" and ", "", ", "));
        return which + words("level", level, levels) + ", " + words("layer", layer, layers);
    }

    private static String words(String what, int first, int count) {
        return count == 1 ? what + " " + first : what + "s " + first + " to " + (first + count - 1);
    }

    /** Other aspects of the same levels and layers. */
    public ImageRange of(Set<Aspect> others) {
        return new ImageRange(image, others, level, levels, layer, layers);
    }
}
