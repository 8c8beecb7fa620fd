// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.raster;

import dev.sluice.program.Coverage;

/** A triangle made ready for rasterisation: corners on the sub-pixel grid, three edges, bounds. Reused. */
final class TriangleSetup {

    /** Coordinates beyond this many sub-pixels are moved here; nothing in an image can tell. */
    private static final double FAR = 1L << 48;

    private final Edge first = new Edge();
    private final Edge second = new Edge();
    private final Edge third = new Edge();
    private double minX;
    private double minY;
    private double maxX;
    private double maxY;

    /** Takes a triangle of either winding; false if it has no area, or a corner that is no number. */
    boolean set(Coverage.Triangle of) {
        double x0 = snap(of.x0());
        double y0 = snap(of.y0());
        double x1 = snap(of.x1());
        double y1 = snap(of.y1());
        double x2 = snap(of.x2());
        double y2 = snap(of.y2());
        if (Double.isNaN(x0 + y0 + x1 + y1 + x2 + y2)) {
            return false;
        }
        int winding = winding((long) (x1 - x0), (long) (y1 - y0), (long) (x2 - x0), (long) (y2 - y0));
        if (winding == 0) {
            return false;
        }
        if (winding > 0) {
            first.set(x0, y0, x1, y1);
            second.set(x1, y1, x2, y2);
            third.set(x2, y2, x0, y0);
        } else {
            first.set(x0, y0, x2, y2);
            second.set(x2, y2, x1, y1);
            third.set(x1, y1, x0, y0);
        }
        minX = Math.min(x0, Math.min(x1, x2));
        minY = Math.min(y0, Math.min(y1, y2));
        maxX = Math.max(x0, Math.max(x1, x2));
        maxY = Math.max(y0, Math.max(y1, y2));
        return true;
    }

    /** First column that a sample can be covered in. */
    double left() {
        return Math.floor(minX / SamplePositions.SUBPIXELS);
    }

    double top() {
        return Math.floor(minY / SamplePositions.SUBPIXELS);
    }

    /** The column past the last that a sample can be covered in. */
    double right() {
        return Math.floor(maxX / SamplePositions.SUBPIXELS) + 1;
    }

    double bottom() {
        return Math.floor(maxY / SamplePositions.SUBPIXELS) + 1;
    }

    /** Whether the triangle certainly covers nothing of the square of pixels at (x, y). */
    boolean excludes(int x, int y, int edge) {
        long px = Rasteriser.subpixels(x);
        long py = Rasteriser.subpixels(y);
        int size = edge * SamplePositions.SUBPIXELS;
        return first.excludes(px, py, size) || second.excludes(px, py, size) || third.excludes(px, py, size);
    }

    /** The pixels of the block at (x, y) whose sample at that sub-pixel position is covered. */
    long mask(int x, int y, int sampleX, int sampleY) {
        long px = Rasteriser.subpixels(x);
        long py = Rasteriser.subpixels(y);
        return mask(first, px, py, sampleX, sampleY)
                & mask(second, px, py, sampleX, sampleY)
                & mask(third, px, py, sampleX, sampleY);
    }

    private static long mask(Edge edge, long x, long y, int sampleX, int sampleY) {
        return edge.includes(x, y) ? -1L : edge.mask(x + sampleX, y + sampleY);
    }

    /** Sign of the triangle's area, exactly: the products have up to 98 bits. */
    private static int winding(long ax, long ay, long bx, long by) {
        int high = Long.compare(Math.multiplyHigh(ax, by), Math.multiplyHigh(ay, bx));
        return high != 0 ? high : Long.compareUnsigned(ax * by, ay * bx);
    }

    private static double snap(double pixels) {
        return Math.max(-FAR, Math.min(FAR, Math.rint(pixels * SamplePositions.SUBPIXELS)));
    }
}
