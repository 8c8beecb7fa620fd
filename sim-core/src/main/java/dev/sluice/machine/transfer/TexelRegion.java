// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.transfer;

import dev.sluice.program.image.Format;
import org.jspecify.annotations.Nullable;

/**
 * A box of texels to move.
 *
 * @param width texels, positive
 * @param height rows, positive
 * @param depth slices or layers, positive
 * @param part the bytes that move of each texel; null for all
 */
public record TexelRegion(
        TexelPlace source, TexelPlace destination, int width, int height, int depth, Format.@Nullable Part part) {

    /** A box of whole texels. */
    public TexelRegion(TexelPlace source, TexelPlace destination, int width, int height, int depth) {
        this(source, destination, width, height, depth, null);
    }

    /** @throws IllegalArgumentException if a side does not hold the box */
    public TexelRegion {
        if (width < 1 || height < 1 || depth < 1) {
            throw new IllegalArgumentException("a box must have texels, not " + width + " x " + height + " x " + depth);
        }
        source = source.of(width, height, depth);
        destination = destination.of(width, height, depth);
    }
}
