// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.units;

import java.math.BigDecimal;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A number of bytes, written as {@code 64KiB}, {@code 1.5GiB}, {@code 64kB} or a plain integer.
 *
 * <p>Binary units are {@code KiB MiB GiB TiB}, decimal ones {@code kB MB GB TB}; {@code B} may follow plain bytes.
 *
 * @param bytes the bytes, 0 or more
 */
public record Size(long bytes) {
    private static final Unit[] UNITS = {
        new Unit("B", BigDecimal.ONE),
        new Unit("KiB", BigDecimal.valueOf(1L << 10)),
        new Unit("MiB", BigDecimal.valueOf(1L << 20)),
        new Unit("GiB", BigDecimal.valueOf(1L << 30)),
        new Unit("TiB", BigDecimal.valueOf(1L << 40)),
        new Unit("kB", BigDecimal.valueOf(1_000L)),
        new Unit("MB", BigDecimal.valueOf(1_000_000L)),
        new Unit("GB", BigDecimal.valueOf(1_000_000_000L)),
        new Unit("TB", BigDecimal.valueOf(1_000_000_000_000L)),
    };
    /** The pattern of the JSON Schema. */
    public static final String PATTERN = Unit.pattern(UNITS);

    public Size {
        if (bytes < 0) {
            throw new IllegalArgumentException("a size cannot be negative: " + bytes);
        }
    }

    /**
     * Reads a size.
     *
     * @throws IllegalArgumentException with a message that says what would be right
     */
    public static Size parse(String text) {
        Unit.Amount amount = Unit.split(text);
        if (amount != null) {
            if (amount.unit().isEmpty()) {
                return new Size(Unit.whole(text, amount.number(), BigDecimal.ONE, "bytes"));
            }
            for (Unit unit : UNITS) {
                if (unit.name().equals(amount.unit())) {
                    return new Size(Unit.whole(text, amount.number(), unit.factor(), "bytes"));
                }
            }
            String hint = hint(amount);
            if (hint != null) {
                throw new IllegalArgumentException("'" + text + "' is not a size; write " + hint);
            }
        }
        throw new IllegalArgumentException(
                "'" + text
                        + "' is not a size; write bytes as a plain integer or with a unit: B, KiB, MiB, GiB, TiB (kB, MB, GB, TB are decimal)");
    }

    /** "64KiB (65536 bytes) or 64kB (64000 bytes)" for a unit that only lacks its exact spelling, else null. */
    private static @Nullable String hint(Unit.Amount amount) {
        String spelled = amount.unit();
        String letter = spelled.substring(0, 1).toUpperCase(Locale.ROOT);
        String rest = spelled.substring(1).toLowerCase(Locale.ROOT);
        if (!"KMGT".contains(letter)
                || !(rest.isEmpty() || rest.equals("b") || rest.equals("i") || rest.equals("ib"))) {
            return null;
        }
        String number = amount.number().toPlainString();
        String binary = number + letter + "iB";
        String decimal = number + (letter.equals("K") ? "k" : letter) + "B";
        try {
            return binary + " (" + parse(binary).bytes() + " bytes) or " + decimal + " ("
                    + parse(decimal).bytes() + " bytes)";
        } catch (IllegalArgumentException e) {
            return binary + " or " + decimal;
        }
    }

    /** The shortest exact spelling in binary units. */
    @Override
    public String toString() {
        String[] names = {"TiB", "GiB", "MiB", "KiB"};
        for (int i = 0; i < names.length; i++) {
            long factor = 1L << (10 * (names.length - i));
            if (bytes != 0 && bytes % factor == 0) {
                return bytes / factor + names[i];
            }
        }
        return Long.toString(bytes);
    }
}
