// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.source;

import dev.sluice.config.units.Digits;
import java.math.BigInteger;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A single value as it is written.
 *
 * @param position the place of its first character
 * @param kind what the format takes it for
 * @param text the text, without quotes
 * @param block where its lines start when it is a literal block ({@code |}), else null
 */
public record ScalarNode(
        Position position, Kind kind, String text, @Nullable Position block) implements Node {
    /** The longest text that is read as a whole number: longer ones take more than linear time, and fit nowhere. */
    private static final int MAX_DIGITS = 1000;

    private static final Pattern DECIMAL = Pattern.compile("[-+]?" + Digits.WHOLE);
    private static final Pattern HEX = Pattern.compile(Digits.HEX);

    /** What YAML or JSON takes a scalar for. */
    public enum Kind {
        /** Text, quoted or plain. */
        TEXT,
        /** A whole number. */
        INTEGER,
        /** A number with a fraction or an exponent. */
        DECIMAL,
        /** {@code true} or {@code false}. */
        BOOLEAN,
        /** {@code null}, {@code ~} or nothing at all. */
        NULL
    }

    /** A text that is made, not read. */
    public static ScalarNode of(String text) {
        return new ScalarNode(Position.NOWHERE, Kind.TEXT, text, null);
    }

    /** A whole number that is made, not read. */
    public static ScalarNode of(long number) {
        return new ScalarNode(Position.NOWHERE, Kind.INTEGER, Long.toString(number), null);
    }

    /** A number with a fraction that is made, not read. */
    public static ScalarNode of(double number) {
        return new ScalarNode(Position.NOWHERE, Kind.DECIMAL, Double.toString(number), null);
    }

    /** A truth value that is made, not read. */
    public static ScalarNode of(boolean value) {
        return new ScalarNode(Position.NOWHERE, Kind.BOOLEAN, Boolean.toString(value), null);
    }

    /** True when nothing is written here. */
    public boolean isNull() {
        return kind == Kind.NULL;
    }

    /** The whole number, or null when this is none: decimal, or hexadecimal as {@code 0xff} (also quoted, for JSON). */
    public @Nullable BigInteger integer() {
        if (text.length() > MAX_DIGITS) {
            return null;
        }
        if (HEX.matcher(text).matches()) {
            return new BigInteger(text.substring(2).replace("_", ""), 16);
        }
        if (kind == Kind.INTEGER && DECIMAL.matcher(text).matches()) {
            return new BigInteger(text.replace("_", "").replace("+", ""));
        }
        return null;
    }

    /**
     * The place in the file of a place in the text: exact for literal blocks and for texts of one line.
     *
     * @param line the line of the text, from 1
     * @param column the column of that line, from 1
     */
    public Position inside(int line, int column) {
        if (block != null) {
            return new Position(position.file(), block.line() + line - 1, block.column() + column - 1);
        }
        return line == 1 ? new Position(position.file(), position.line(), position.column() + column - 1) : position;
    }

    /** Whether {@link #inside} finds a line of the text: not one behind the first of a text in quotes. */
    public boolean finds(int line) {
        return block != null || line == 1;
    }

    @Override
    public String describe() {
        return switch (kind) {
            case NULL -> "nothing";
            case TEXT -> "the text '" + shortened() + "'";
            default -> "'" + shortened() + "'";
        };
    }

    private String shortened() {
        String line = text.lines().findFirst().orElse("");
        return line.length() == text.length() && line.length() <= 60
                ? line
                : line.substring(0, Math.min(line.length(), 60)) + "...";
    }
}
