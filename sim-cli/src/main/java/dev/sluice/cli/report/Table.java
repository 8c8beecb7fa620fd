// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Aligned columns: a header in bold, then rows; a column's limit cuts its text with an ellipsis. */
public final class Table {
    private static final String GAP = "  ";

    private static final String INDENT = "    ";

    /** Names are not made shorter than this. */
    private static final int NAME = 14;

    /** As short as names become before a column of text goes below the rows. */
    private static final int LONG_NAME = 24;

    /** A last column of text is not made narrower than this. */
    private static final int TEXT = 24;

    private record Row(List<String> cells, UnaryOperator<String> paint, List<String> notes) {}

    /** A table as it is drawn: which columns, how wide, and the column of text that goes below the rows, or -1. */
    private record Plan(List<Integer> columns, int[] widths, int below) {}

    private final List<String> headers = new ArrayList<>();
    private final List<Boolean> right = new ArrayList<>();
    private final List<Integer> limits = new ArrayList<>();
    private final List<Row> rows = new ArrayList<>();

    /** A column of text. */
    public Table left(String header) {
        return left(header, Integer.MAX_VALUE);
    }

    /** A column of text of at most {@code limit} characters. */
    public Table left(String header, int limit) {
        return column(header, false, limit);
    }

    /** A column of numbers. */
    public Table right(String header) {
        return column(header, true, Integer.MAX_VALUE);
    }

    private Table column(String header, boolean toTheRight, int limit) {
        headers.add(header);
        right.add(toTheRight);
        limits.add(limit);
        return this;
    }

    /** Adds a row. */
    public Table row(String... cells) {
        return row(UnaryOperator.identity(), cells);
    }

    /** Adds a row in a style. */
    public Table row(UnaryOperator<String> paint, String... cells) {
        if (cells.length != headers.size()) {
            throw new IllegalArgumentException(headers.size() + " cells are needed, not " + cells.length);
        }
        rows.add(new Row(List.of(cells), paint, new ArrayList<>()));
        return this;
    }

    /** Adds a line of text under the last row, set in. */
    Table note(String text) {
        rows.get(rows.size() - 1).notes().add(text);
        return this;
    }

    /** How many rows there are. */
    int size() {
        return rows.size();
    }

    /**
     * The lines, the header first; columns in which no row says anything are left out. Where they are wider than the style is,
     * a last column of text goes on in further lines, or below its row, names are shortened in their middle, and what still
     * has no room follows in a second table under the same names.
     */
    public List<String> lines(Style style) {
        return written(style).drawn(style);
    }

    /** The same table with the control characters of its texts written out, which take room. */
    private Table written(Style style) {
        Table table = new Table();
        headers.forEach(header -> table.headers.add(style.line(header)));
        table.right.addAll(right);
        table.limits.addAll(limits);
        rows.forEach(row -> table.rows.add(new Row(
                row.cells().stream().map(style::line).toList(),
                row.paint(),
                row.notes().stream().map(style::line).toList())));
        return table;
    }

    private List<String> drawn(Style style) {
        Plan plan = plan(style.width());
        List<Integer> left = plan.columns();
        int[] widths = plan.widths();
        List<String> lines = new ArrayList<>();
        int from = 1;
        boolean first = true;
        while (first || from < left.size()) {
            int to = from;
            int used = widths[0];
            while (to < left.size() && (to == from || used + GAP.length() + widths[to] <= style.width())) {
                used += GAP.length() + widths[to];
                to++;
            }
            List<Integer> columns = new ArrayList<>(List.of(left.get(0)));
            columns.addAll(left.subList(from, to));
            int[] part = new int[columns.size()];
            part[0] = widths[0];
            System.arraycopy(widths, from, part, 1, to - from);
            if (!first) {
                lines.add("");
            }
            draw(lines, new Plan(columns, part, first ? plan.below() : -1), style, first);
            from = to;
            first = false;
        }
        return lines;
    }

    private void draw(List<String> lines, Plan plan, Style style, boolean notes) {
        lines.add(style.bold(line(headers, plan)));
        int last = plan.columns().get(plan.columns().size() - 1);
        int room = plan.widths()[plan.widths().length - 1];
        for (Row row : rows) {
            String text = cut(row.cells().get(last), limits.get(last));
            if (right.get(last) || plan.columns().size() == 1 || Painted.length(text) <= room) {
                String line = line(row.cells(), plan);
                if (!line.isEmpty()) {
                    lines.add(row.paint().apply(line));
                }
            } else {
                List<String> cells = new ArrayList<>(row.cells());
                for (String part : Painted.wrap(text, room, room)) {
                    cells.set(last, part);
                    lines.add(row.paint().apply(line(cells, plan)));
                    cells.replaceAll(cell -> "");
                }
            }
            if (plan.below() >= 0) {
                below(lines, row.paint(), row.cells().get(plan.below()), style);
            }
            if (notes) {
                row.notes().forEach(note -> below(lines, row.paint(), note, style));
            }
        }
    }

