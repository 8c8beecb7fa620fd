// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.sweep;

import java.math.BigDecimal;

/**
 * A number that any quotient is, exactly.
 *
 * @param over what is divided
 * @param under by what, above 0
 */
record Fraction(BigDecimal over, BigDecimal under) {
    static Fraction of(BigDecimal number) {
        return new Fraction(number, BigDecimal.ONE);
    }

    int signum() {
        return over.signum();
    }

    Fraction negated() {
        return new Fraction(over.negate(), under);
    }

    Fraction plus(Fraction other) {
        return new Fraction(over.multiply(other.under).add(other.over.multiply(under)), under.multiply(other.under));
    }

    Fraction times(Fraction other) {
        return new Fraction(over.multiply(other.over), under.multiply(other.under));
    }

    /** The quotient; the other one is not 0. */
    Fraction by(Fraction other) {
        Fraction inverse = new Fraction(other.under, other.over.abs());
        return times(other.signum() < 0 ? inverse.negated() : inverse);
    }

    /** What a division without fractions leaves, with the sign of this number; the other one is not 0. */
    Fraction rest(Fraction other) {
        return new Fraction(
                over.multiply(other.under).remainder(other.over.multiply(under)), under.multiply(other.under));
    }

    /** Less than 0 where it is less than the other one, 0 where they are the same number, else more than 0. */
    int order(Fraction other) {
        return over.multiply(other.under).compareTo(other.over.multiply(under));
    }
}
