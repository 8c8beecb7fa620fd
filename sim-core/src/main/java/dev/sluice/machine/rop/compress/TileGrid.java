// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop.compress;

import dev.sluice.program.image.SurfaceLayout;

/**
 * How a tile's bytes are texels, for the codec.
 *
 * @param elementBytes bytes of a texel of one sample: 1, 2, 4, 8 or 16
 * @param width texels in a row
 * @param planeTexels texels of one sample; the planes of a tile's samples follow each other
 */
public record TileGrid(int elementBytes, int width, int planeTexels) {

    public TileGrid {
        if (Integer.bitCount(elementBytes) != 1 || elementBytes > 16 || width < 1 || planeTexels < 1) {
            throw new IllegalArgumentException("a tile of texels of " + elementBytes + " bytes, " + width
                    + " in a row, " + planeTexels + " of a sample");
        }
    }

    /** The grid of an image's tiles. */
    public static TileGrid of(SurfaceLayout layout) {
        int width = layout.tile().width();
        return new TileGrid(
                layout.spec().format().texelBytes(),
                width,
                width * layout.tile().height());
    }
}
