// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.transfer;

import dev.sluice.program.image.Format;
import dev.sluice.program.image.ImageSpec;
import dev.sluice.program.image.Surface;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Boxes of texels to scale from one image to another, with conversion of formats.
 *
 * <p>Coordinates are those of Vulkan 1.4.360 (Copy Commands, Image Copies with Scaling): the centre of each destination texel is
 * scaled into the source box, and coordinates are clamped to the source level's edge.
 *
 * @param linear whether the two, four or eight nearest texels are weighted; integer, depth and stencil formats are never
 *     filtered
 */
public record ImageBlit(Surface source, Surface destination, boolean linear, List<Region> regions) {

    /**
     * @throws IllegalArgumentException if there is no region, an image is multisampled, or a box is empty or not within its image
     */
    public ImageBlit {
        regions = List.copyOf(regions);
        if (regions.isEmpty()) {
            throw new IllegalArgumentException("a blit needs a region");
        }
        if (source.spec().samples() > 1 || destination.spec().samples() > 1) {
            throw new IllegalArgumentException("a blit's images must have one sample per texel");
        }
        for (Region region : regions) {
            region.source().within(source.spec());
            region.destination().within(destination.spec());
        }
    }

    /**
     * One box to scale to another.
     *
     * @param part the bytes that move of each texel; null for all
     */
    public record Region(Box source, Box destination, Format.@Nullable Part part) {

        /** A region of whole texels. */
        public Region(Box source, Box destination) {
            this(source, destination, null);
        }
    }

    /**
     * A box of texels from one corner to the opposite one; negative extents run backwards from the corner and so mirror.
     *
     * @param slice array layer, or z of a three-dimensional image
     * @param depth slices, 1 for layers
     */
    public record Box(int level, int slice, int x, int y, int width, int height, int depth) {

        int left() {
            return Math.min(x, x + width);
        }

        int top() {
            return Math.min(y, y + height);
        }

        int front() {
            return Math.min(slice, slice + depth);
        }

        private void within(ImageSpec spec) {
            if (width == 0 || height == 0 || depth == 0) {
                throw new IllegalArgumentException("a blit's box must have texels");
            }
            TexelPlace corner = new TexelPlace(null, level, front(), left(), top(), 0, 0, 0);
            corner.requireWithin(spec, Math.abs(width), Math.abs(height), Math.abs(depth));
        }
    }
}
