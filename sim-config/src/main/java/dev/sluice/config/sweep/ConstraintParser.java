// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.sweep;

import dev.sluice.config.bind.Nearest;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads a {@link Constraint} by recursive descent. */
final class ConstraintParser {
    /** The deepest nesting. */
    private static final int DEEPEST = 100;

    /** Words that mean what is varied: not varied they are no texts, with which no condition would hold. */
    private static final List<String> VARIED = List.of(Axis.DEVICE, Axis.PROFILE, Axis.SEED);

    private static final List<String> COMPARISONS = List.of("==", "!=", "<=", ">=", "<", ">");

    /** A number as far as the sign of its exponent. */
    private static final Pattern EXPONENT = Pattern.compile("[0-9]+(?:\\.[0-9]+)?[eE][+-]");

    private final String text;
    private final Set<String> axes;
    private int at;
    private int depth;

    ConstraintParser(String text, Set<String> axes) {
        this.text = text;
        this.axes = axes;
    }

    Expression parse() {
        Expression whole = either();
        space();
        if (at < text.length()) {
            throw fault(at, "'" + text.charAt(at) + "' is not expected here" + hint());
        }
        return whole;
    }

    private String hint() {
        char c = text.charAt(at);
        return c == '=' ? "; equality is ==" : c == '&' || c == '|' ? "; write " + c + c : "";
    }

    private Expression either() {
        Expression left = both();
        for (int from = at(); accept("||"); from = at()) {
            left = new Expression.Logic(from + 1, false, left, both());
        }
        return left;
    }

    private Expression both() {
        Expression left = negated();
        for (int from = at(); accept("&&"); from = at()) {
            left = new Expression.Logic(from + 1, true, left, negated());
        }
        return left;
    }

    private Expression negated() {
        int from = at();
        if (from < text.length() && text.charAt(from) == '!' && !text.startsWith("!=", from)) {
            at++;
            enter();
            Expression of = negated();
            depth--;
            return new Expression.Not(from + 1, of);
        }
        return comparison();
    }

    private Expression comparison() {
        Expression left = sum();
        int from = at();
        if (word("in")) {
            return new Expression.Among(from + 1, left, options());
        }
        for (String sign : COMPARISONS) {
            if (accept(sign)) {
                Expression right = sum();
                int next = at();
                for (String second : COMPARISONS) {
                    if (text.startsWith(second, next)) {
                        throw fault(next, "comparisons do not chain; join two with &&");
                    }
                }
                return new Expression.Comparison(from + 1, sign, left, right);
            }
        }
        return left;
    }

    private List<Expression> options() {
        expect("[", "a list in brackets, such as [lru, drrip]");
        List<Expression> options = new ArrayList<>();
        do {
            options.add(sum());
        } while (accept(","));
        expect("]", "',' or ']'");
        return options;
    }

    private Expression sum() {
        Expression left = product();
        while (true) {
            int from = at();
            if (accept("+")) {
                left = new Expression.Arithmetic(from + 1, '+', left, product());
            } else if (accept("-")) {
                left = new Expression.Arithmetic(from + 1, '-', left, product());
            } else {
                return left;
            }
        }
    }

    private Expression product() {
        Expression left = value();
        while (true) {
            int from = at();
            char sign = from < text.length() ? text.charAt(from) : 0;
            if (sign != '*' && sign != '/' && sign != '%') {
                return left;
            }
            at++;
            left = new Expression.Arithmetic(from + 1, sign, left, value());
        }
    }

    private Expression value() {
        int from = at();
        if (from >= text.length()) {
            throw fault(
                    from,
                    text.isBlank()
                            ? "expected a condition, such as caches.l2.size <= 2MiB"
                            : "something is missing at the end");
        }
        char c = text.charAt(from);
        if (c == '(') {
            at++;
            enter();
            Expression inside = either();
            depth--;
            expect(")", "')'");
            return inside;
        }
        if (c == '-') {
            at++;
            enter();
            Expression zero = new Expression.Literal(from + 1, Quantity.of(Amount.plain(BigDecimal.ZERO)));
            Expression of = value();
            depth--;
            return of instanceof Expression.Literal literal && literal.constant() instanceof Quantity quantity
                    ? new Expression.Literal(from + 1, quantity.negated())
                    : new Expression.Arithmetic(from + 1, '-', zero, of);
        }
        if (c == '"' || c == '\'') {
            int end = text.indexOf(c, from + 1);
            if (end < 0) {
                throw fault(from, "the quote is not closed");
            }
            at = end + 1;
            return new Expression.Literal(from + 1, text.substring(from + 1, end));
        }
        if (c >= '0' && c <= '9') {
            return number(from);
        }
        return name(from);
    }

