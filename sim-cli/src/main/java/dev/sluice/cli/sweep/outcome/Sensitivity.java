// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.sweep.outcome;

import dev.sluice.cli.sweep.Objective;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How much a dimension moves a metric, everything else being the same: points that differ in it alone are compared, and their range is
 * given as a share of their mean.
 *
 * @param typical the mean of those ranges
 * @param largest the largest of them
 * @param bestAt the value that is best, alone or with others, most often; of equals the one that is better on average
 * @param groups how many comparisons there were
 */
public record Sensitivity(Dimension dimension, double typical, double largest, String bestAt, int groups) {

    /** Those of all dimensions of a series, the largest typical range first; dimensions that nothing can be compared in are left out. */
    public static List<Sensitivity> of(Series series, List<Dimension> dimensions, Objective objective) {
        List<Sensitivity> all = new ArrayList<>();
        for (Dimension dimension : dimensions) {
            Sensitivity one = of(series, dimensions, dimension, objective);
            if (one.groups() > 0) {
                all.add(one);
            }
        }
        all.sort(Comparator.comparingDouble(Sensitivity::typical).reversed());
        return all;
    }

    private static Sensitivity of(Series series, List<Dimension> dimensions, Dimension dimension, Objective objective) {
        Map<List<String>, List<Series.Row>> groups = new LinkedHashMap<>();
        for (Series.Row row : series.rows()) {
            if (row.metric(objective.metric()) != null) {
                List<String> others = dimensions.stream()
                        .filter(other -> !other.equals(dimension))
                        .map(other -> other.of(row))
                        .toList();
                groups.computeIfAbsent(others, none -> new ArrayList<>()).add(row);
            }
        }
        double sum = 0;
        double largest = 0;
        int count = 0;
        Winners winners = new Winners(dimension.values());
        for (List<Series.Row> group : groups.values()) {
            if (group.size() > 1) {
                double range = range(group, objective, dimension, winners);
                sum += range;
                largest = Math.max(largest, range);
                count++;
            }
        }
        return new Sensitivity(dimension, count == 0 ? 0 : sum / count, largest, winners.best(objective), count);
    }

    private static double range(List<Series.Row> group, Objective objective, Dimension dimension, Winners winners) {
        double least = Double.POSITIVE_INFINITY;
        double greatest = Double.NEGATIVE_INFINITY;
        double sum = 0;
        double winner = value(group.get(0), objective);
        for (Series.Row row : group) {
            double value = value(row, objective);
            least = Math.min(least, value);
            greatest = Math.max(greatest, value);
            sum += value;
            winner = objective.better(value, winner) ? value : winner;
        }
        double mean = sum / group.size();
        if (least < greatest) {
            for (Series.Row row : group) {
                double value = value(row, objective);
                winners.add(dimension.of(row), value == winner, mean == 0 ? 0 : value / Math.abs(mean));
            }
        }
        return mean == 0 ? 0 : (greatest - least) / Math.abs(mean);
    }

    private static double value(Series.Row row, Objective objective) {
        Double value = row.metric(objective.metric());
        return value == null ? 0 : value;
    }
}
