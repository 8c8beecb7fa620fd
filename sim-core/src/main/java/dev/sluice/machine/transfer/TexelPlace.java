// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.transfer;

import dev.sluice.program.image.ImageSpec;
import dev.sluice.program.image.Surface;
import dev.sluice.program.image.Tiling;
import org.jspecify.annotations.Nullable;

/**
 * Where the first texel of a box lies: in a level and slice of an image, or in a buffer.
 *
 * @param surface the image, or null for a buffer
 * @param slice array layer, or z of a three-dimensional image
 * @param address of the first texel in a buffer
 * @param rowLength texels from a row to the next in a buffer; 0 for rows without gaps
 * @param imageHeight rows from a slice to the next in a buffer; 0 for slices without gaps
 */
public record TexelPlace(
        @Nullable Surface surface, int level, int slice, int x, int y, long address, int rowLength, int imageHeight) {

    /** A place in an image. */
    public static TexelPlace image(Surface surface, int level, int slice, int x, int y) {
        return new TexelPlace(surface, level, slice, x, y, 0, 0, 0);
    }

    /** A place in a buffer. */
    public static TexelPlace buffer(long address, int rowLength, int imageHeight) {
        return new TexelPlace(null, 0, 0, 0, 0, address, rowLength, imageHeight);
    }

    /** Whether texels lie in tiles. */
    boolean tiled() {
        return surface != null && surface.spec().tiling() == Tiling.OPTIMAL;
    }

    /** This place with the gaps of a buffer spelt out, for a box of an extent that must lie within the image. */
    TexelPlace of(int width, int height, int depth) {
        Surface image = surface;
        if (image == null) {
            int row = rowLength == 0 ? width : rowLength;
            int rows = imageHeight == 0 ? height : imageHeight;
            if (row < width || rows < height) {
                throw new IllegalArgumentException("rows of " + row + " texels and slices of " + rows
                        + " rows do not hold a box of " + width + " x " + height);
            }
            return buffer(address, row, rows);
        }
        requireWithin(image.spec(), width, height, depth);
        return this;
    }

    /** Throws if a box of an extent from here on is not within an image. */
    void requireWithin(ImageSpec spec, int width, int height, int depth) {
        if (level < 0 || level >= spec.levels()) {
            throw new IllegalArgumentException(
                    "image " + spec.name() + " has " + spec.levels() + " levels; there is no level " + level);
        }
        int slices = spec.depth() > 1 ? spec.depth(level) : spec.layers();
        if (x < 0
                || y < 0
                || slice < 0
                || (long) x + width > spec.width(level)
                || (long) y + height > spec.height(level)
                || (long) slice + depth > slices) {
            throw new IllegalArgumentException("a box of " + width + " x " + height + " x " + depth + " from (" + x
                    + ", " + y + ", " + slice + ") is not within level " + level + " of image " + spec.name() + ", "
                    + spec.width(level) + " x " + spec.height(level) + " x " + slices);
        }
    }

    /** Address of a sample of the texel so many columns, rows and slices further. */
    long address(int dx, int dy, int dz, int sample, int texelBytes) {
        Surface image = surface;
        return image == null
                ? address + (((long) dz * imageHeight + dy) * rowLength + dx) * texelBytes
                : image.address(level, slice + dz, x + dx, y + dy, sample);
    }

    /** How many texels from {@code dx} columns on, {@code limit} at most, lie next to each other in memory. */
    int run(int dx, int limit) {
        Surface image = surface;
        if (image == null || !tiled()) {
            return limit;
        }
        int width = image.layout().tile().width();
        return Math.min(limit, width - (x + dx & width - 1));
    }

    /** How many rows from {@code dy} rows on, {@code limit} at most, lie in the same tiles. */
    int rows(int dy, int limit) {
        Surface image = surface;
        if (image == null || !tiled()) {
            return 1;
        }
        int height = image.layout().tile().height();
        return Math.min(limit, height - (y + dy & height - 1));
    }
}
