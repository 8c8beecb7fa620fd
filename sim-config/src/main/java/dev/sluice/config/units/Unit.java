// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.units;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One unit and its exact factor to the base unit.
 *
 * @param name the unit as it is written
 * @param factor base units in one of it
 */
record Unit(String name, BigDecimal factor) {
    // 40 digits hold any long with any sensible fraction and keep the arithmetic short
    private static final Pattern AMOUNT = Pattern.compile(
            "(?=[0-9_]{1,40}(?![0-9_]))(" + Digits.WHOLE + "(?:\\.[0-9]{1,40})?) ?([A-Za-z\\u00b5\\u03bc]{0,8})");

    /** A number with the unit behind it, which is empty when there is none. */
    record Amount(BigDecimal number, String unit) {}

    /**
     * The number and the unit that a text is, or null.
     *
     * @throws IllegalArgumentException for one with zeros or underscores where no number has them
     */
    static @Nullable Amount split(String text) {
        Matcher matcher = AMOUNT.matcher(text);
        if (matcher.matches()) {
            return new Amount(new BigDecimal(matcher.group(1).replace("_", "")), matcher.group(2));
        }
        String tidied = Digits.tidied(text);
        if (tidied != null && AMOUNT.matcher(tidied).matches()) {
            throw new IllegalArgumentException("'" + text + "' is no number with a unit; write " + tidied);
        }
        return null;
    }

    /** {@code number * factor}, which must be whole and fit a long. */
    static long whole(String text, BigDecimal number, BigDecimal factor, String base) {
        BigDecimal product = number.multiply(factor).stripTrailingZeros();
        if (product.scale() > 0) {
            throw new IllegalArgumentException("'" + text + "' is not a whole number of " + base);
        }
        if (product.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0) {
            throw new IllegalArgumentException("'" + text + "' is too large");
        }
        return product.longValueExact();
    }

    static String pattern(Unit[] units) {
        return Arrays.stream(units)
                .map(Unit::name)
                .collect(Collectors.joining("|", "^" + Digits.WHOLE + "(\\.[0-9]+)? ?(", ")$"));
    }
}
