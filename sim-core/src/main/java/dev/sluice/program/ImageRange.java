// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program;

import dev.sluice.program.image.Aspect;
import java.util.Set;

/**
 * Subresources of an image (Vulkan specification, VkImageSubresourceRange), resolved: counts are numbers, never "the
 * rest".
 */
public record ImageRange(String image, Set<Aspect> aspects, int level, int levels, int layer, int layers) {
    public ImageRange {
        aspects = Set.copyOf(aspects);
    }

    /** Other aspects of the same levels and layers. */
    public ImageRange of(Set<Aspect> others) {
        return new ImageRange(image, others, level, levels, layer, layers);
    }
}
