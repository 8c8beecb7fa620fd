// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.litmus;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A variable in an operation: all of it, or some bytes.
 *
 * @param name the name, which is a reference
 * @param first the first byte; 0 without a range
 * @param size the number of bytes; 0 without a range, which means all that the test names
 * @param word where it stands
 */
record Operand(String name, int first, int size, LitmusWord word) {
    /** The most bytes of one variable. */
    static final int MOST_BYTES = 1 << 20;

    private static final Pattern FORM = Pattern.compile("([A-Za-z_][A-Za-z0-9_]*)(?:\\[([0-9]{1,7}):([0-9]{1,7})])?");

    static Operand of(LitmusWord word) {
        Matcher form = FORM.matcher(word.text());
        if (!form.matches()) {
            throw word.error(
                    "'" + word.text() + "' is no variable; write a name such as x, or bytes of it such as x[0:4]");
        }
        if (form.group(2) == null) {
            return new Operand(form.group(1), 0, 0, word);
        }
        int first = Integer.parseInt(form.group(2));
        int size = Integer.parseInt(form.group(3));
        if (size == 0) {
            throw word.error("'" + word.text() + "' has no bytes; write [FIRST:COUNT] with a count from 1");
        }
        if (first + size > MOST_BYTES) {
            throw word.error("'" + word.text() + "' ends behind byte " + MOST_BYTES);
        }
        return new Operand(form.group(1), first, size, word);
    }

    boolean whole() {
        return size == 0;
    }
}
