// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.sweep.outcome;

import dev.sluice.cli.sweep.Objective;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The points than which no other is better in one objective without being worse in the other. */
public final class Pareto {
    private Pareto() {}

    /** The front of a series, the best in the first objective first; of points that are equal in both, the first. */
    public static List<Series.Row> front(List<Series.Row> rows, Objective first, Objective second) {
        List<Series.Row> sorted = new ArrayList<>(best(rows, first, second));
        List<Series.Row> front = new ArrayList<>();
        double reached = Double.NaN;
        for (Series.Row row : sorted) {
            double value = value(row, second);
            if (Double.isNaN(reached) || second.better(value, reached)) {
                front.add(row);
                reached = value;
            }
        }
        return front;
    }

    /** The rows that have both metrics, the best first; of equals that which is better in the second, then the first point. */
    public static List<Series.Row> best(List<Series.Row> rows, Objective first, Objective second) {
        return rows.stream()
                .filter(row -> row.metric(first.metric()) != null && row.metric(second.metric()) != null)
                .sorted(order(first).thenComparing(order(second)).thenComparingInt(Series.Row::point))
                .toList();
    }

    private static Comparator<Series.Row> order(Objective objective) {
        Comparator<Series.Row> less = Comparator.comparingDouble(row -> value(row, objective));
        return objective.more() ? less.reversed() : less;
    }

    private static double value(Series.Row row, Objective objective) {
        Double value = row.metric(objective.metric());
        return value == null ? Double.NaN : value;
    }
}
