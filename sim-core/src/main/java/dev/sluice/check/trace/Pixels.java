// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.trace;

import dev.sluice.program.Coverage;
import dev.sluice.program.image.Rect;
import dev.sluice.program.kind.UnknownKindException;
import java.util.ArrayList;
import java.util.List;

/**
 * The pixels that a draw covers, as runs: x, y and the end of x, one after another.
 *
 * @param exact whether these are the pixels covered, and not a superset
 */
record Pixels(int[] rows, boolean exact) {

    /** The pixels of a coverage within a render area; of multisampled triangles every pixel that they touch. */
    static Pixels of(Coverage coverage, Rect area, int samples) {
        List<int[]> runs = new ArrayList<>();
        boolean exact = true;
        if (coverage instanceof Coverage.Fullscreen) {
            rect(runs, area);
        } else if (coverage instanceof Coverage.Rectangles rectangles) {
            rectangles.rects().forEach(rect -> rect(runs, rect.intersect(area)));
        } else if (coverage instanceof Coverage.Triangles triangles) {
            for (Coverage.Triangle triangle : triangles.triangles()) {
                triangle(runs, triangle, area, samples > 1);
            }
            exact = samples == 1;
        } else {
            throw new UnknownKindException(coverage);
        }
        int[] rows = new int[3 * runs.size()];
        for (int i = 0; i < runs.size(); i++) {
            System.arraycopy(runs.get(i), 0, rows, 3 * i, 3);
        }
        return new Pixels(rows, exact);
    }

    private static void rect(List<int[]> runs, Rect rect) {
        for (int y = rect.y(); y < rect.y() + rect.height(); y++) {
            if (rect.width() > 0) {
                runs.add(new int[] {rect.x(), y, rect.x() + rect.width()});
            }
        }
    }

    /** The pixels whose centres lie within a triangle, or that it touches at all. */
    private static void triangle(List<int[]> runs, Coverage.Triangle t, Rect area, boolean touched) {
        double[] xs = {t.x0(), t.x1(), t.x2()};
        double[] ys = {t.y0(), t.y1(), t.y2()};
        double reach = touched ? 0.5 : 0;
        double top = Math.min(ys[0], Math.min(ys[1], ys[2])) - 1;
        double bottom = Math.max(ys[0], Math.max(ys[1], ys[2])) + 1;
        int firstRow = (int) Math.max(area.y(), Math.floor(top));
        int lastRow = (int) Math.min((double) area.y() + area.height() - 1, Math.ceil(bottom));
        for (int y = firstRow; y <= lastRow; y++) {
            double[] span = span(xs, ys, y + 0.5 - reach, y + 0.5 + reach);
            if (span[0] <= span[1]) {
                int left = (int) Math.max(area.x(), Math.ceil(span[0] - 0.5 - reach));
                int right = (int) Math.min((double) area.x() + area.width(), Math.floor(span[1] - 0.5 + reach) + 1);
                if (left < right) {
                    runs.add(new int[] {left, y, right});
                }
            }
        }
    }

    /** The least and the greatest x of a triangle between two y. */
    private static double[] span(double[] xs, double[] ys, double from, double to) {
        double[] span = {Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY};
        for (int i = 0; i < 3; i++) {
            int j = (i + 1) % 3;
            if (ys[i] >= from && ys[i] <= to) {
                widen(span, xs[i]);
            }
            for (double y : new double[] {from, to}) {
                double low = Math.min(ys[i], ys[j]);
                double high = Math.max(ys[i], ys[j]);
                if (y >= low && y <= high && low < high) {
                    widen(span, xs[i] + (xs[j] - xs[i]) * (y - ys[i]) / (ys[j] - ys[i]));
                }
            }
        }
        return span;
    }

    private static void widen(double[] span, double x) {
        span[0] = Math.min(span[0], x);
        span[1] = Math.max(span[1], x);
    }

    /** The texels of these pixels in a layer of a level. */
    Intervals in(Space space, int level, int layer) {
        Intervals.Builder texels = new Intervals.Builder();
        for (int i = 0; i < rows.length; i += 3) {
            space.addRect(texels, level, layer, rows[i], rows[i + 1], (long) rows[i + 2] - rows[i], 1);
        }
        return texels.build();
    }
}
