// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.inspect;

import org.jspecify.annotations.Nullable;

/**
 * What to show of a part of the machine: {@code l2:set=3@12000}.
 *
 * @param part a part, a group of parts or a role of caches
 * @param what {@code set=3}, {@code line=x:64}, the name of a table; empty for all of it
 * @param cycle at the end of which cycle; -1 for the end of the run
 */
public record ShowRequest(String part, String what, long cycle) {

    /** Without a cycle. */
    public static final long END = -1;

    private static final String FORM = "write PART:WHAT@CYCLE, for example l2:set=3@12000, l1[0]:line=x:64 or vram[0]:banks";

    /**
     * Reads a request.
     *
     * @throws IllegalArgumentException if it is none; the message says what would be right
     */
    public static ShowRequest parse(String text) {
        int at = text.lastIndexOf('@');
        String asked = at < 0 ? text : text.substring(0, at);
        Long cycle = at < 0 ? Long.valueOf(END) : cycle(text.substring(at + 1));
        int colon = asked.indexOf(':');
        String part = colon < 0 ? asked : asked.substring(0, colon);
        if (cycle == null || part.isBlank()) {
            throw new IllegalArgumentException("'" + text + "' names nothing to show; " + FORM);
        }
        return new ShowRequest(part.strip(), colon < 0 ? "" : asked.substring(colon + 1).strip(), cycle);
    }

    /** A cycle as people write it: digits, between which commas and underscores may stand; null if it is none. */
    public static @Nullable Long cycle(String text) {
        String digits = text.strip().replace(",", "").replace("_", "");
        try {
            long cycle = Long.parseLong(digits);
            return cycle < 0 ? null : cycle;
        } catch (NumberFormatException e) {
            return null;
        }
    }
}
