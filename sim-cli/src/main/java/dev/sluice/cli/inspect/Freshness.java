// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.inspect;

import dev.sluice.cli.report.Style;

/** How a copy stands beside what the program last wrote. */
enum Freshness {
    /** Every byte is what was written last. */
    NEWEST("newest"),
    /** Some bytes are, others are older. */
    PARTLY("partly stale"),
    /** All bytes are older. */
    STALE("stale"),
    /** Somebody was given older bytes than the program's order promises. */
    STALE_READ("STALE!"),
    /** Nobody wrote the bytes, or they are not there. */
    UNKNOWN("");

    private final String word;

    Freshness(String word) {
        this.word = word;
    }

    /** For a table. */
    String word() {
        return word;
    }

    /** A row's text in the colour of its copy. */
    String paint(Style style, String text) {
        return switch (this) {
            case STALE_READ -> style.bad(text);
            case STALE, PARTLY -> style.hint(text);
            case NEWEST, UNKNOWN -> text;
        };
    }
}
