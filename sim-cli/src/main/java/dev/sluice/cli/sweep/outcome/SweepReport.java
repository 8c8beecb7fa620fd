// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.sweep.outcome;

import dev.sluice.cli.report.Quantity;
import dev.sluice.cli.report.Style;
import dev.sluice.cli.report.Table;
import dev.sluice.cli.sweep.Objective;
import dev.sluice.cli.sweep.PointRecord;
import dev.sluice.cli.sweep.SweepHeader;
import dev.sluice.config.sweep.Axis;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What a sweep says to a person: the best points, what is a bargain, and what moved the metric. */
public final class SweepReport {
    private static final int BEST = 5;
    private static final int FRONT = 20;
    private static final int FAULTS = 4;
    private static final int CELL = 40;

    /** Longer names of axes are told by their ends. */
    private static final int LABEL = 30;

    private final SweepHeader header;
    private final Map<Integer, PointRecord> records;
    private final Style style;
    private final Objective first;
    private final Objective second;
    private final List<Dimension> dimensions;

    /** A report of what is there of a sweep. */
    public SweepReport(SweepHeader header, Map<Integer, PointRecord> records, Style style) {
        this.header = header;
        this.records = records;
        this.style = style;
        first = header.objectives().get(0);
        second = header.objectives().get(1);
        dimensions = Dimension.of(header);
    }

    /** The whole report. */
    public String text() {
        List<String> lines = new ArrayList<>();
        lines.add(head());
        faults(lines);
        for (Series series : Series.of(header, records)) {
            if (!series.rows().isEmpty()) {
                series(series, lines);
            }
        }
        return style.text(lines);
    }

    /** The points without results, and one line of summary. */
    public String quiet() {
        List<String> lines = new ArrayList<>();
        faults(lines);
        lines.add(head() + best());
        return style.text(lines);
    }

    private String head() {
        return style.bold("sweep " + header.name()) + ": " + summary();
    }

    private String best() {
        for (Series series : Series.of(header, records)) {
            List<Series.Row> best = Pareto.best(series.rows(), first, second);
            if (!best.isEmpty()) {
                Series.Row row = best.get(0);
                return "; best by " + first + (header.streams().size() > 1 ? ", " + series.name() : "") + ": "
                        + text(row, first) + " at point " + Quantity.count(row.point() + 1L);
            }
        }
        return "";
    }

    /** How many points there are, and how they ended. */
    public String summary() {
        long ok = records.values().stream().filter(PointRecord::ok).count();
        long cut = records.values().stream()
                .filter(record -> record.status() == PointRecord.Status.CUT)
                .count();
        long failed = records.size() - ok - cut;
        int missing = header.points() - records.size();
        return Quantity.plural(header.points(), "point")
                + (failed == 0 ? "" : ", " + Quantity.count(failed) + " failed")
                + (cut == 0 ? "" : ", " + Quantity.count(cut) + " cut off")
                + (missing == 0 ? "" : ", " + Quantity.count(missing) + " not run");
    }

    private void faults(List<String> lines) {
        Map<String, List<PointRecord>> bad = new LinkedHashMap<>();
        for (PointRecord record : records.values()) {
            if (!record.ok()) {
                bad.computeIfAbsent(String.valueOf(record.message()), message -> new ArrayList<>())
                        .add(record);
            }
        }
        bad.entrySet().stream().limit(FAULTS).forEach(one -> {
            List<PointRecord> alike = one.getValue();
            lines.add("  "
                    + style.bad("point " + Quantity.count(alike.get(0).index() + 1L)
                            + (alike.size() == 1 ? "" : " and " + Quantity.count(alike.size() - 1L) + " more"))
                    + ": " + one.getKey());
        });
        long others = bad.values().stream().skip(FAULTS).mapToLong(List::size).sum();
        if (others > 0) {
            lines.add("  and " + Quantity.count(others) + " more; the files have them all");
        }
    }

    private void series(Series series, List<String> lines) {
        boolean several = header.streams().size() > 1;
        boolean together = several && series.name().equals(Series.ALL);
        lines.add("");
        lines.add(style.bold("Best by " + first + (several ? ", " + series.name() : ""))
                + (together ? " (geometric means)" : ""));
        List<Series.Row> best = Pareto.best(series.rows(), first, second);
        lines.addAll(table(best.subList(0, Math.min(BEST, best.size()))));
        List<Series.Row> front = Pareto.front(series.rows(), first, second);
        if (front.size() > 1) {
            lines.add("");
            lines.add(style.bold("Pareto front: " + first + " against " + second)
                    + (front.size() > FRONT ? ", the first " + FRONT + " of " + front.size() : ""));
            lines.addAll(table(front.subList(0, Math.min(FRONT, front.size()))));
        }
        List<Sensitivity> sensitivities = Sensitivity.of(series, dimensions, first);
        if (!sensitivities.isEmpty()) {
            lines.add("");
            lines.add(style.bold("What moves " + first.metric()));
            Table table = new Table()
                    .left("axis", CELL)
                    .right("typically")
                    .right("at most")
                    .left("best at", CELL)
                    .right("comparisons");
            for (Sensitivity one : sensitivities) {
                table.row(
                        Arrays.stream(one.dimension().name().split(Dimension.JOINED, -1))
                                .map(this::label)
                                .collect(Collectors.joining(Dimension.JOINED)),
                        Quantity.percent(one.typical(), 1),
                        Quantity.percent(one.largest(), 1),
                        one.bestAt(),
                        Quantity.count(one.groups()));
            }
            lines.addAll(table.lines(style));
        }
    }

    private List<String> table(List<Series.Row> rows) {
        Table table = new Table().right("point");
        List<Integer> varied = new ArrayList<>();
        for (int i = 0; i < header.axes().size(); i++) {
            Axis axis = header.axes().get(i);
            if (axis.values().size() > 1) {
                varied.add(i);
                table.left(label(axis.name()), CELL);
            }
        }
        table.right(first.metric()).right(second.metric());
        for (Series.Row row : rows) {
            List<String> cells = new ArrayList<>();
            cells.add(Quantity.count(row.point() + 1L));
            varied.forEach(axis -> cells.add(row.values().get(axis)));
            cells.add(text(row, first));
            cells.add(text(row, second));
            table.row(cells.toArray(String[]::new));
        }
        return table.lines(style);
    }

    /** The name of an axis; of a long one its end, which tells most, where no other ends so. */
    private String label(String axis) {
        String end = Dimension.brief(axis);
        boolean alone = header.axes().stream()
                        .filter(other -> Dimension.brief(other.name()).equals(end))
                        .count()
                == 1;
        return axis.length() <= LABEL || !alone ? axis : "…" + end;
    }

    private static String text(Series.Row row, Objective objective) {
        Double value = row.metric(objective.metric());
        return value == null ? "-" : Unit.of(objective.metric()).text(value);
    }
}
