// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Aligned columns: a header in bold, then rows; what is too long in a left column is cut with an ellipsis. */
public final class Table {
    private static final String GAP = "  ";

    private record Row(List<String> cells, UnaryOperator<String> paint) {}

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
        rows.add(new Row(List.of(cells), paint));
        return this;
    }

    /** How many rows there are. */
    int size() {
        return rows.size();
    }

    /** The lines, the header first; columns in which no row says anything are left out. */
    public List<String> lines(Style style) {
        List<Integer> shown = new ArrayList<>();
        for (int i = 0; i < headers.size(); i++) {
            int column = i;
            if (i == 0 || rows.stream().anyMatch(row -> !blank(row.cells().get(column)))) {
                shown.add(i);
            }
        }
        List<String> lines = new ArrayList<>();
        lines.add(style.bold(line(headers, shown)));
        for (Row row : rows) {
            lines.add(row.paint().apply(line(row.cells(), shown)));
        }
        return lines;
    }

    private static boolean blank(String cell) {
        return cell.isEmpty() || cell.equals("-");
    }

    private String line(List<String> cells, List<Integer> shown) {
        StringBuilder line = new StringBuilder();
        for (int column : shown) {
            String cell = cut(cells.get(column), limits.get(column));
            String padding = " ".repeat(Math.max(0, width(column) - cell.length()));
            line.append(line.isEmpty() ? "" : GAP);
            line.append(right.get(column) ? padding + cell : cell + padding);
        }
        return line.toString().stripTrailing();
    }

    private int width(int column) {
        int width = cut(headers.get(column), limits.get(column)).length();
        for (Row row : rows) {
            width = Math.max(
                    width, cut(row.cells().get(column), limits.get(column)).length());
        }
        return width;
    }

    /** A text of at most {@code limit} characters, the cut marked. */
    public static String cut(String text, int limit) {
        return text.length() <= limit ? text : text.substring(0, limit - 1) + "…";
    }
}
