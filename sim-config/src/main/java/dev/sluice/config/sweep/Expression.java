// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.sweep;

import java.util.List;
import java.util.Map;

/** A part of a {@link Constraint}: its value for a combination is a truth value, a {@link Quantity} or a text. */
sealed interface Expression {
    /** The column of the condition's text where it begins. */
    int column();

    /** Its value for the values of the axes. */
    Object value(Map<String, String> values);

    /** Its value where a truth value belongs. */
    default boolean truth(Map<String, String> values) {
        if (value(values) instanceof Boolean truth) {
            return truth;
        }
        throw new ValueList.Fault(column(), "a comparison belongs here, such as caches.l2.size <= 4MiB");
    }

    /** Its value where a number belongs. */
    default Quantity quantity(Map<String, String> values) {
        Object value = value(values);
        if (value instanceof Quantity quantity) {
            return quantity;
        }
        throw new ValueList.Fault(column(), "'" + value + "' is no number");
    }

    /** A number or text as it stands. */
    record Literal(int column, Object constant) implements Expression {
        @Override
        public Object value(Map<String, String> values) {
            return constant;
        }
    }

    /** The value of an axis. */
    record Variable(int column, String name) implements Expression {
        @Override
        public Object value(Map<String, String> values) {
            String text = ValueList.unquoted(values.getOrDefault(name, ""));
            if (text.equals("true") || text.equals("false")) {
                return Boolean.valueOf(text);
            }
            Amount amount = Amount.of(text);
            return amount == null ? text : Quantity.of(amount);
        }
    }

    /** The opposite. */
    record Not(int column, Expression of) implements Expression {
        @Override
        public Object value(Map<String, String> values) {
            return !of.truth(values);
        }
    }

    /** Both, or either. */
    record Logic(int column, boolean both, Expression left, Expression right) implements Expression {
        @Override
        public Object value(Map<String, String> values) {
            return both ? left.truth(values) && right.truth(values) : left.truth(values) || right.truth(values);
        }
    }

    /** Whether a value is one of several. */
    record Among(int column, Expression left, List<Expression> options) implements Expression {
        public Among {
            options = List.copyOf(options);
        }

        @Override
        public Object value(Map<String, String> values) {
            return options.stream().anyMatch(option -> new Comparison(column, "==", left, option).truth(values));
        }
    }

    /** One value held against another. */
    record Comparison(int column, String sign, Expression left, Expression right) implements Expression {
        @Override
        public Object value(Map<String, String> values) {
            Object a = left.value(values);
            Object b = right.value(values);
            if (a instanceof Quantity first && b instanceof Quantity second) {
                if (!first.comparable(second)) {
                    throw new ValueList.Fault(
                            column, "a time and a number without a unit, or of another kind, do not compare");
                }
                return ordered(first.number().order(second.number()));
            }
            if (!sign.equals("==") && !sign.equals("!=")) {
                Object text = a instanceof Quantity ? b : a;
                throw new ValueList.Fault(column, "'" + text + "' is no number, and only numbers are less or more");
            }
            return a.equals(b) == sign.equals("==");
        }

        private Boolean ordered(int order) {
            return switch (sign) {
                case "==" -> order == 0;
                case "!=" -> order != 0;
                case "<" -> order < 0;
                case "<=" -> order <= 0;
                case ">" -> order > 0;
                default -> order >= 0;
            };
        }
    }

    /** Two numbers made one. */
    record Arithmetic(int column, char sign, Expression left, Expression right) implements Expression {
        @Override
        public Object value(Map<String, String> values) {
            Quantity a = left.quantity(values);
            Quantity b = right.quantity(values);
            Fraction result = switch (sign) {
                case '+' -> a.number().plus(b.number());
                case '-' -> a.number().plus(b.number().negated());
                case '*' -> a.number().times(b.number());
                default -> divided(a.number(), b.number());
            };
            boolean sum = sign == '+' || sign == '-';
            if (sum && !a.comparable(b)) {
                throw new ValueList.Fault(column, "a time and a number without a unit, or of another kind, do not add");
            }
            // a size by a size is a ratio
            boolean ratio = sign == '/' && a.kind() == b.kind();
            Amount.Kind kind =
                    ratio ? Amount.Kind.PLAIN : a.kind() == Amount.Kind.PLAIN && sign != '/' ? b.kind() : a.kind();
            return new Quantity(result, kind);
        }

        private Fraction divided(Fraction a, Fraction b) {
            if (b.signum() == 0) {
                throw new ValueList.Fault(column, "this divides by 0");
            }
            return sign == '/' ? a.by(b) : a.rest(b);
        }
    }
}
