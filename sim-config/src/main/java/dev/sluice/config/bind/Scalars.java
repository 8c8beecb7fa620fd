// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.bind;

import dev.sluice.config.source.ScalarNode;
import dev.sluice.config.units.Digits;
import dev.sluice.config.units.Duration;
import dev.sluice.config.units.Frequency;
import dev.sluice.config.units.RangeSize;
import dev.sluice.config.units.Size;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Single values: numbers, texts, units and names of enum constants. */
final class Scalars {
    private static final BigInteger LONG_MIN = BigInteger.valueOf(Long.MIN_VALUE);
    private static final BigInteger LONG_MAX = BigInteger.valueOf(Long.MAX_VALUE);

    private Scalars() {}

    /**
     * The value of {@code scalar} as a {@code type}, or null when this class knows no such type.
     *
     * @param capitals whether constants of enums are written by their names; both spellings are read
     */
    static @Nullable Object convert(ScalarNode scalar, Class<?> type, boolean capitals, String path) {
        if (type == String.class) {
            return text(scalar, path);
        }
        if (type == int.class || type == Integer.class) {
            return (int) integer(scalar, Integer.MIN_VALUE, Integer.MAX_VALUE, path);
        }
        if (type == long.class || type == Long.class) {
            return integer(scalar, Long.MIN_VALUE, Long.MAX_VALUE, path);
        }
        if (type == boolean.class || type == Boolean.class) {
            if (scalar.kind() != ScalarNode.Kind.BOOLEAN) {
                throw scalar.error(path + ": expected true or false, got " + scalar.describe());
            }
            return Boolean.valueOf(scalar.text());
        }
        if (type == double.class || type == Double.class || type == BigDecimal.class) {
            BigDecimal number = number(scalar, path);
            if (Double.isInfinite(number.doubleValue())) {
                throw scalar.error(
                        path + ": " + scalar.text() + " is out of range; at most " + Double.MAX_VALUE + " is possible");
            }
            return type == BigDecimal.class ? number : (Object) number.doubleValue();
        }
        if (type == Size.class) {
            return unit(scalar, Size::parse, path);
        }
        if (type == Frequency.class) {
            return unit(scalar, Frequency::parse, path);
        }
        if (type == Duration.class) {
            return unit(scalar, Duration::parse, path);
        }
        if (type == RangeSize.class) {
            return unit(scalar, RangeSize::parse, path);
        }
        return type.isEnum() ? constant(scalar, type, capitals, path) : null;
    }

    static boolean knows(Class<?> type) {
        return type.isPrimitive()
                || type.isEnum()
                || type == String.class
                || type == Integer.class
                || type == Long.class
                || type == Boolean.class
                || type == Double.class
                || type == BigDecimal.class
                || type == Size.class
                || type == Frequency.class
                || type == Duration.class
                || type == RangeSize.class;
    }

    private static String text(ScalarNode scalar, String path) {
        if (scalar.isNull()) {
            throw scalar.error(path + ": expected a text, got nothing");
        }
        return scalar.text();
    }

    private static long integer(ScalarNode scalar, long min, long max, String path) {
        BigInteger value = scalar.integer();
        if (value == null) {
            String tidied = Digits.tidied(scalar.text());
            boolean sloppy = tidied != null && !tidied.equals(scalar.text());
            throw scalar.error(
                    path + ": expected a whole number, got " + scalar.describe() + (sloppy ? "; write " + tidied : ""));
        }
        if (value.compareTo(LONG_MIN) < 0
                || value.compareTo(LONG_MAX) > 0
                || value.longValue() < min
                || value.longValue() > max) {
            throw scalar.error(path + ": " + value + " is out of range; at most " + max + " is possible");
        }
        return value.longValue();
    }

    private static BigDecimal number(ScalarNode scalar, String path) {
        if (scalar.kind() == ScalarNode.Kind.INTEGER || scalar.kind() == ScalarNode.Kind.DECIMAL) {
            try {
                return new BigDecimal(scalar.text().replace("_", ""));
            } catch (NumberFormatException e) {
                // .inf and .nan are numbers to YAML, and none to anything that is counted
                throw scalar.error(path + ": expected a number, got " + scalar.describe());
            }
        }
        throw scalar.error(path + ": expected a number, got " + scalar.describe());
    }

    private static Object unit(ScalarNode scalar, Function<String, Object> parse, String path) {
        BigInteger hex = scalar.integer();
        try {
            return parse.apply(hex == null ? scalar.text() : hex.toString());
        } catch (IllegalArgumentException e) {
            throw scalar.error(path + ": " + e.getMessage());
        }
    }

    private static Object constant(ScalarNode scalar, Class<?> type, boolean capitals, String path) {
        List<String> names = new ArrayList<>();
        for (Object candidate : type.getEnumConstants()) {
            Enum<?> constant = (Enum<?>) candidate;
            String spelling = Shape.spelling(constant);
            if (spelling.equals(scalar.text()) || constant.name().equals(scalar.text())) {
                return candidate;
            }
            names.add(capitals ? constant.name() : spelling);
        }
        if (scalar.isNull()) {
            throw scalar.error(path + ": expected one of " + String.join(", ", names));
        }
        throw scalar.error(path + ": unknown value '" + scalar.text() + "'" + Nearest.hint(scalar.text(), names));
    }
}
