// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

/**
 * How many elements an image has in the place of its texels, so that each level has room for all of its blocks: halves of levels are
 * rounded down, and blocks up. Levels beyond the one of a single element are left away, each of which is a block or a part of one.
 */
record BlockExtent(int width, int height, int levels) {

    /** Of an image of texels. */
    static BlockExtent of(Formats.Texel texel, int width, int height, int depth, int levels) {
        if (texel.blockWidth() == 1 && texel.blockHeight() == 1) {
            return new BlockExtent(width, height, levels);
        }
        int across = elements(width, texel.blockWidth(), levels);
        int down = elements(height, texel.blockHeight(), levels);
        int most = Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(depth, Math.max(across, down)));
        return new BlockExtent(across, down, Math.min(levels, most));
    }

    private static int elements(int texels, int block, int levels) {
        int most = blocks(texels, block);
        for (int level = 1; level < levels && texels >> level > block; level++) {
            most = Math.max(most, blocks(texels >> level, block) << level);
        }
        return most;
    }

    private static int blocks(int texels, int block) {
        return (texels + block - 1) / block;
    }
}
