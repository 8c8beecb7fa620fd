// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program;

import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.Format;
import java.util.Set;

/**
 * One layer of one level of an image, or one slice of a three-dimensional image.
 *
 * @param layer array layer, or z of a three-dimensional image
 * @param format what its texels are taken for: that of the view, or of the image where it is none
 * @param volume whether it is a slice, which has its level's only subresource in common with the other slices (Vulkan
 *     specification, section Image Views)
 */
public record ImageSlice(String image, int level, int layer, Format format, boolean volume) {

    /** A layer of an image that is not three-dimensional. */
    public ImageSlice(String image, int level, int layer, Format format) {
        this(image, level, layer, format, false);
    }

    /** The same so many layers or slices further. */
    public ImageSlice moved(int layers) {
        return layers == 0 ? this : new ImageSlice(image, level, layer + layers, format, volume);
    }

    /** Array layer of the subresource that it is, or is part of. */
    public int arrayLayer() {
        return volume ? 0 : layer;
    }

    /** The subresource that it is, or is part of. */
    public ImageRange subresource(Set<Aspect> aspects) {
        return new ImageRange(image, aspects, level, 1, arrayLayer(), 1);
    }
}
