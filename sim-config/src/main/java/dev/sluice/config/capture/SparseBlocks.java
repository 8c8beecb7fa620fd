// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

/**
 * The blocks of a sparse image, to each of which memory is bound as a whole (Vulkan specification, section Standard Sparse Image
 * Block Shapes; drivers may have other shapes, of as many bytes).
 *
 * @param width texels across one block
 * @param height texels down one block
 * @param depth slices of one block
 */
record SparseBlocks(long width, long height, long depth) {
    /** Bytes of a block. */
    static final long BLOCK = 65_536;

    /** Of images of a format; three-dimensional ones have several slices. */
    static SparseBlocks of(Formats.Texel texel, boolean solid, int sampleCount) {
        int texels = log2(BLOCK) - log2(texel.format().texelBytes());
        int samples = log2(sampleCount);
        int across = up(texels, solid ? 3 : 2);
        int down = solid ? up(texels - across, 2) : texels - across;
        return new SparseBlocks(
                (long) texel.blockWidth() << (across - up(samples, 2)),
                (long) texel.blockHeight() << (down - samples / 2),
                solid ? 1L << (texels - across - down) : 1);
    }

    /** Bytes of memory that blocks take which have so many texels, some of them in part. */
    long bytes(long across, long down, long slices) {
        return blocks(across, width) * blocks(down, height) * blocks(slices, depth) * BLOCK;
    }

    private static long blocks(long texels, long block) {
        return Math.max(1, (texels + block - 1) / block);
    }

    private static int log2(long number) {
        return Long.SIZE - Long.numberOfLeadingZeros(number - 1);
    }

    private static int up(int number, int divisor) {
        return (number + divisor - 1) / divisor;
    }
}
