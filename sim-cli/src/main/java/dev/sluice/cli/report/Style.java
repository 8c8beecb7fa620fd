// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.report;

/** Colours of a terminal, or none. */
public enum Style {
    /** Text as it is. */
    PLAIN,
    /** ANSI escape sequences. */
    COLOURED;

    private static final String END = "\u001b[0m";

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
        return this == PLAIN || text.isEmpty() ? text : code + text + END;
    }
}
