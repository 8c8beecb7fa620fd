// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.sweep.outcome;

import dev.sluice.cli.sweep.Objective;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** All points by two objectives, with the Pareto front among them. */
final class FrontPlot {
    private final List<Series.Row> rows;
    private final Objective first;
    private final Objective second;
    private final List<String> axes;

    FrontPlot(List<Series.Row> rows, Objective first, Objective second, List<String> axes) {
        this.rows = Pareto.best(rows, first, second);
        this.first = first;
        this.second = second;
        this.axes = axes;
    }

    /** The drawing. */
    String svg(String title) {
        Svg svg = new Svg(Frame.WIDTH, Frame.HEIGHT, title);
        svg.label("title", 14, 18, "start", title);
        double right = Frame.right(false);
        Unit up = Unit.of(first.metric());
        Unit along = Unit.of(second.metric());
        Scale y = scale(first, up, Frame.base(), Frame.TOP);
        Scale x = scale(second, along, Frame.LEFT, right - 14);
        Frame.vertical(svg, y, up, first.metric(), right);
        svg.line("frame", Frame.LEFT, Frame.base(), right, Frame.base());
        int more = along.exact(x.ticks());
        for (double tick : x.ticks()) {
            svg.line("frame", x.at(tick), Frame.base(), x.at(tick), Frame.base() + 4);
            svg.label("tick", x.at(tick), Frame.base() + 18, "middle", along.brief(tick, more));
        }
        svg.label(
                "axis",
                (Frame.LEFT + right) / 2,
                Frame.base() + 42,
                "middle",
                second.metric() + " (" + along.label() + ")");
        List<Series.Row> front = new ArrayList<>(Pareto.front(rows, first, second));
        front.sort(Comparator.comparingDouble(row -> value(row, second)));
        StringBuilder line = new StringBuilder();
        for (Series.Row row : front) {
            line.append(Svg.number(x.at(value(row, second)))).append(',');
            line.append(Svg.number(y.at(value(row, first)))).append(' ');
        }
        svg.path("series c1", line.toString());
        Set<Integer> inFront = front.stream().map(Series.Row::point).collect(Collectors.toSet());
        // the front last: others may stand where it does
        List<Series.Row> drawn = rows.stream()
                .sorted(Comparator.comparing(row -> inFront.contains(row.point())))
                .toList();
        for (Series.Row row : drawn) {
            boolean best = inFront.contains(row.point());
            svg.dot(
                    best ? "dot c1" : "dot c0 faint",
                    x.at(value(row, second)),
                    y.at(value(row, first)),
                    best ? 5 : 3.5,
                    tip(row));
        }
        return svg.toString();
    }

    private Scale scale(Objective objective, Unit unit, double from, double to) {
        double least =
                rows.stream().mapToDouble(row -> value(row, objective)).min().orElse(0);
        double greatest =
                rows.stream().mapToDouble(row -> value(row, objective)).max().orElse(1);
        return Scale.of(least, greatest, unit, from, to);
    }

    private String tip(Series.Row row) {
        StringBuilder tip = new StringBuilder("point " + (row.point() + 1));
        for (int i = 0; i < axes.size(); i++) {
            tip.append(", ").append(axes.get(i)).append(' ').append(row.values().get(i));
        }
        for (Objective objective : List.of(first, second)) {
            tip.append(", ").append(objective.metric()).append(' ');
            tip.append(Unit.of(objective.metric()).text(value(row, objective)));
        }
        return tip.toString();
    }

    private static double value(Series.Row row, Objective objective) {
        Double value = row.metric(objective.metric());
        return value == null ? 0 : value;
    }
}
