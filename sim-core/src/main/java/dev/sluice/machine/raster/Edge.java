// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.raster;

import dev.sluice.machine.rop.PixelBatch;

/**
 * One edge of a triangle: which points lie on its inner side. Reused for one triangle after the other.
 *
 * <p>Coordinates are sub-pixels, y downwards, corners in the order that has the inside on the right of each edge as seen on the
 * screen. Points on the edge are inside of a top or a left edge only, so that of two triangles that share an edge exactly one
 * has them. The side is exact for corners within 2^{@value #EXACT_BITS} sub-pixels of the origin. Beyond, it is computed in
 * floating point, always from the same end of the edge on, so that the two triangles still agree.
 */
final class Edge {

    private static final int EXACT_BITS = 30;
    private static final double EXACT = 1L << EXACT_BITS;
    private static final int BLOCK = PixelBatch.EDGE * SamplePositions.SUBPIXELS;

    private boolean exact;
    private boolean owns;
    // exact: inside if a * x + b * y + c >= 0
    private long a;
    private long b;
    private long c;
    // otherwise: sign of (deltaX * (y - originY) - deltaY * (x - originX)), turned round where the edge was
    private double originX;
    private double originY;
    private double deltaX;
    private double deltaY;
    private boolean turned;

    /** Makes it the edge from one corner to the next. */
    void set(double x0, double y0, double x1, double y1) {
        owns = y1 < y0 || y1 == y0 && x1 > x0;
        exact = Math.abs(x0) <= EXACT && Math.abs(y0) <= EXACT && Math.abs(x1) <= EXACT && Math.abs(y1) <= EXACT;
        if (exact) {
            long dx = (long) x1 - (long) x0;
            long dy = (long) y1 - (long) y0;
            a = -dy;
            b = dx;
            c = dy * (long) x0 - dx * (long) y0 - (owns ? 0 : 1);
            return;
        }
        turned = x1 < x0 || x1 == x0 && y1 < y0;
        originX = turned ? x1 : x0;
        originY = turned ? y1 : y0;
        deltaX = turned ? x0 - x1 : x1 - x0;
        deltaY = turned ? y0 - y1 : y1 - y0;
    }

    boolean inside(long x, long y) {
        if (exact) {
            return a * x + b * y + c >= 0;
        }
        double side = deltaX * (y - originY) - deltaY * (x - originX);
        return side == 0 ? owns : side > 0 != turned;
    }

    /** Whether the whole of the square whose first corner is (x, y) lies outside. */
    boolean excludes(long x, long y, int edge) {
        return !inside(x + (rightIsInner() ? edge : 0), y + (lowerIsInner() ? edge : 0));
    }

    /** Whether the whole of the block whose first corner is (x, y) lies inside. */
    boolean includes(long x, long y) {
        return inside(x + (rightIsInner() ? 0 : BLOCK), y + (lowerIsInner() ? 0 : BLOCK));
    }

    /** Of a block's 64 points, one per pixel from (x, y) on, those inside. */
    long mask(long x, long y) {
        long mask = 0;
        int bit = 0;
        if (!exact) {
            for (int row = 0; row < PixelBatch.EDGE; row++) {
                for (int column = 0; column < PixelBatch.EDGE; column++, bit++) {
                    if (inside(
                            x + (long) column * SamplePositions.SUBPIXELS,
                            y + (long) row * SamplePositions.SUBPIXELS)) {
                        mask |= 1L << bit;
                    }
                }
            }
            return mask;
        }
        long start = a * x + b * y + c;
        long stepX = a * SamplePositions.SUBPIXELS;
        long stepY = b * SamplePositions.SUBPIXELS;
        for (int row = 0; row < PixelBatch.EDGE; row++) {
            long value = start;
            for (int column = 0; column < PixelBatch.EDGE; column++, bit++) {
                mask |= (~value >>> 63) << bit;
                value += stepX;
            }
            start += stepY;
        }
        return mask;
    }

    private boolean rightIsInner() {
        return exact ? a > 0 : deltaY < 0 != turned;
    }

    private boolean lowerIsInner() {
        return exact ? b > 0 : deltaX > 0 != turned;
    }
}
