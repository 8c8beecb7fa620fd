// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.sweep;

import dev.sluice.config.ConfigException;
import dev.sluice.config.source.ScalarNode;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The values of an axis as they are written: {@code 1MiB,2MiB}, {@code lru,drrip}, ranges {@code 1MiB..8MiB*2} and {@code 2..16+2},
 * whose ends are both included, or any mixture, separated by commas.
 */
public final class ValueList {
    /** The most values of an axis. */
    public static final int MOST = 100_000;

    private static final String RANGE = "..";

    private ValueList() {}

    /** What is wrong with a list of values, and the column of its text where. */
    public static final class Fault extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final int column;

        Fault(int column, String problem) {
            super(problem);
            this.column = column;
        }

        /** The column, from 1. */
        public int column() {
            return column;
        }

        /** What is wrong. */
        public String problem() {
            return String.valueOf(getMessage());
        }

        /** The same in a file. */
        ConfigException at(String key, ScalarNode written) {
            String before = written.text().substring(0, column - 1);
            int line = 1 + (int) before.chars().filter(c -> c == '\n').count();
            return written.inside(line, before.length() - before.lastIndexOf('\n'))
                    .error(key + ": " + problem());
        }
    }

    /**
     * The values that a text means.
     *
     * @throws Fault for a text that means none
     */
    public static List<String> parse(String text) {
        List<String> values = new ArrayList<>();
        int from = 0;
        for (int end : ends(text)) {
            item(text.substring(from, end), from, values);
            from = end + 1;
        }
        return values;
    }

    /** A value without the quotes around it. */
    static String unquoted(String value) {
        boolean quoted = value.length() > 1
                && (value.charAt(0) == '"' || value.charAt(0) == '\'')
                && value.charAt(value.length() - 1) == value.charAt(0);
        return quoted ? value.substring(1, value.length() - 1) : value;
    }

    /** Where items end: at commas outside of brackets and quotes, and at the end. */
    private static List<Integer> ends(String text) {
        List<Integer> ends = new ArrayList<>();
        int depth = 0;
        char quote = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quote != 0) {
                quote = c == quote ? 0 : quote;
            } else if (c == '"' || c == '\'') {
                quote = c;
            } else if (c == '[' || c == '{') {
                depth++;
            } else if (c == ']' || c == '}') {
                depth--;
            } else if (c == ',' && depth == 0) {
                ends.add(i);
            }
        }
        ends.add(text.length());
        return ends;
    }

    private static void item(String written, int from, List<String> values) {
        String item = written.strip();
        int column = from + written.indexOf(item) + 1;
        if (item.isEmpty()) {
            throw new Fault(from + 1, "there is no value " + (from == 0 ? "here" : "behind the comma"));
        }
        int dots = item.indexOf(RANGE);
        boolean quoted = item.charAt(0) == '"' || item.charAt(0) == '\'' || item.charAt(0) == '[';
        // a file is no range: ../device.yaml
        if (dots <= 0 || quoted || item.indexOf('/') >= 0) {
            values.add(item);
            return;
        }
        range(item, dots, column, values);
    }

    private static void range(String item, int dots, int column, List<String> values) {
        int sign = Math.max(item.indexOf('*', dots), item.indexOf('+', dots));
        Amount first = amount(item.substring(0, dots), column);
        String last = item.substring(dots + RANGE.length(), sign < 0 ? item.length() : sign);
        Amount end = amount(last, column + dots + RANGE.length());
        if (first.kind() != end.kind()) {
            throw new Fault(
                    column + dots + RANGE.length(),
                    "the ends of a range have units of one kind, unlike " + item.substring(0, dots) + " and " + last
                            + withUnits(first, item.substring(0, dots).strip(), end, last.strip()));
        }
        if (first.number().compareTo(end.number()) > 0) {
            throw new Fault(column, "the range " + item + " ends before it begins");
        }
        if (sign < 0) {
            if (first.kind() != Amount.Kind.PLAIN) {
                throw new Fault(column, "the range " + item + " needs a step, such as " + item + "*2");
            }
            fill(first, end, BigDecimal.ONE, false, column, values);
            return;
        }
        boolean times = item.charAt(sign) == '*';
        Amount step = amount(item.substring(sign + 1), column + sign + 1);
        if (times && (step.kind() != Amount.Kind.PLAIN || step.number().compareTo(BigDecimal.ONE) <= 0)) {
            throw new Fault(
                    column + sign + 1, "the factor of a range is a number above 1, not " + item.substring(sign + 1));
        }
        if (times && first.number().signum() <= 0) {
            throw new Fault(column, "a range with a factor begins above 0, not at " + item.substring(0, dots));
        }
        if (!times && (step.kind() != first.kind() || step.number().signum() <= 0)) {
            throw new Fault(
                    column + sign + 1,
                    "the step of a range is above 0 and of the kind of its ends, unlike " + item.substring(sign + 1));
        }
        fill(first, end, step.number(), times, column, values);
    }

    /** What to write where one end alone has a unit: its unit at both, or that of a number without one. */
    private static String withUnits(Amount first, String firstText, Amount end, String lastText) {
        boolean firstPlain = first.kind() == Amount.Kind.PLAIN;
        if (!firstPlain && end.kind() != Amount.Kind.PLAIN) {
            return "";
        }
        Set<String> ranges = new LinkedHashSet<>();
        for (String unit : (firstPlain ? end : first).unitsOfPlain()) {
            String from = firstPlain ? firstText + unit : firstText;
            String to = firstPlain ? lastText : lastText + unit;
            Amount begin = Amount.of(from);
            Amount stop = Amount.of(to);
            if (begin != null && stop != null && begin.number().compareTo(stop.number()) <= 0) {
                ranges.add(from + RANGE + to);
            }
        }
        return ranges.isEmpty() ? "" : "; write " + String.join(" or ", ranges);
    }

    private static void fill(
            Amount first, Amount end, BigDecimal step, boolean times, int column, List<String> values) {
        for (BigDecimal at = first.number(); at.compareTo(end.number()) <= 0; ) {
            if (values.size() >= MOST) {
                throw new Fault(column, "this makes more than " + MOST + " values");
            }
            if (!first.fits(at)) {
                throw new Fault(column, "this range has sizes of more than " + Long.MAX_VALUE + " bytes");
            }
            values.add(first.spelled(at));
            // products have ever more digits
            at = times ? at.multiply(step, MathContext.DECIMAL128) : at.add(step);
        }
    }

    private static Amount amount(String text, int column) {
        Amount amount = Amount.of(text);
        if (amount == null) {
            throw new Fault(
                    column,
                    text.isBlank()
                            ? "a number is missing; ranges look like 1MiB..8MiB*2 or 2..16+2"
                            : "'" + text.strip() + "' is no number; ranges look like 1MiB..8MiB*2 or 2..16+2, and text"
                                    + " with two dots is put in quotes");
        }
        return amount;
    }
}
