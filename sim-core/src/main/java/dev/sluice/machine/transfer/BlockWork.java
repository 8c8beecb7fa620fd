// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.transfer;

/**
 * Work on boxes of texels, block by block: a block is what a box has of one tile, or of one request's worth of a row where
 * there are no tiles. A block makes one piece, or several where its bytes need more requests than a piece has.
 */
abstract class BlockWork extends TexelWork {

    private final int regions;
    private final int texelBytes;
    private int region;
    private int x;
    private int y;
    private int z;
    /** Texel of the block that the next piece begins with. */
    private int next;

    /** @param texelBytes of the side whose addresses cut rows into blocks */
    BlockWork(int regions, int texelBytes) {
        this.regions = regions;
        this.texelBytes = texelBytes;
    }

    /** Columns of a region. */
    abstract int width(int ofRegion);

    /** Rows of a region. */
    abstract int height(int ofRegion);

    /** Slices of a region. */
    abstract int depth(int ofRegion);

    /** The side whose tiles, or addresses, cut a region into blocks. */
    abstract TexelPlace grid(int ofRegion);

    /**
     * Adds the bytes of up to {@code count} texels of a row to a piece, from column {@code dx} of the region on.
     *
     * @return how many texels the piece had room for; an empty one has room for at least one
     */
    abstract int plan(ImagePiece piece, int ofRegion, int dx, int dy, int dz, int count);

    /** Adds all bytes of a block at once, where that is possible; else does nothing and returns false. */
    boolean planWhole(ImagePiece piece, int ofRegion, int dx, int dy, int dz, int width, int height) {
        return false;
    }

    /** Makes all bytes of a block at once where {@link #planWhole} planned them so. */
    boolean computeWhole(ImagePiece piece, int ofRegion, int dx, int dy, int dz, int width, int height) {
        return false;
    }

    /** Makes the bytes of texels of a row. */
    abstract void compute(ImagePiece piece, int ofRegion, int dx, int dy, int dz, int count);

    @Override
    final boolean exhausted() {
        return region == regions;
    }

    @Override
    final void plan(ImagePiece piece) {
        int width = blockWidth(piece.chunkBytes());
        int height = grid(region).rows(y, height(region) - y);
        int end = width * height;
        int texel = next;
        if (texel == 0 && planWhole(piece, region, x, y, z, width, height)) {
            texel = end;
        }
        while (texel < end) {
            int row = texel / width;
            int column = texel - row * width;
            int planned = plan(piece, region, x + column, y + row, z, width - column);
            texel += planned;
            if (planned < width - column) {
                break;
            }
        }
        piece.region = region;
        piece.x = x;
        piece.y = y;
        piece.z = z;
        piece.width = width;
        piece.from = next;
        piece.to = texel;
        next = texel;
        if (texel == end) {
            next = 0;
            advance(width, height);
        }
    }

    private int blockWidth(int chunkBytes) {
        TexelPlace grid = grid(region);
        int left = width(region) - x;
        if (grid.tiled()) {
            return grid.run(x, left);
        }
        long address = grid.address(x, y, z, 0, texelBytes);
        int room = chunkBytes - (int) (address & chunkBytes - 1);
        return Math.min(left, Math.max(1, room / texelBytes));
    }

    private void advance(int width, int height) {
        x += width;
        if (x < width(region)) {
            return;
        }
        x = 0;
        y += height;
        if (y < height(region)) {
            return;
        }
        y = 0;
        if (++z == depth(region)) {
            z = 0;
            region++;
        }
    }

    @Override
    final void compute(ImagePiece piece) {
        int texel = piece.from;
        int height = piece.to / piece.width;
        if (texel == 0 && computeWhole(piece, piece.region, piece.x, piece.y, piece.z, piece.width, height)) {
            return;
        }
        while (texel < piece.to) {
            int row = texel / piece.width;
            int column = texel - row * piece.width;
            int count = Math.min(piece.width - column, piece.to - texel);
            compute(piece, piece.region, piece.x + column, piece.y + row, piece.z, count);
            texel += count;
        }
    }
}
