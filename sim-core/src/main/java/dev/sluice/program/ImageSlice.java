// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program;

import dev.sluice.program.image.Format;

/**
 * One layer of one level of an image.
 *
 * @param format what its texels are taken for: that of the view, or of the image where it is none
 */
public record ImageSlice(String image, int level, int layer, Format format) {

    /** The same so many layers further. */
    public ImageSlice moved(int layers) {
        return layers == 0 ? this : new ImageSlice(image, level, layer + layers, format);
    }
}
