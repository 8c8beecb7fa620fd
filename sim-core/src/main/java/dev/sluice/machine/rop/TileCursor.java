// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop;

import dev.sluice.program.image.Surface;
import dev.sluice.program.image.SurfaceLayout;
import dev.sluice.program.image.TileShape;
import dev.sluice.program.image.Tiling;
import org.jspecify.annotations.Nullable;

/**
 * Goes through the tiles that a rectangle of pixels touches, each with the part of the rectangle that lies in it.
 *
 * <p>A linear image has no tiles: there it goes through the rows, cut at multiples of a tile's bytes.
 */
final class TileCursor {

    /** Address of the tile's first byte. */
    long address;
    /** First column of the part. */
    int x;
    /** First row of the part. */
    int y;
    /** Columns of the part. */
    int width;
    /** Rows of the part. */
    int height;
    /** Offset in the tile of sample 0 of the part's first pixel. */
    int origin;
    /** Bytes from a row to the next. */
    int rowStride;
    /** Bytes from a sample to the next. */
    int planeStride;
    /** Logarithm of the bytes of a texel. */
    int texelShift;
    /** Whether the part is all of the tile that exists; never of a linear image. */
    boolean whole;

    private final int tileBytes;
    private @Nullable Target target;
    private int left;
    private int right;
    private int bottom;
    private int nextX;
    private int nextY;

    /** @param tileBytes bytes of every tile of the device */
    TileCursor(int tileBytes) {
        this.tileBytes = tileBytes;
    }

    /** Begins with a rectangle within a target. */
    void start(Target newTarget, int newX, int newY, int newWidth, int newHeight) {
        target = newTarget;
        texelShift = Integer.numberOfTrailingZeros(
                newTarget.surface().spec().format().texelBytes());
        left = newX;
        right = newX + newWidth;
        bottom = newY + newHeight;
        nextX = newX;
        nextY = newWidth > 0 ? newY : bottom;
    }

    /** Goes to the next tile; false if there is none. */
    boolean next() {
        Target at = target;
        if (at == null || nextY >= bottom) {
            return false;
        }
        x = nextX;
        y = nextY;
        if (at.surface().spec().tiling() == Tiling.OPTIMAL) {
            toTile(at);
        } else {
            toRow(at);
        }
        nextX = x + width;
        if (nextX >= right) {
            nextX = left;
            nextY = y + height;
        }
        return true;
    }

    private void toTile(Target at) {
        Surface surface = at.surface();
        SurfaceLayout layout = surface.layout();
        TileShape tile = layout.tile();
        int tileX = x & -tile.width();
        int tileY = y & -tile.height();
        width = Math.min(right, tileX + tile.width()) - x;
        height = Math.min(bottom, tileY + tile.height()) - y;
        address = surface.base() + layout.tileOffset(at.level(), at.layer(), x, y);
        origin = layout.offsetInTile(x, y, 0);
        rowStride = tile.width() << texelShift;
        planeStride = rowStride * tile.height();
        whole = x == tileX
                && y == tileY
                && width == Math.min(tile.width(), at.width() - tileX)
                && height == Math.min(tile.height(), at.height() - tileY);
    }

    private void toRow(Target at) {
        long first = at.surface().address(at.level(), at.layer(), x, y, 0);
        address = first & -tileBytes;
        origin = (int) (first - address);
        width = Math.min(right - x, tileBytes - origin >> texelShift);
        height = 1;
        rowStride = 0;
        planeStride = 0;
        whole = false;
    }
}