    private static void below(List<String> lines, UnaryOperator<String> paint, String text, Style style) {
        if (!text.isEmpty()) {
            int room = style.width() - INDENT.length();
            Painted.wrap(text, room, room).forEach(part -> lines.add(INDENT + paint.apply(part)));
        }
    }

    /** The columns that the table takes where it has all the room that it wants. */
    int naturalWidth(Style style) {
        Table table = written(style);
        return total(table.widths(table.shown(), Integer.MAX_VALUE));
    }

    private List<Integer> shown() {
        List<Integer> shown = new ArrayList<>();
        for (int i = 0; i < headers.size(); i++) {
            int column = i;
            if (i == 0 || rows.stream().anyMatch(row -> !blank(row.cells().get(column)))) {
                shown.add(i);
            }
        }
        return shown;
    }

    /** How to draw the table in a width. */
    private Plan plan(int width) {
        List<Integer> columns = shown();
        int[] widths = widths(columns, width);
        int last = widths.length - 1;
        boolean text = last > 0 && !right.get(columns.get(last));
        if (text && total(widths) > width) {
            widths[last] = Math.max(Math.min(TEXT, widths[last]), widths[last] - (total(widths) - width));
        }
        shorten(columns, widths, width, LONG_NAME);
        if (total(widths) <= width) {
            return new Plan(columns, widths, -1);
        }
        int below = text ? columns.remove(last) : -1;
        widths = widths(columns, width);
        shorten(columns, widths, width, NAME);
        // a second table is needed anyway: then with names that can be read
        return new Plan(columns, total(widths) <= width ? widths : widths(columns, width / 2), below);
    }

    private void shorten(List<Integer> columns, int[] widths, int width, int least) {
        for (int excess = total(widths) - width; excess > 0; excess--) {
            int widest = widest(columns, widths, least);
            if (widest < 0) {
                return;
            }
            widths[widest]--;
        }
    }

    /** How wide columns want to be, none wider than a width. */
    private int[] widths(List<Integer> columns, int width) {
        int[] widths = new int[columns.size()];
        for (int i = 0; i < widths.length; i++) {
            widths[i] = Math.min(width, width(columns.get(i)));
        }
        return widths;
    }

    /** The widest column of names that is wider than {@code least}; -1 for none. */
    private int widest(List<Integer> columns, int[] widths, int least) {
        int widest = -1;
        for (int i = 0; i < widths.length; i++) {
            boolean name = !right.get(columns.get(i)) && (i == 0 || i < widths.length - 1);
            if (name && widths[i] > least && (widest < 0 || widths[i] > widths[widest])) {
                widest = i;
            }
        }
        return widest;
    }

    private static int total(int[] widths) {
        int total = GAP.length() * (widths.length - 1);
        for (int width : widths) {
            total += width;
        }
        return total;
    }

    private static boolean blank(String cell) {
        return cell.isEmpty() || cell.equals("-");
    }

    private String line(List<String> cells, Plan plan) {
        List<Integer> columns = plan.columns();
        int[] widths = plan.widths();
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < columns.size(); i++) {
            int column = columns.get(i);
            String cell = cut(cells.get(column), limits.get(column));
            if (Painted.length(cell) > widths[i]) {
                cell = Text.shortened(Painted.plain(cell), widths[i]);
            }
            String padding = " ".repeat(Math.max(0, widths[i] - Painted.length(cell)));
            line.append(i == 0 ? "" : GAP);
            line.append(right.get(column) ? padding + cell : cell + padding);
        }
        return line.toString().stripTrailing();
    }

    private int width(int column) {
        int width = Painted.length(cut(headers.get(column), limits.get(column)));
        for (Row row : rows) {
            width = Math.max(width, Painted.length(cut(row.cells().get(column), limits.get(column))));
        }
        return width;
    }

    /** A text of at most {@code limit} characters, the cut marked. */
    public static String cut(String text, int limit) {
        return text.length() <= limit ? text : text.substring(0, limit - 1) + "…";
    }
}
