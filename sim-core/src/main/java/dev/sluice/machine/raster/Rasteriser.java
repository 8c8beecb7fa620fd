// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.raster;

import dev.sluice.machine.rop.PixelBatch;
import dev.sluice.program.Coverage;
import dev.sluice.program.image.ImageSpec;
import dev.sluice.program.image.Rect;
import dev.sluice.program.kind.UnknownKindException;
import java.util.Arrays;
import java.util.List;

/**
 * Turns coverage into blocks of 8 x 8 pixels, one after the other, with a mask of the covered pixels per sample.
 *
 * <p>Primitives come in order; the blocks of each come by squares of {@value RegionBarrier#SQUARE} pixels, row by row, and row by
 * row within a square. Only blocks in which the primitive covers a sample within the render area come.
 */
final class Rasteriser {

    private static final int EDGE = PixelBatch.EDGE;
    private static final int SQUARE = RegionBarrier.SQUARE;
    private static final int PER_ROW = SQUARE / EDGE;
    private static final int PER_SQUARE = PER_ROW * PER_ROW;
    private static final int SUBPIXELS = SamplePositions.SUBPIXELS;
    private static final int MAX_EXTENT = ImageSpec.MAX_EXTENT;

    /** By sample: the covered pixels of the block, bit row * 8 + column. */
    final long[] coverage = new long[PixelBatch.MAX_SAMPLES];

    /** The block's first column. */
    int x;

    /** The block's first row. */
    int y;

    /** Whether the block is the first of its primitive. */
    boolean firstOfPrimitive;

    private final TriangleSetup triangle = new TriangleSetup();
    private SamplePositions positions = SamplePositions.of(1);
    private int samples = 1;
    private List<Rect> rects = List.of();
    private List<Coverage.Triangle> triangles = List.of();
    private boolean triangular;
    private int primitives;
    private int primitive;

    // the render area within the largest image, and the current primitive's bounds in it, as half-open ranges
    private int areaLeft;
    private int areaTop;
    private int areaRight;
    private int areaBottom;
    private int left;
    private int top;
    private int right;
    private int bottom;

    private int squareX;
    private int squareY;
    private int place;
    private boolean inPrimitive;
    /** No block of the current primitive has come yet. */
    private boolean beforeFirst;

    /** Begins with the first primitive. */
    void start(Coverage of, Rect area, int sampleCount) {
        positions = SamplePositions.of(sampleCount);
        samples = sampleCount;
        Arrays.fill(coverage, 0);
        areaLeft = clamp(area.x());
        areaTop = clamp(area.y());
        areaRight = clamp((long) area.x() + area.width());
        areaBottom = clamp((long) area.y() + area.height());
        rects = List.of();
        triangles = List.of();
        triangular = false;
        if (of instanceof Coverage.Rectangles list) {
            rects = list.rects();
            primitives = rects.size();
        } else if (of instanceof Coverage.Triangles list) {
            triangles = list.triangles();
            primitives = triangles.size();
            triangular = true;
        } else if (of instanceof Coverage.Fullscreen) {
            primitives = 1;
        } else {
            throw new UnknownKindException(of);
        }
        primitive = -1;
        inPrimitive = false;
    }

    /** Goes on to the next block; false if there is none. */
    boolean next() {
        while (inPrimitive || nextPrimitive()) {
            while (squareY < bottom) {
                if (place == 0 && triangular && triangle.excludes(squareX, squareY, SQUARE)) {
                    place = PER_SQUARE;
                }
                while (place < PER_SQUARE) {
                    x = squareX + place % PER_ROW * EDGE;
                    y = squareY + place / PER_ROW * EDGE;
                    place++;
                    if (cover()) {
                        return true;
                    }
                }
                nextSquare();
            }
            inPrimitive = false;
        }
        return false;
    }

    private void nextSquare() {
        place = 0;
        squareX += SQUARE;
        if (squareX >= right) {
            squareX = left & -SQUARE;
            squareY += SQUARE;
        }
    }

    private boolean nextPrimitive() {
        while (++primitive < primitives) {
            if (bound()) {
                squareX = left & -SQUARE;
                squareY = top & -SQUARE;
                place = 0;
                inPrimitive = true;
                beforeFirst = true;
                return true;
            }
        }
        primitive = primitives;
        return false;
    }

    /** Works out the current primitive's bounds; false if nothing of it can be in the area. */
    private boolean bound() {
        left = areaLeft;
        top = areaTop;
        right = areaRight;
        bottom = areaBottom;
        if (triangular) {
            if (!triangle.set(triangles.get(primitive))) {
                return false;
            }
            left = (int) Math.max(left, triangle.left());
            top = (int) Math.max(top, triangle.top());
            right = (int) Math.min(right, triangle.right());
            bottom = (int) Math.min(bottom, triangle.bottom());
        } else if (!rects.isEmpty()) {
            Rect rect = rects.get(primitive);
            left = Math.max(left, clamp(rect.x()));
            top = Math.max(top, clamp(rect.y()));
            right = Math.min(right, clamp((long) rect.x() + rect.width()));
            bottom = Math.min(bottom, clamp((long) rect.y() + rect.height()));
        }
        return left < right && top < bottom;
    }

    /** Computes the masks of the block at (x, y); false if nothing is covered. */
    private boolean cover() {
        long within = columns() & rows();
        if (within == 0) {
            return false;
        }
        long any = within;
        if (!triangular) {
            Arrays.fill(coverage, 0, samples, within);
        } else {
            if (triangle.excludes(x, y, EDGE)) {
                return false;
            }
            any = 0;
            for (int s = 0; s < samples; s++) {
                coverage[s] = within & triangle.mask(x, y, positions.x(s), positions.y(s));
                any |= coverage[s];
            }
        }
        if (any == 0) {
            return false;
        }
        firstOfPrimitive = beforeFirst;
        beforeFirst = false;
        return true;
    }

    private long columns() {
        int from = Math.max(left - x, 0);
        int to = Math.min(right - x, EDGE);
        if (from >= to) {
            return 0;
        }
        long row = (1L << to) - (1L << from);
        return row * 0x0101010101010101L;
    }

    private long rows() {
        int from = Math.max(top - y, 0);
        int to = Math.min(bottom - y, EDGE);
        if (from >= to) {
            return 0;
        }
        return -1L >>> (EDGE - (to - from)) * EDGE << from * EDGE;
    }

    private static int clamp(long coordinate) {
        return (int) Math.max(0, Math.min(MAX_EXTENT, coordinate));
    }

    /** Sub-pixels of a number of pixels. */
    static long subpixels(int pixels) {
        return (long) pixels * SUBPIXELS;
    }
}
