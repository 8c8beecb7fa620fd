// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program;

import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.Format;
import dev.sluice.program.image.ImageSpec;

/**
 * What one aspect of a level of an image holds before the program begins.
 *
 * @param texels the first texels of the level, as a buffer has them that is copied to it: layers (slices of a three-dimensional
 *     image) one after the other, rows without padding; each sample of a texel holds the same
 */
public record ImageContents(Aspect aspect, int level, Contents texels) {

    /** Bytes from one texel of an aspect to the next in a buffer (Vulkan 1.4.360, Copying Data Between Buffers and Images). */
    public static int bytesPerTexel(Format format, Aspect aspect) {
        return format.has(Aspect.DEPTH) && format.has(Aspect.STENCIL)
                ? format.part(aspect).bufferBytes()
                : format.texelBytes();
    }

    /** Bytes of an aspect of a level with all its layers. */
    public static long bytes(ImageSpec spec, Aspect aspect, int level) {
        return (long) spec.width(level)
                * spec.height(level)
                * spec.depth(level)
                * spec.layers()
                * bytesPerTexel(spec.format(), aspect);
    }
}
