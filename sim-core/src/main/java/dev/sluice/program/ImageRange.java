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
}
