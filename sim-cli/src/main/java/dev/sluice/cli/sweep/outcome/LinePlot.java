// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.sweep.outcome;

import dev.sluice.config.sweep.Axis;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A metric over one dimension, a line for each value of another; bars where there is no order to connect. */
final class LinePlot {
    /** From this ratio on, numbers stand at their logarithms. */
    private static final double FAR = 8;

    private final Grid grid;
    private final String metric;
    private final Unit unit;

    LinePlot(Grid grid, String metric) {
        this.grid = grid;
        this.metric = metric;
        this.unit = Unit.of(metric);
    }

    /** The drawing. */
    String svg(String title) {
        Dimension lines = grid.lines();
        boolean legend = lines != null && lines.values().size() > 1;
        double right = Frame.right(legend);
        Svg svg = new Svg(Frame.WIDTH, Frame.HEIGHT, title);
        svg.label("title", 14, 18, "start", title);
        boolean bars = !grid.across().numeric() && lines == null;
        double least = bars ? 0 : grid.least();
        Scale scale = Scale.of(least, grid.greatest(), unit, Frame.base(), Frame.TOP);
        Frame.vertical(svg, scale, unit, metric, right);
        double[] places = places(grid.across(), Frame.LEFT, right);
        Frame.horizontal(svg, grid.across().values(), places, Frame.named(grid.across()), right);
        int count = lines == null ? 1 : lines.values().size();
        for (int line = 0; line < count; line++) {
            if (bars) {
                bars(svg, scale, places, right);
            } else {
                line(svg, scale, places, line);
            }
        }
        if (lines != null && legend) {
            Frame.legend(svg, lines.brief(), lines.values(), right);
        }
        return svg.toString();
    }

    private void bars(Svg svg, Scale scale, double[] places, double right) {
        double width = Math.min(60, (right - Frame.LEFT) / places.length * 0.7);
        for (int i = 0; i < places.length; i++) {
            Double value = grid.value(i, 0);
            if (value != null) {
                double y = scale.at(value);
                svg.box("bar c0", places[i] - width / 2, y, width, Frame.base() - y, "", tip(i, 0, value));
                svg.label("tick", places[i], y - 5, "middle", unit.brief(value, unit.more(scale.ticks())));
            }
        }
    }

    private void line(Svg svg, Scale scale, double[] places, int line) {
        String colour = " c" + line % Frame.COLOURS;
        int[] order = IntStream.range(0, places.length)
                .boxed()
                .sorted((a, b) -> Double.compare(places[a], places[b]))
                .mapToInt(Integer::intValue)
                .toArray();
        StringBuilder points = new StringBuilder();
        for (int i : order) {
            Double value = grid.value(i, line);
            if (value != null) {
                points.append(Svg.number(places[i]))
                        .append(',')
                        .append(Svg.number(scale.at(value)))
                        .append(' ');
            }
        }
        svg.path("series" + colour, points.toString());
        boolean crowded = places.length > Frame.CROWDED;
        for (int i : order) {
            Double value = grid.value(i, line);
            if (value != null) {
                String dot = (crowded ? "speck" : "dot") + colour;
                svg.dot(dot, places[i], scale.at(value), crowded ? 1.5 : 4, tip(i, line, value));
            }
        }
    }

    private String tip(int across, int line, double value) {
        Dimension lines = grid.lines();
        return grid.across().name() + " " + grid.across().values().get(across)
                + (lines == null
                        ? ""
                        : ", " + lines.name() + " " + lines.values().get(line)) + ": " + metric + " "
                + unit.text(value);
    }

    /** Where values stand: numbers in proportion, or to their logarithms when they are far apart; anything else side by side. */
    static double[] places(Dimension dimension, double left, double right) {
        List<String> values = dimension.values();
        double[] places = new double[values.size()];
        double gap = (right - left) / values.size();
        for (int i = 0; i < places.length; i++) {
            places[i] = left + gap * (i + 0.5);
        }
        if (!dimension.numeric()) {
            return places;
        }
        double[] numbers = values.stream().mapToDouble(LinePlot::number).toArray();
        double least = IntStream.range(0, numbers.length)
                .mapToDouble(i -> numbers[i])
                .min()
                .orElse(0);
        double greatest = IntStream.range(0, numbers.length)
                .mapToDouble(i -> numbers[i])
                .max()
                .orElse(1);
        boolean far = least > 0 && greatest / least >= FAR;
        double low = far ? StrictMath.log(least) : least;
        double high = far ? StrictMath.log(greatest) : greatest;
        double margin = Math.min(gap / 2, 30);
        for (int i = 0; i < places.length; i++) {
            double at = far ? StrictMath.log(numbers[i]) : numbers[i];
            places[i] = left + margin + (high > low ? (at - low) / (high - low) : 0.5) * (right - left - 2 * margin);
        }
        return places;
    }

    private static double number(String value) {
        @Nullable Double number = Axis.number(value);
        return number == null ? 0 : number;
    }
}
