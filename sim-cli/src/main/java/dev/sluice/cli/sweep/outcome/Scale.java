// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.sweep.outcome;

import java.util.ArrayList;
import java.util.List;

/**
 * Values along a side of a drawing, with ticks at round values.
 *
 * @param low the value at its beginning
 * @param high that at its end
 * @param step between ticks
 * @param from the coordinate of the beginning
 * @param to that of the end
 */
record Scale(double low, double high, double step, double from, double to) {
    private static final int TICKS = 5;

    /**
     * A scale that holds values; it begins at 0 unless they are close together, far from it.
     *
     * @param unit bytes have round values of their own
     */
    static Scale of(double least, double greatest, Unit unit, double from, double to) {
        double bottom = least >= 0 && least < 0.5 * greatest ? 0 : least;
        double span = greatest - bottom;
        if (span <= 0) {
            double around = greatest == 0 ? 1 : Math.abs(greatest) * 0.1;
            bottom = greatest - around;
            span = 2 * around;
        }
        double step = round(span / TICKS, unit);
        double low = StrictMath.floor(bottom / step) * step;
        double high = StrictMath.ceil((bottom + span) / step - 1e-9) * step;
        if (unit == Unit.SHARE) {
            high = greatest <= 1 ? Math.min(high, StrictMath.ceil(1 / step - 1e-9) * step) : high;
        }
        return new Scale(Math.max(low, least >= 0 ? 0 : low), high, step, from, to);
    }

    /** The next round value: 1, 2 or 5 of a power of ten, of bytes a power of two. */
    private static double round(double step, Unit unit) {
        if (unit == Unit.BYTES) {
            double power = 1;
            while (power < step) {
                power *= 2;
            }
            return power;
        }
        double power = StrictMath.pow(10, StrictMath.floor(StrictMath.log10(step)));
        for (double factor : new double[] {1, 2, 5}) {
            if (factor * power >= step * 0.999_999) {
                return factor * power;
            }
        }
        return 10 * power;
    }

    /** The coordinate of a value. */
    double at(double value) {
        return from + (value - low) / (high - low) * (to - from);
    }

    /** The values of the ticks. */
    List<Double> ticks() {
        List<Double> ticks = new ArrayList<>();
        for (int i = 0; low + i * step <= high + step * 1e-6; i++) {
            ticks.add(low + i * step);
        }
        return ticks;
    }
}
