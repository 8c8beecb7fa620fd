// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.image;

/**
 * Where the texels of an image lie, as offsets from its first byte.
 *
 * <p>Levels follow each other from the largest on; within a level, layers (slices of a three-dimensional image) follow each
 * other. {@link Tiling#OPTIMAL}: tiles in rows, an even number of them in each row, each tile {@link TileShape#bytes()} long;
 * within a tile samples are planes, and a plane's texels lie row after row. {@link Tiling#LINEAR}: texels row after row, rows
 * on multiples of {@value #ROW_ALIGNMENT} bytes.
 */
public final class SurfaceLayout {

    /** Alignment of a linear image's rows in bytes. */
    public static final int ROW_ALIGNMENT = 32;

    private final ImageSpec spec;
    private final TileShape tile;
    private final long[] levelOffset;
    private final long[] sliceBytes;
    private final int[] rowUnits;
    private final int widthShift;
    private final int heightShift;
    private final int texelShift;
    private final int planeBytes;
    private final long size;

    /** @param tileBytes bytes of every tile of the device */
    public SurfaceLayout(ImageSpec spec, int tileBytes) {
        this.spec = spec;
        this.tile = TileShape.of(tileBytes, spec.texelBytes());
        this.widthShift = Integer.numberOfTrailingZeros(tile.width());
        this.heightShift = Integer.numberOfTrailingZeros(tile.height());
        this.texelShift = Integer.numberOfTrailingZeros(spec.format().texelBytes());
        this.planeBytes = tile.width() * tile.height() << texelShift;
        this.levelOffset = new long[spec.levels()];
        this.sliceBytes = new long[spec.levels()];
        this.rowUnits = new int[spec.levels()];
        long at = 0;
        for (int level = 0; level < spec.levels(); level++) {
            levelOffset[level] = at;
            if (spec.tiling() == Tiling.OPTIMAL) {
                int across = spec.width(level) + tile.width() - 1 >> widthShift;
                int down = spec.height(level) + tile.height() - 1 >> heightShift;
                rowUnits[level] = across + 1 & -2; // two tiles share a byte of metadata
                sliceBytes[level] = (long) rowUnits[level] * down * tile.bytes();
            } else {
                rowUnits[level] = (spec.width(level) << texelShift) + ROW_ALIGNMENT - 1 & -ROW_ALIGNMENT;
                sliceBytes[level] = (long) rowUnits[level] * spec.height(level);
            }
            at += sliceBytes[level] * spec.layers() * spec.depth(level);
        }
        this.size = at;
    }

    /** The image. */
    public ImageSpec spec() {
        return spec;
    }

    /** The tile of the image's texels; of no meaning to a linear image. */
    public TileShape tile() {
        return tile;
    }

    /** Bytes from the image's first to its last. */
    public long size() {
        return size;
    }

    /** What the address of the first byte must be a multiple of. */
    public int alignment() {
        return spec.tiling() == Tiling.OPTIMAL ? 2 * tile.bytes() : ROW_ALIGNMENT;
    }

    /** Offset of the first byte of a layer (of a slice, for a three-dimensional image) of a level. */
    public long sliceOffset(int level, int slice) {
        return levelOffset[level] + sliceBytes[level] * slice;
    }

    /** Bytes of one layer or slice of a level. */
    public long sliceBytes(int level) {
        return sliceBytes[level];
    }

    /** Tiles in a row of a level, padding included. */
    public int tilesAcross(int level) {
        return rowUnits[level];
    }

    /** Rows of tiles of a level. */
    public int tilesDown(int level) {
        return spec.height(level) + tile.height() - 1 >> heightShift;
    }

    /** Bytes from one row of texels to the next of a linear image. */
    public int rowPitch(int level) {
        return rowUnits[level];
    }

    /** Offset of the tile that holds a texel. */
    public long tileOffset(int level, int slice, int x, int y) {
        return sliceOffset(level, slice)
                + ((long) (y >> heightShift) * rowUnits[level] + (x >> widthShift)) * tile.bytes();
    }

    /** Offset within its tile of a sample of a texel. */
    public int offsetInTile(int x, int y, int sample) {
        int column = x & tile.width() - 1;
        int row = y & tile.height() - 1;
        return sample * planeBytes + ((row << widthShift) + column << texelShift);
    }

    /**
     * Offset of a sample of a texel.
     *
     * @param slice array layer, or z of a three-dimensional image
     */
    public long offset(int level, int slice, int x, int y, int sample) {
        if (spec.tiling() == Tiling.LINEAR) {
            return sliceOffset(level, slice) + (long) y * rowUnits[level] + ((long) x << texelShift);
        }
        return tileOffset(level, slice, x, y) + offsetInTile(x, y, sample);
    }
}
