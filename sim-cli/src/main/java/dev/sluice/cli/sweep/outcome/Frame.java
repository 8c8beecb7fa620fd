// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.sweep.outcome;

import java.util.List;

/** What plots have in common: their size, the title, the axes, and the legend. */
final class Frame {
    static final int WIDTH = 556;
    static final int HEIGHT = 350;
    /** Letters of the longest label of a tick. */
    static final int LONGEST_TICK = 13;
    /** Room for the axis' name, upright, and for the labels of its ticks beside it. */
    static final double LEFT = 26 + 6 * LONGEST_TICK;

    static final double TOP = 34;
    static final double BOTTOM = 74;
    static final double RIGHT = 24;

    /** Colours of lines; more lines begin again. */
    static final int COLOURS = 8;

    /** More values than this leave no room for a mark each. */
    static final int CROWDED = 60;

    private static final int LONG_LABEL = 7;
    private static final int LEGEND = 20;
    private static final double LEGEND_WIDTH = 150;

    private Frame() {}

    /** The right edge of a plot. */
    static double right(boolean legend) {
        return WIDTH - (legend ? LEGEND_WIDTH : RIGHT);
    }

    /** The lower edge of every plot. */
    static double base() {
        return HEIGHT - BOTTOM;
    }

    /** The vertical axis, with lines across. */
    static void vertical(Svg svg, Scale scale, Unit unit, String name, double right) {
        int more = unit.exact(scale.ticks());
        for (double tick : scale.ticks()) {
            double y = scale.at(tick);
            svg.line("grid", LEFT, y, right, y);
            svg.label("tick", LEFT - 6, y + 4, "end", unit.brief(tick, more));
        }
        String measured = unit.label().equals(name) ? name : name + " (" + unit.label() + ")";
        svg.upwards("axis", 14, (TOP + base()) / 2, measured);
    }

    /** The horizontal axis of values in words, as many as there is room for. */
    static void horizontal(Svg svg, List<String> values, double[] places, String name, double right) {
        double y = base();
        svg.line("frame", LEFT, y, right, y);
        boolean slanting = values.stream().anyMatch(value -> value.length() > LONG_LABEL) && values.size() > 4;
        double room = slanting ? 16 : 44;
        boolean crowded = places.length > CROWDED;
        double last = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < places.length; i++) {
            boolean labelled = places[i] - last >= room;
            if (labelled || !crowded) {
                svg.line("frame", places[i], y, places[i], y + 4);
            }
            if (!labelled) {
                continue;
            }
            last = places[i];
            String text = shortened(values.get(i), slanting ? 14 : 18);
            if (slanting) {
                svg.slanting("tick", places[i] + 4, y + 16, text);
            } else {
                svg.label("tick", places[i], y + 18, "middle", text);
            }
        }
        svg.label("axis", (LEFT + right) / 2, slanting ? HEIGHT - 4 : y + 42, "middle", name);
    }

    /** The names of lines beside the plot. */
    static void legend(Svg svg, String title, List<String> names, double right) {
        double x = right + 14;
        svg.label("tick strong", x, TOP + 4, "start", shortened(title, LEGEND - 2));
        for (int i = 0; i < names.size(); i++) {
            double y = TOP + 22 + 18 * i;
            svg.line("series c" + i % COLOURS, x, y, x + 16, y);
            svg.label("tick", x + 22, y + 4, "start", shortened(names.get(i), LEGEND - 4));
        }
    }

    /** The end of a long text, where keys and files differ. */
    static String shortened(String text, int limit) {
        return text.length() <= limit ? text : "…" + text.substring(text.length() - limit + 1);
    }

    /** The name of a dimension with what it measures. */
    static String named(Dimension dimension) {
        return dimension.unit().isEmpty() ? dimension.name() : dimension.name() + " (" + dimension.unit() + ")";
    }
}
