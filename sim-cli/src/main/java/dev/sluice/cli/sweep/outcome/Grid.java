// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.sweep.outcome;

import dev.sluice.cli.sweep.Objective;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A metric over one or two dimensions; where others vary too, the best over them. */
final class Grid {
    private final Dimension across;
    private final @Nullable Dimension lines;
    private final double[][] values;

    /**
     * @param lines the second dimension; null for none
     * @param objective the metric, and what is best
     */
    Grid(List<Series.Row> rows, Dimension across, @Nullable Dimension lines, Objective objective) {
        this.across = across;
        this.lines = lines;
        values = new double[lines == null ? 1 : lines.values().size()]
                [across.values().size()];
        for (double[] line : values) {
            Arrays.fill(line, Double.NaN);
        }
        for (Series.Row row : rows) {
            Double value = row.metric(objective.metric());
            int x = across.values().indexOf(across.of(row));
            int y = lines == null ? 0 : lines.values().indexOf(lines.of(row));
            if (value != null
                    && x >= 0
                    && y >= 0
                    && (Double.isNaN(values[y][x]) || objective.better(value, values[y][x]))) {
                values[y][x] = value;
            }
        }
    }

    Dimension across() {
        return across;
    }

    @Nullable
    Dimension lines() {
        return lines;
    }

    /** The value at two indices; null where there is no point. */
    @Nullable
    Double value(int x, int line) {
        double value = values[line][x];
        return Double.isNaN(value) ? null : value;
    }

    /** The least value; 0 where there is none. */
    double least() {
        return Arrays.stream(values)
                .flatMapToDouble(Arrays::stream)
                .filter(value -> !Double.isNaN(value))
                .min()
                .orElse(0);
    }

    /** The greatest value; 0 where there is none. */
    double greatest() {
        return Arrays.stream(values)
                .flatMapToDouble(Arrays::stream)
                .filter(value -> !Double.isNaN(value))
                .max()
                .orElse(0);
    }

    /** Whether there is anything to draw. */
    boolean empty() {
        return Arrays.stream(values).flatMapToDouble(Arrays::stream).allMatch(Double::isNaN);
    }
}
