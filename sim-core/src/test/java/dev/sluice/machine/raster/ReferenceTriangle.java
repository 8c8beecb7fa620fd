// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.raster;

import dev.sluice.program.Coverage;
import java.math.BigDecimal;

/**
 * Coverage by its definition: a sample that is moved by an infinitesimal step to the right, and by a smaller one downwards, lies on
 * the same side of all three edges. Exact, for corners that are multiples of 1/256 pixel.
 */
final class ReferenceTriangle {

    private static final double[][] POSITIONS = {
        {0.5, 0.5},
        {0.75, 0.75, 0.25, 0.25},
        {0.375, 0.125, 0.875, 0.375, 0.125, 0.625, 0.625, 0.875},
        {
            0.5625, 0.3125, 0.4375, 0.6875, 0.8125, 0.5625, 0.3125, 0.1875, 0.1875, 0.8125, 0.0625, 0.4375, 0.6875,
            0.9375, 0.9375, 0.0625
        }
    };

    private ReferenceTriangle() {}

    static boolean covers(Coverage.Triangle t, int x, int y, int samples, int sample) {
        double[] positions = POSITIONS[Integer.numberOfTrailingZeros(samples)];
        double px = x + positions[2 * sample];
        double py = y + positions[2 * sample + 1];
        int a = side(t.x0(), t.y0(), t.x1(), t.y1(), px, py);
        int b = side(t.x1(), t.y1(), t.x2(), t.y2(), px, py);
        int c = side(t.x2(), t.y2(), t.x0(), t.y0(), px, py);
        return a != 0 && a == b && b == c;
    }

    private static int side(double x0, double y0, double x1, double y1, double px, double py) {
        double cross = (x1 - x0) * (py - y0) - (y1 - y0) * (px - x0);
        if (Math.abs(cross) < 1e-3) { // near zero: exactly
            cross = exact(x1, x0)
                    .multiply(exact(py, y0))
                    .subtract(exact(y1, y0).multiply(exact(px, x0)))
                    .signum();
        }
        if (cross != 0) {
            return cross > 0 ? 1 : -1;
        }
        int moved = -(int) Math.signum(y1 - y0);
        return moved != 0 ? moved : (int) Math.signum(x1 - x0);
    }

    private static BigDecimal exact(double a, double b) {
        return new BigDecimal(a).subtract(new BigDecimal(b));
    }
}
