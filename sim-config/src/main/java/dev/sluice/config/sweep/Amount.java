// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.sweep;

import dev.sluice.config.units.Digits;
import dev.sluice.config.units.Duration;
import dev.sluice.config.units.Frequency;
import dev.sluice.config.units.Size;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A number with a unit, in its base unit: bytes, hertz, picoseconds, or nothing.
 *
 * @param number in the base unit
 * @param kind what it measures
 * @param unit as it was written; empty for none
 */
record Amount(BigDecimal number, Kind kind, String unit) {
    private static final Pattern WRITTEN = Pattern.compile("([+-]?" + Digits.WHOLE + "(?:\\.[0-9]+)?) ?([A-Za-zµμ]*)");
    /** Fractions of devices are taken with an exponent too; what has a unit is not. */
    private static final Pattern SCIENTIFIC = Pattern.compile("[+-]?[0-9]+(?:\\.[0-9]+)?[eE][+-]?[0-9]{1,3}");

    private static final Pattern HEX = Pattern.compile(Digits.HEX);
    /** Characters of a number at most. */
    private static final int LONGEST = 40;

    private static final List<String> SIZES = List.of("B", "KiB", "MiB", "GiB", "TiB", "kB", "MB", "GB", "TB");
    private static final BigDecimal LARGEST_SIZE = BigDecimal.valueOf(Long.MAX_VALUE);
    private static final List<String> TIMES = List.of("ps", "ns", "us", "µs", "μs", "ms", "s");
    private static final List<String> CLOCKS = List.of("Hz", "kHz", "MHz", "GHz");

    /** What a number measures. */
    enum Kind {
        /** Nothing, or whatever the key is: bytes, cycles, hertz. */
        PLAIN,
        /** Bytes. */
        SIZE,
        /** Time, not in cycles. */
        TIME,
        /** Hertz. */
        CLOCK
    }

    /** A number without a unit. */
    static Amount plain(BigDecimal number) {
        return new Amount(number, Kind.PLAIN, "");
    }

    /** The amount that a text is, hexadecimal whole numbers and exponents among them; null for any other text. */
    static @Nullable Amount of(String text) {
        String written = text.strip();
        if (written.length() <= LONGEST && HEX.matcher(written).matches()) {
            return plain(new BigDecimal(new BigInteger(written.substring(2).replace("_", ""), 16)));
        }
        if (written.length() <= LONGEST && SCIENTIFIC.matcher(written).matches()) {
            return plain(new BigDecimal(written));
        }
        Matcher matcher = WRITTEN.matcher(written);
        if (!matcher.matches() || matcher.group(1).length() > LONGEST) {
            return null;
        }
        BigDecimal number = new BigDecimal(matcher.group(1).replace("_", ""));
        String unit = matcher.group(2);
        if (unit.isEmpty()) {
            return plain(number);
        }
        Kind kind = SIZES.contains(unit)
                ? Kind.SIZE
                : TIMES.contains(unit) ? Kind.TIME : CLOCKS.contains(unit) ? Kind.CLOCK : null;
        return kind == null ? null : new Amount(number.multiply(factor(kind, unit)), kind, unit);
    }

    private static BigDecimal factor(Kind kind, String unit) {
        return BigDecimal.valueOf(
                switch (kind) {
                    case SIZE -> Size.parse("1" + unit).bytes();
                    case TIME -> Duration.parse("1" + unit).amount();
                    case CLOCK -> Frequency.parse("1" + unit).hertz();
                    case PLAIN -> 1;
                });
    }

    /** The units that a number without one can be meant in beside this: the base unit, unless that is cycles, and its own. */
    List<String> unitsOfPlain() {
        return switch (kind) {
            case SIZE -> List.of("B", unit);
            case CLOCK -> List.of("Hz", unit);
            case TIME, PLAIN -> List.of(unit);
        };
    }

    /** Whether devices can have another number of the same kind: sizes end at 63 bits. */
    boolean fits(BigDecimal other) {
        return kind != Kind.SIZE || other.compareTo(LARGEST_SIZE) <= 0;
    }

    /** Another number of the same kind, which {@link #fits}, as one writes it. */
    String spelled(BigDecimal other) {
        if (kind == Kind.SIZE
                && other.signum() >= 0
                && other.stripTrailingZeros().scale() <= 0) {
            String binary = new Size(other.longValueExact()).toString();
            boolean decimal = unit.endsWith("B") && !unit.endsWith("iB") && unit.length() > 1;
            return decimal ? inUnit(other) : binary;
        }
        return inUnit(other);
    }

    private String inUnit(BigDecimal other) {
        BigDecimal scaled = unit.isEmpty() ? other : other.divide(factor(kind, unit));
        BigDecimal shown = scaled.stripTrailingZeros();
        return (shown.scale() < 0 ? shown.setScale(0) : shown).toPlainString() + unit;
    }
}