    private Expression number(int from) {
        while (at < text.length()
                && (Character.isLetterOrDigit(text.charAt(at))
                        || "._".indexOf(text.charAt(at)) >= 0
                        || EXPONENT.matcher(text.substring(from, at + 1)).matches())) {
            at++;
        }
        String written = text.substring(from, at);
        Amount amount = Amount.of(written);
        if (amount == null) {
            throw fault(from, "'" + written + "' is no number; units are those of device files, such as 4MiB or 12ns");
        }
        return new Expression.Literal(from + 1, Quantity.of(amount));
    }

    /** A name: letters, digits, dots, indices in brackets, parts in quotes. */
    private Expression name(int from) {
        while (at < text.length()) {
            char c = text.charAt(at);
            boolean part = Character.isLetterOrDigit(c) || c == '_' || c == '.' || c == '+' && at > from && sticks();
            boolean minus = c == '-' && at > from && hyphen(text.substring(from, at));
            if (part || minus) {
                at++;
            } else if (c == '[' && at > from && text.indexOf(']', at) > at) {
                at = text.indexOf(']', at) + 1;
            } else if (c == '"' && at > from && text.charAt(at - 1) == '.' && text.indexOf('"', at + 1) > at) {
                at = text.indexOf('"', at + 1) + 1;
            } else {
                break;
            }
        }
        if (at == from) {
            throw fault(from, "'" + text.charAt(from) + "' is not expected here" + hint());
        }
        String name = text.substring(from, at);
        if (axes.contains(name)) {
            return new Expression.Variable(from + 1, name);
        }
        if (name.equals("true") || name.equals("false")) {
            return new Expression.Literal(from + 1, Boolean.valueOf(name));
        }
        if (name.indexOf('.') >= 0 || name.indexOf('[') >= 0) {
            throw fault(
                    from,
                    "'" + name + "' is not varied" + Nearest.hint(name, axes) + "; text with dots is put in quotes");
        }
        if (VARIED.contains(name)) {
            throw fault(
                    from, "'" + name + "' is not varied: it is the same in all points; as a text it is put in quotes");
        }
        return new Expression.Literal(from + 1, name);
    }

    /** Whether a minus sign belongs to a name, as in {@code mix-l2}: behind an axis it subtracts, unless another axis goes on so. */
    private boolean hyphen(String name) {
        return axes.stream().anyMatch(axis -> axis.startsWith(name + "-")) || !axes.contains(name) && sticks();
    }

    /** Whether a plus sign belongs to a name, as in {@code turnip+a6xx}. */
    private boolean sticks() {
        return at + 1 < text.length()
                && Character.isLetter(text.charAt(at + 1))
                && Character.isLetterOrDigit(text.charAt(at - 1));
    }

    private void enter() {
        if (++depth > DEEPEST) {
            throw fault(at, "this is nested deeper than " + DEEPEST + " levels");
        }
    }

    private boolean word(String word) {
        int from = at();
        int end = from + word.length();
        if (text.startsWith(word, from) && (end == text.length() || !Character.isLetterOrDigit(text.charAt(end)))) {
            at = end;
            return true;
        }
        return false;
    }

    private boolean accept(String sign) {
        if (text.startsWith(sign, at())) {
            at += sign.length();
            return true;
        }
        return false;
    }

    private void expect(String sign, String what) {
        if (!accept(sign)) {
            throw fault(at, "expected " + what + (at < text.length() ? ", got '" + text.charAt(at) + "'" : ""));
        }
    }

    private int at() {
        space();
        return at;
    }

    private void space() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }

    private static ValueList.Fault fault(int index, String problem) {
        return new ValueList.Fault(index + 1, problem);
    }
}
