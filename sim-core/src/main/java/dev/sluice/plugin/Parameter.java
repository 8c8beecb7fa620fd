// SPDX-License-Identifier: Apache-2.0
package dev.sluice.plugin;

import java.math.BigDecimal;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Something that can be set of a {@link Provider}.
 *
 * @param name the key in device files
 * @param standard the value that it has when nobody sets it, as it would be written
 * @param least the least number, for numbers
 * @param most the greatest
 * @param choices the words that are allowed; empty but for {@link Type#WORD}
 * @param meaning what it says, without a full stop
 */
public record Parameter(
        String name, Type type, String standard, double least, double most, List<String> choices, String meaning) {

    private static final Pattern HEX = Pattern.compile("0[xX][0-9a-fA-F]+");

    /** What values look like. */
    public enum Type {
        INTEGER,
        NUMBER,
        /** {@code true} or {@code false}. */
        FLAG,
        /** One of a few words. */
        WORD
    }

    public Parameter {
        choices = List.copyOf(choices);
        if (name.isEmpty() || name.equals("policy") || name.equals("name")) { // keys of the choice itself
            throw new IllegalArgumentException("a parameter cannot be called '" + name + "'");
        }
    }

    /** A whole number. */
    public static Parameter integer(String name, long standard, long least, long most, String meaning) {
        return checked(new Parameter(name, Type.INTEGER, Long.toString(standard), least, most, List.of(), meaning));
    }

    /** A number that need not be whole. */
    public static Parameter number(String name, double standard, double least, double most, String meaning) {
        String written = Double.toString(standard);
        return checked(new Parameter(
                name, Type.NUMBER, written.contains("E") ? text(standard) : written, least, most, List.of(), meaning));
    }

    /** Something that is so or not. */
    public static Parameter flag(String name, boolean standard, String meaning) {
        return new Parameter(name, Type.FLAG, Boolean.toString(standard), 0, 0, List.of(), meaning);
    }

    /** One of a few words. */
    public static Parameter word(String name, String standard, List<String> choices, String meaning) {
        return checked(new Parameter(name, Type.WORD, standard, 0, 0, choices, meaning));
    }

    private static Parameter checked(Parameter parameter) {
        String problem = parameter.problem(parameter.standard);
        if (problem != null) {
            throw new IllegalArgumentException(parameter.name + ": " + problem);
        }
        return parameter;
    }

    /** What values there are, in words: {@code 1 to 6}. */
    public String range() {
        return switch (type) {
            case INTEGER -> (long) least + " to " + (long) most;
            case NUMBER -> text(least) + " to " + text(most);
            case FLAG -> "true or false";
            case WORD -> String.join(", ", choices);
        };
    }

    private static String text(double number) {
        double size = Math.abs(number);
        return number != 0 && (size < 1e-9 || size >= 1e15)
                ? Double.toString(number)
                : BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
    }

    /** What is wrong with a value as it is written; null if nothing. */
    public @Nullable String problem(String value) {
        boolean fits = switch (type) {
            case INTEGER -> fits(value, true);
            case NUMBER -> fits(value, false);
            case FLAG -> value.equals("true") || value.equals("false");
            case WORD -> choices.contains(value);
        };
        if (fits) {
            return null;
        }
        String what = switch (type) {
            case INTEGER -> "a whole number from ";
            case NUMBER -> "a number from ";
            case FLAG -> "";
            case WORD -> "one of ";
        };
        return "must be " + what + range() + ", not '" + value + "'";
    }

    /** A whole number as device files have them: decimal, or hexadecimal as {@code 0xff}. */
    static long whole(String value) {
        return HEX.matcher(value).matches() ? Long.parseLong(value.substring(2), 16) : Long.parseLong(value);
    }

    private boolean fits(String value, boolean whole) {
        try {
            double number = whole ? whole(value) : Double.parseDouble(value);
            return number >= least && number <= most;
        } catch (NumberFormatException e) {
            return false;
        }
    }
}
