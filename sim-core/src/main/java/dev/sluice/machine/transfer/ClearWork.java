// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.transfer;

import dev.sluice.program.image.SurfaceLayout;
import dev.sluice.program.image.TexelCodec;
import dev.sluice.program.image.Tiling;
import java.util.List;

/** Fills subresources with a texel: rows of tiles, or rows of texels, a request's worth of bytes a piece. */
final class ClearWork extends TexelWork {

    private final List<ImageClear> clears;
    private final byte[] texel = new byte[16];
    private int clear;
    private int level;
    private int slice;
    private int row;
    private long done;

    ClearWork(List<ImageClear> clears) {
        this.clears = List.copyOf(clears);
        if (clears.isEmpty()) {
            throw new IllegalArgumentException("a clear needs a range");
        }
    }

    @Override
    boolean exhausted() {
        return clear == clears.size();
    }

    @Override
    void plan(ImagePiece piece) {
        ImageClear range = clears.get(clear);
        SurfaceLayout layout = range.surface().layout();
        boolean tiled = layout.spec().tiling() == Tiling.OPTIMAL;
        int atLevel = range.level() + level;
        int layer = layout.spec().depth() > 1 ? slice : range.layer() + slice;
        long start = tiled
                ? layout.tileOffset(atLevel, layer, 0, row * layout.tile().height())
                : layout.offset(atLevel, layer, 0, row, 0);
        int texelBytes = layout.spec().format().texelBytes();
        int width = layout.spec().width(atLevel);
        long length = tiled
                ? (long) -Math.floorDiv(-width, layout.tile().width())
                        * layout.tile().bytes()
                : (long) width * texelBytes;
        long address = range.surface().base() + start + done;
        int size = (int) Math.min(length - done, piece.chunkBytes() - (address & piece.chunkBytes() - 1));
        piece.region = clear;
        piece.first = address;
        piece.from = 0;
        piece.to = size;
        if (range.wholeTexels()) {
            piece.write(address, size, true);
        } else {
            writeAspects(piece, range, texelBytes);
        }
        done += size;
        if (done == length) {
            done = 0;
            advance(range, tiled ? layout.tilesDown(atLevel) : layout.spec().height(atLevel), atLevel);
        }
    }

    private static void writeAspects(ImagePiece piece, ImageClear range, int texelBytes) {
        for (int i = 0; i < piece.to; i++) {
            long address = piece.first + i;
            int place = (int) (address - range.surface().base()) & texelBytes - 1;
            if ((range.byteMask() >>> place & 1) != 0) {
                piece.write(address, 1, true);
            }
        }
    }

    private void advance(ImageClear range, int rows, int atLevel) {
        if (++row < rows) {
            return;
        }
        row = 0;
        if (++slice < range.slices(atLevel)) {
            return;
        }
        slice = 0;
        if (++level == range.levels()) {
            level = 0;
            clear++;
        }
    }

    @Override
    void compute(ImagePiece piece) {
        ImageClear range = clears.get(piece.region);
        int texelBytes = range.surface().spec().format().texelBytes();
        TexelCodec.putTexel(texel, 0, texelBytes, range.low(), range.high());
        int place = (int) (piece.first - range.surface().base()) & texelBytes - 1;
        piece.repeat(piece.first, piece.to, texel, texelBytes, place);
    }
}
