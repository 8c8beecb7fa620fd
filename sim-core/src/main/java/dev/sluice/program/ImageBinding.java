// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program;

import dev.sluice.program.image.ImageLayout;

/**
 * Levels and layers of an image behind a kernel's binding.
 *
 * @param layout the layout that the descriptor promises the image to be in
 */
public record ImageBinding(String image, int level, int levels, int layer, int layers, ImageLayout layout)
        implements Bound {}
