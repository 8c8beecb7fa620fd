// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.sweep.outcome;

import dev.sluice.cli.sweep.PointRecord;
import dev.sluice.cli.sweep.SweepHeader;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The points of a sweep that compare with each other: those of one stream, or all streams together.
 *
 * @param name the stream's
 * @param rows in the order of the points
 */
public record Series(String name, List<Row> rows) {
    /** The name of that of all streams. */
    public static final String ALL = "all streams";

    /** What a rate moves by at least where somebody would see it: a tenth of a percentage point. */
    private static final double LEAST_RATE = 0.001;

    public Series {
        rows = List.copyOf(rows);
    }

    /**
     * A point with its numbers.
     *
     * @param point its index; that with the first stream, where it stands for several
     * @param values of the axes
     */
    public record Row(int point, List<String> values, Map<String, Double> metrics) {
        /** A metric; null where it has none of this name. */
        public @Nullable Double metric(String name) {
            return metrics.get(name);
        }
    }

    /** Whether points differ in a metric so that it is worth a plot. */
    boolean varies(String metric) {
        DoubleSummaryStatistics values = rows.stream()
                .map(row -> row.metric(metric))
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .summaryStatistics();
        double range = values.getCount() == 0 ? 0 : values.getMax() - values.getMin();
        return Unit.of(metric) == Unit.SHARE ? range >= LEAST_RATE : range > 0;
    }

    /** Those of a sweep: of all streams first, where there are several, then stream by stream; points without numbers are left out. */
    public static List<Series> of(SweepHeader header, Map<Integer, PointRecord> records) {
        Map<String, List<Row>> byStream = new LinkedHashMap<>();
        header.streams().forEach(stream -> byStream.put(stream, new ArrayList<>()));
        new TreeMap<>(records).forEach((index, record) -> {
            if (record.ok()) {
                Map<String, Double> metrics = new LinkedHashMap<>();
                record.metrics().forEach((name, value) -> metrics.put(name, value.doubleValue()));
                List<String> values = header.values().get(index);
                byStream.computeIfAbsent(values.get(0), stream -> new ArrayList<>())
                        .add(new Row(index, values.subList(1, values.size()), metrics));
            }
        });
        List<Series> all = new ArrayList<>();
        if (byStream.size() > 1) {
            all.add(together(List.copyOf(byStream.values())));
        }
        byStream.forEach((stream, rows) -> all.add(new Series(stream, rows)));
        return all;
    }

    /**
     * Combinations that ran with every stream: each metric's geometric mean, or of all of them its arithmetic one where any stream has 0
     * or less anywhere, so that points compare.
     */
    private static Series together(List<List<Row>> streams) {
        Set<String> arithmetic = new HashSet<>();
        for (List<Row> stream : streams) {
            for (Row row : stream) {
                row.metrics().forEach((name, value) -> {
                    if (value <= 0) {
                        arithmetic.add(name);
                    }
                });
            }
        }
        List<Row> rows = new ArrayList<>();
        for (Row first : streams.get(0)) {
            List<Row> same = new ArrayList<>();
            for (List<Row> stream : streams) {
                stream.stream()
                        .filter(row -> row.values().equals(first.values()))
                        .findFirst()
                        .ifPresent(same::add);
            }
            if (same.size() == streams.size()) {
                Map<String, Double> metrics = new LinkedHashMap<>();
                first.metrics().keySet().forEach(name -> {
                    Double mean =
                            mean(same.stream().map(row -> row.metric(name)).toList(), !arithmetic.contains(name));
                    if (mean != null) {
                        metrics.put(name, mean);
                    }
                });
                rows.add(new Row(first.point(), first.values(), metrics));
            }
        }
        return new Series(ALL, rows);
    }

    private static @Nullable Double mean(List<@Nullable Double> values, boolean geometric) {
        double sum = 0;
        for (Double value : values) {
            if (value == null) {
                return null;
            }
            sum += geometric ? StrictMath.log(value) : value;
        }
        boolean equal = values.stream().allMatch(value -> value != null && value.equals(values.get(0)));
        return equal ? values.get(0) : geometric ? StrictMath.exp(sum / values.size()) : sum / values.size();
    }
}
