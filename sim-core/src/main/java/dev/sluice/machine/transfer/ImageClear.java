// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.transfer;

import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.AspectBytes;
import dev.sluice.program.image.ClearValue;
import dev.sluice.program.image.ImageSpec;
import dev.sluice.program.image.Surface;
import dev.sluice.program.image.TexelCodec;
import java.util.Set;

/**
 * Whole subresources of an image to fill with one texel value, all samples alike.
 *
 * <p>Tiles are written whole, with the texels beyond the image's edge that they have room for; tiles that only pad a row are not.
 *
 * @param low first 64 bits of the texel
 * @param high the rest
 * @param byteMask bytes of a texel that are written, bit b for byte b
 * @param layer first array layer; all slices of a three-dimensional image are cleared
 */
public record ImageClear(
        Surface surface, long low, long high, int byteMask, int level, int levels, int layer, int layers) {

    /** @throws IllegalArgumentException if the image has not these levels and layers, or nothing is to be written */
    public ImageClear {
        ImageSpec spec = surface.spec();
        spec.require("clear", level, levels, layer, layers);
        if (byteMask == 0) {
            throw new IllegalArgumentException("image " + spec.name() + " has none of the aspects to clear");
        }
    }

    /** A clear of some aspects with a value, encoded in the image's format. */
    public static ImageClear of(
            Surface surface, ClearValue value, Set<Aspect> aspects, int level, int levels, int layer, int layers) {
        double[] rgba = new double[4];
        for (int i = 0; i < Math.min(rgba.length, value.color().size()); i++) {
            rgba[i] = value.color().get(i);
        }
        long[] bits = new long[2];
        TexelCodec.encode(surface.spec().format(), rgba, bits);
        return new ImageClear(
                surface,
                bits[0],
                bits[1],
                AspectBytes.withUnused(surface.spec().format(), aspects),
                level,
                levels,
                layer,
                layers);
    }

    int slices(int ofLevel) {
        return surface.spec().depth() > 1 ? surface.spec().depth(ofLevel) : layers;
    }

    boolean wholeTexels() {
        return byteMask == (1 << surface.spec().format().texelBytes()) - 1;
    }
}
