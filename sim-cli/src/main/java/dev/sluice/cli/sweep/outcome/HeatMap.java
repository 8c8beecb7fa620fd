// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.sweep.outcome;

import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/** A metric over two dimensions, a box for each pair of values, the better the darker. */
final class HeatMap {
    private static final int LEFT = 140;
    private static final double TOP = 58;
    private static final double CELL_HEIGHT = 30;
    private static final double NARROW = 54;

    /** From light to dark: the ends and the middle of a scale that keeps its order without colours. */
    private static final int[][] COLOURS = {{0xf2, 0xe9, 0xc4}, {0x4f, 0xa8, 0x9f}, {0x1d, 0x36, 0x6b}};

    private final Grid grid;
    private final String metric;
    private final boolean more;

    /** @param more whether more is better */
    HeatMap(Grid grid, String metric, boolean more) {
        this.grid = grid;
        this.metric = metric;
        this.more = more;
    }

    /** The drawing. */
    String svg(String title) {
        List<String> columns = grid.across().values();
        Dimension down = Objects.requireNonNull(grid.lines());
        List<String> rows = down.values();
        double height = Math.max(12, Math.min(CELL_HEIGHT, 420.0 / rows.size()));
        double width = (Frame.WIDTH - LEFT - Frame.RIGHT) / columns.size();
        double base = TOP + height * rows.size();
        Svg svg = new Svg(Frame.WIDTH, (int) (base + (width < NARROW ? 98 : 80)), title);
        svg.label("title", 14, 18, "start", title);
        svg.label("axis", 14, TOP - 10, "start", Frame.named(down) + " ↓");
        Unit unit = Unit.of(metric);
        for (int row = 0; row < rows.size(); row++) {
            double y = TOP + height * row;
            svg.label("tick", LEFT - 8, y + height / 2 + 4, "end", Frame.shortened(rows.get(row), 18));
            for (int column = 0; column < columns.size(); column++) {
                cell(svg, unit, row, column, LEFT + width * column, y, width, height);
            }
        }
        boolean slanting = width < NARROW;
        double last = Double.NEGATIVE_INFINITY;
        for (int column = 0; column < columns.size(); column++) {
            double x = LEFT + width * (column + 0.5);
            if (x - last < 16) {
                continue;
            }
            last = x;
            if (slanting) {
                svg.slanting("tick", x + 4, base + 14, Frame.shortened(columns.get(column), 12));
            } else {
                svg.label("tick", x, base + 17, "middle", Frame.shortened(columns.get(column), (int) (width / 6.5)));
            }
        }
        svg.label(
                "axis",
                (LEFT + Frame.WIDTH - Frame.RIGHT) / 2.0,
                base + (slanting ? 58 : 38),
                "middle",
                Frame.named(grid.across()));
        key(svg, unit, base + (slanting ? 68 : 50));
        return svg.toString();
    }

    private void cell(Svg svg, Unit unit, int row, int column, double x, double y, double width, double height) {
        Double value = grid.value(column, row);
        Dimension down = Objects.requireNonNull(grid.lines());
        String place = grid.across().name() + " " + grid.across().values().get(column) + ", " + down.name() + " "
                + down.values().get(row) + ": ";
        if (value == null) {
            svg.box("none", x + 0.5, y + 0.5, width - 1, height - 1, "", place + "no point");
            return;
        }
        double share = share(value);
        svg.box(
                "cell",
                x + 0.5,
                y + 0.5,
                width - 1,
                height - 1,
                colour(share),
                place + metric + " " + unit.text(value));
        String text = unit.brief(value, more(unit));
        if (width >= text.length() * 6.6 + 4 && height >= 15) {
            svg.label(share > 0.5 ? "on dark" : "on", x + width / 2, y + height / 2 + 4, "middle", text);
        }
    }

    /** Decimals that tell a tenth of the range. */
    private int more(Unit unit) {
        double span = grid.greatest() - grid.least();
        return unit.more(IntStream.rangeClosed(0, 10)
                .mapToObj(i -> grid.least() + span * i / 10)
                .toList());
    }

    /** What the colours mean. */
    private void key(Svg svg, Unit unit, double y) {
        double x = LEFT;
        double width = Frame.WIDTH - LEFT - Frame.RIGHT;
        int steps = 48;
        for (int i = 0; i < steps; i++) {
            svg.box("cell", x + width * i / steps, y, width / steps + 0.5, 9, colour(i / (steps - 1.0)), "");
        }
        double first = more ? grid.least() : grid.greatest();
        double last = more ? grid.greatest() : grid.least();
        svg.label("tick", x, y + 23, "start", unit.brief(first, more(unit)));
        svg.label("tick", x + width, y + 23, "end", unit.brief(last, more(unit)) + " (best)");
    }

    private double share(double value) {
        double span = grid.greatest() - grid.least();
        double share = span == 0 ? 0.5 : (value - grid.least()) / span;
        return more ? share : 1 - share;
    }

    private static String colour(double share) {
        double at = Math.min(Math.max(share, 0), 1) * (COLOURS.length - 1);
        int from = Math.min((int) at, COLOURS.length - 2);
        StringBuilder colour = new StringBuilder("#");
        for (int i = 0; i < 3; i++) {
            long part = Math.round(COLOURS[from][i] + (at - from) * (COLOURS[from + 1][i] - COLOURS[from][i]));
            colour.append(part < 16 ? "0" : "").append(Long.toHexString(part));
        }
        return colour.toString();
    }
}
