// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop;

import dev.sluice.program.image.Format;
import dev.sluice.program.image.Rect;
import dev.sluice.program.image.Surface;

/**
 * What a render output unit draws to: one layer of one level of an image.
 *
 * @param level mip level
 * @param layer array layer, or z of a three-dimensional image
 * @param format what its texels are taken for, as large as those of the image and of its aspects
 */
public record Target(Surface surface, int level, int layer, Format format) {

    /** Pixels of a row. */
    public int width() {
        return surface.spec().width(level);
    }

    /** Rows. */
    public int height() {
        return surface.spec().height(level);
    }

    /** Samples of a pixel. */
    public int samples() {
        return surface.spec().samples();
    }

    /** Whether it holds colours, rather than depth or stencil. */
    public boolean color() {
        return format.color();
    }

    /** All its pixels. */
    public Rect area() {
        return new Rect(0, 0, width(), height());
    }
}
