// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.units;

import java.math.BigInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How whole numbers are written: without zeros in front, which would make them octal elsewhere, and with underscores between
 * digits alone, one at a time.
 */
public final class Digits {
    /** The pattern of a whole number without a sign. */
    public static final String WHOLE = "(?:0|[1-9][0-9]*(?:_[0-9]+)*)";
    /** The pattern of a hexadecimal one. */
    public static final String HEX = "0[xX][0-9a-fA-F]+(?:_[0-9a-fA-F]+)*";

    private static final Pattern SLOPPY =
            Pattern.compile("([-+]?)([0-9][0-9_]*)(\\.[0-9]+)?( ?[A-Za-z\\u00b5\\u03bc]*)");
    /** Characters of a text that is worth a hint. */
    private static final int LONGEST = 80;

    private Digits() {}

    /** How a number is written that has zeros or underscores where there are none; null for any other text. */
    public static @Nullable String tidied(String text) {
        if (text.length() > LONGEST) {
            return null;
        }
        Matcher sloppy = SLOPPY.matcher(text);
        if (!sloppy.matches()) {
            return null;
        }
        String digits = new BigInteger(sloppy.group(2).replace("_", "")).toString();
        String fraction = sloppy.group(3) == null ? "" : sloppy.group(3);
        return sloppy.group(1) + digits + fraction + sloppy.group(4);
    }
}
