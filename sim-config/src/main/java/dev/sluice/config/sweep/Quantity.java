// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.sweep;

/**
 * What a number in a condition is worth.
 *
 * @param number in the base unit
 * @param kind what it measures
 */
record Quantity(Fraction number, Amount.Kind kind) {
    static Quantity of(Amount amount) {
        return new Quantity(Fraction.of(amount.number()), amount.kind());
    }

    Quantity negated() {
        return new Quantity(number.negated(), kind);
    }

    /** Whether it can be held against another one: sizes and clocks are also written as plain numbers, times are not. */
    boolean comparable(Quantity other) {
        return kind == other.kind
                || kind == Amount.Kind.PLAIN && other.kind != Amount.Kind.TIME
                || other.kind == Amount.Kind.PLAIN && kind != Amount.Kind.TIME;
    }
}
