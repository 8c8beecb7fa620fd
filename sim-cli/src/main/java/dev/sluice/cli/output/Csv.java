package dev.sluice.cli.output;

/** Builds a CSV file after RFC 4180: a header, CRLF line ends, quotes where needed. */
final class Csv {
    private static final String END = "\r\n";

    private final StringBuilder text = new StringBuilder();
    private final int columns;

    Csv(String... header) {
        columns = header.length;
        append(header);
    }

    /** Adds a record; each cell is written as {@link String#valueOf(Object)} says, null as nothing. */
    void row(@org.jspecify.annotations.Nullable Object... cells) {
        if (cells.length != columns) {
            throw new IllegalArgumentException(columns + " cells are needed, not " + cells.length);
        }
        append(cells);
    }

    private void append(@org.jspecify.annotations.Nullable Object[] cells) {
        for (int i = 0; i < cells.length; i++) {
            Object cell = cells[i];
            text.append(i == 0 ? "" : ",").append(cell == null ? "" : quoted(cell.toString()));
        }
        text.append(END);
    }

    private static String quoted(String cell) {
        boolean plain =
                cell.indexOf(',') < 0 && cell.indexOf('"') < 0 && cell.indexOf('\n') < 0 && cell.indexOf('\r') < 0;
        return plain ? cell : '"' + cell.replace("\"", "\"\"") + '"';
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
