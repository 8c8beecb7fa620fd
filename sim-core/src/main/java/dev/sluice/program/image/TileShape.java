// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.image;

/**
 * A tile of an optimally tiled image: {@code bytes} consecutive bytes that hold {@code width} x {@code height} texels.
 *
 * <p>All tiles of a device have the same size in bytes (8 x 8 pixels of 4 bytes are 256 bytes: Philip Taylor, Vulkan
 * memory dependencies, section Framebuffer compression); how many texels that is follows from the bytes of a texel with
 * all its samples.
 */
public record TileShape(int width, int height, int bytes) {

    /** The largest tile: what one request can carry. */
    public static final int MAX_BYTES = 256;

    /**
     * The tile of texels of a size.
     *
     * @param tileBytes bytes of every tile of the device, a power of two up to {@value #MAX_BYTES}
     * @param texelBytes bytes of a texel with all its samples, a power of two up to 128
     * @throws InvalidImageException if a texel does not fit into a tile
     */
    public static TileShape of(int tileBytes, int texelBytes) {
        int texels = tileBytes / texelBytes;
        if (texels == 0) {
            throw new InvalidImageException(
                    InvalidImageException.Property.SAMPLES,
                    "a texel of " + texelBytes
                            + " bytes, all samples together, does not fit into the device's tiles of " + tileBytes);
        }
        int width = 1;
        int height = 1;
        while (width * height < texels) {
            if (width <= height) {
                width <<= 1;
            } else {
                height <<= 1;
            }
        }
        return new TileShape(width, height, tileBytes);
    }
}
