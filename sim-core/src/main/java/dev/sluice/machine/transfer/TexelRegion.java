// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.transfer;

/**
 * A box of texels to move.
 *
 * @param width texels, positive
 * @param height rows, positive
 * @param depth slices or layers, positive
 */
public record TexelRegion(TexelPlace source, TexelPlace destination, int width, int height, int depth) {

    /** @throws IllegalArgumentException if a side does not hold the box */
    public TexelRegion {
        if (width < 1 || height < 1 || depth < 1) {
            throw new IllegalArgumentException("a box must have texels, not " + width + " x " + height + " x " + depth);
        }
        source = source.of(width, height, depth);
        destination = destination.of(width, height, depth);
    }
}
