// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.output;

import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Builds a CSV file after RFC 4180: a header, CRLF line ends, quotes where needed. */
public final class Csv {
    private static final String END = "\r\n";

    private final StringBuilder text = new StringBuilder();
    private final String[] header;

    /** A file with its header. */
    public Csv(String... header) {
        this.header = header.clone();
        append(header);
    }

    /** Adds a record of what an object has under the keys of the header; what it lacks is left empty. */
    void row(ObjectNode object) {
        @Nullable Object[] cells = new Object[header.length];
        for (int i = 0; i < header.length; i++) {
            JsonNode value = object.get(header[i]);
            cells[i] = value == null || value.isNull() ? null : text(value);
        }
        append(cells);
    }

    /** A value, or the values of a list with spaces between. */
    private static String text(JsonNode value) {
        return value.isArray()
                ? value.valueStream().map(JsonNode::asString).collect(Collectors.joining(" "))
                : value.asString();
    }

    /** Adds a record; each cell is written as {@link String#valueOf(Object)} says, null as nothing. */
    public void row(@Nullable Object... cells) {
        if (cells.length != header.length) {
            throw new IllegalArgumentException(header.length + " cells are needed, not " + cells.length);
        }
        append(cells);
    }

    private void append(@Nullable Object[] cells) {
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
