// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.report;

import dev.sluice.config.WrittenOut;
import java.util.List;
import java.util.stream.Collectors;

/**
 * How text is set for whoever reads it: with colours or without, and how wide.
 *
 * @param coloured whether ANSI escape sequences paint it
 * @param width columns that lines should fit
 */
public record Style(boolean coloured, int width) {
    /** Columns where nobody says how many there are: pipes, files, documents. */
    public static final int WIDTH = 80;

    /** Text as it is. */
    public static final Style PLAIN = new Style(false, WIDTH);

    /** With colours. */
    public static final Style COLOURED = new Style(true, WIDTH);

    private static final String END = "\u001b[0m";

    /** The same, {@code columns} less wide: for what is set in. */
    Style narrower(int columns) {
        return new Style(coloured, Math.max(1, width - columns));
    }

    /**
     * Lines as they are printed: what is too long broken between words, and control characters written out. Names come from
     * files, and neither end a line here nor tell a terminal what to do.
     */
    public String text(List<String> lines) {
        return fit(lines.stream().map(this::line).collect(Collectors.joining("\n")) + "\n");
    }

    /** A text on one line, its control characters written out: all but our own colours. */
    public String line(String text) {
        return coloured ? Painted.written(text, c -> false) : WrittenOut.of(text);
    }

    /** Lines that are too long broken between words, under where their text begins. */
    public String fit(String text) {
        return new Fitting(width).text(text);
    }

    /** What matters. */
    public String bold(String text) {
        return paint("\u001b[1m", text);
    }

    /** What matters less. */
    public String dim(String text) {
        return paint("\u001b[2m", text);
    }

    /** What is wrong. */
    public String bad(String text) {
        return paint("\u001b[1;31m", text);
    }

    /** What is right. */
    public String good(String text) {
        return paint("\u001b[32m", text);
    }

    /** What helps. */
    public String hint(String text) {
        return paint("\u001b[36m", text);
    }

    private String paint(String code, String text) {
        return !coloured || text.isEmpty() ? text : code + text + END;
    }
}
