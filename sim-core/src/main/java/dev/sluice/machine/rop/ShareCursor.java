// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop;

import dev.sluice.program.image.Rect;
import org.jspecify.annotations.Nullable;

/**
 * Goes through the tiles of a rectangle of a target that one unit owns: square by square, and within a square as a {@link
 * TileCursor}.
 */
final class ShareCursor {

    private static final int SQUARE = RenderOutputUnits.SQUARE;
    private static final Rect NOTHING = new Rect(0, 0, 0, 0);

    /** The current tile. */
    final TileCursor tile;

    private final int unit;
    private final int units;
    private @Nullable Target target;
    private Rect rect = NOTHING;
    /** Corner of the square after the current one. */
    private int squareX;

    private int squareY;

    /**
     * @param unit the unit's number
     * @param units how many there are
     * @param tileBytes bytes of every tile of the device
     */
    ShareCursor(int unit, int units, int tileBytes) {
        this.unit = unit;
        this.units = units;
        this.tile = new TileCursor(tileBytes);
    }

    /** Begins with a rectangle; what lies outside the target is left out. */
    void start(Target newTarget, Rect newRect) {
        target = newTarget;
        rect = newRect.intersect(newTarget.area());
        squareX = rect.x() & -SQUARE;
        squareY = rect.empty() ? rect.y() + rect.height() : rect.y() & -SQUARE;
        tile.start(newTarget, 0, 0, 0, 0);
    }

    /** Ends where it is. */
    void stop() {
        target = null;
    }

    /** Goes to the next tile; false if there is none. */
    boolean next() {
        Target at = target;
        while (at != null) {
            if (tile.next()) {
                return true;
            }
            if (!nextSquare(at)) {
                return false;
            }
        }
        return false;
    }

    private boolean nextSquare(Target at) {
        int right = rect.x() + rect.width();
        int bottom = rect.y() + rect.height();
        while (squareY < bottom) {
            int left = squareX;
            int top = squareY;
            squareX += SQUARE;
            if (squareX >= right) {
                squareX = rect.x() & -SQUARE;
                squareY += SQUARE;
            }
            if (RenderOutputUnits.owner(left, top, units) == unit) {
                int x = Math.max(left, rect.x());
                int y = Math.max(top, rect.y());
                tile.start(at, x, y, Math.min(left + SQUARE, right) - x, Math.min(top + SQUARE, bottom) - y);
                return true;
            }
        }
        return false;
    }
}
