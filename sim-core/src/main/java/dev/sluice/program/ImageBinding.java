// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program;

import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.ImageLayout;
import java.util.Set;

/**
 * Levels and layers of an image behind a kernel's binding.
 *
 * @param aspects what the kernel sees of the texels: all that the format has where the stream names none
 * @param layout the layout that the descriptor promises the image to be in
 */
public record ImageBinding(
        String image, Set<Aspect> aspects, int level, int levels, int layer, int layers, ImageLayout layout)
        implements Bound {
    public ImageBinding {
        aspects = Set.copyOf(aspects);
    }

    /** The same from so many layers further on, or from its last layer on. */
    public ImageBinding moved(int further) {
        int step = Math.min(further, layers - 1);
        return new ImageBinding(image, aspects, level, levels, layer + step, layers - step, layout);
    }
}
