// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.image;

import org.jspecify.annotations.Nullable;

/**
 * Finds where bytes of views lie, one after the other: what {@link ImageView#offset} says, without its divisions as long as
 * the bytes lie in one row of texels or in the next.
 */
public final class ImageCursor {

    private @Nullable ImageView view;
    /** Bytes of the view's array that the present row holds; none before the first. */
    private long rowStart;

    private long rowEnd;
    /** Offset in the image of the row's first byte. */
    private long rowBase;

    private int level;
    private int slice;
    private int sample;
    private int y;
    private int height;

    /** Log2 of the bytes that a row has in one tile, and of a tile's bytes; a linear image is one wide tile. */
    private int tileRowShift;

    private int tileShift;

    /** The following bytes are of this view. */
    public void begin(ImageView of) {
        if (of == view) {
            return;
        }
        view = of;
        rowStart = 0;
        rowEnd = 0;
        Surface surface = of.surface();
        if (surface.spec().tiling() == Tiling.LINEAR) {
            tileRowShift = Long.SIZE - 2;
            tileShift = 0;
        } else {
            TileShape tile = surface.layout().tile();
            tileRowShift = Integer.numberOfTrailingZeros(
                    tile.width() * surface.spec().format().texelBytes());
            tileShift = Integer.numberOfTrailingZeros(tile.bytes());
        }
    }

    /**
     * Offset from the image's first byte of a byte of the view's array.
     *
     * @param index byte of the array, 0 to {@link ImageView#size()} - 1
     * @throws IllegalStateException before the first {@link #begin}
     */
    public long offset(long index) {
        if (index < rowStart || index >= rowEnd) {
            move(index);
        }
        long inRow = index - rowStart;
        long tile = inRow >> tileRowShift;
        return rowBase + (tile << tileShift) + (inRow - (tile << tileRowShift));
    }

    private void move(long index) {
        ImageView of = view;
        if (of == null) {
            throw new IllegalStateException("no view was chosen");
        }
        long bytes = rowEnd - rowStart;
        if (index >= rowEnd && index - rowEnd < bytes && y + 1 < height) {
            y++;
            rowStart = rowEnd;
            rowEnd += bytes;
        } else {
            find(of, index);
        }
        rowBase = of.surface().layout().offset(level, slice, 0, y, sample);
    }

    private void find(ImageView of, long index) {
        ImageSpec spec = of.surface().spec();
        int i = of.levelOf(index);
        level = of.baseLevel() + i;
        height = spec.height(level);
        long bytes = (long) spec.width(level) * spec.format().texelBytes();
        long row = (index - of.start(i)) / bytes;
        int plane = (int) (row / height);
        y = (int) (row - (long) plane * height);
        int base = spec.depth() > 1 ? 0 : of.baseLayer();
        slice = base + plane / spec.samples();
        sample = plane % spec.samples();
        rowStart = of.start(i) + row * bytes;
        rowEnd = rowStart + bytes;
    }
}
