// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.units;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/**
 * A span of time, written as {@code 12ns}, {@code 1us} or as a plain integer of core clock cycles.
 *
 * @param amount picoseconds, or cycles of the core clock; 0 or more
 * @param inCycles true when {@code amount} counts cycles
 */
public record Duration(long amount, boolean inCycles) {
    private static final BigDecimal PICOSECONDS_PER_SECOND = BigDecimal.valueOf(1_000_000_000_000L);
    private static final Unit[] UNITS = {
        new Unit("ps", BigDecimal.ONE),
        new Unit("ns", BigDecimal.valueOf(1_000L)),
        new Unit("us", BigDecimal.valueOf(1_000_000L)),
        new Unit("\u00b5s", BigDecimal.valueOf(1_000_000L)),
        new Unit("\u03bcs", BigDecimal.valueOf(1_000_000L)),
        new Unit("ms", BigDecimal.valueOf(1_000_000_000L)),
        new Unit("s", PICOSECONDS_PER_SECOND),
    };
    /** The pattern of the JSON Schema. */
    public static final String PATTERN = Unit.pattern(UNITS);

    public Duration {
        if (amount < 0) {
            throw new IllegalArgumentException("a time cannot be negative: " + amount);
        }
    }

    /** {@code cycles} of the core clock. */
    public static Duration ofCycles(long cycles) {
        return new Duration(cycles, true);
    }

    /** A time in picoseconds. */
    public static Duration ofPicoseconds(long picoseconds) {
        return new Duration(picoseconds, false);
    }

    /**
     * Reads a time.
     *
     * @throws IllegalArgumentException with a message that says what would be right
     */
    public static Duration parse(String text) {
        Unit.Amount amount = Unit.split(text);
        if (amount != null) {
            if (amount.unit().isEmpty()) {
                return ofCycles(Unit.whole(text, amount.number(), BigDecimal.ONE, "cycles"));
            }
            for (Unit unit : UNITS) {
                if (unit.name().equals(amount.unit())) {
                    return ofPicoseconds(Unit.whole(text, amount.number(), unit.factor(), "picoseconds"));
                }
            }
            for (Unit unit : UNITS) {
                if (unit.name().equalsIgnoreCase(amount.unit())) {
                    throw new IllegalArgumentException("'" + text + "' is not a time; write "
                            + amount.number().toPlainString() + unit.name());
                }
            }
        }
        throw new IllegalArgumentException("'" + text
                + "' is not a time; write core clock cycles as a plain integer or a number with ps, ns, us, ms or s");
    }

    /** This time in cycles of {@code coreClock}, rounded up: nothing is ever ready early. */
    public long cycles(Frequency coreClock) {
        return exactCycles(coreClock).longValueExact();
    }

    /** {@link #cycles}, however many they are. */
    public BigInteger exactCycles(Frequency coreClock) {
        if (inCycles) {
            return BigInteger.valueOf(amount);
        }
        return BigDecimal.valueOf(amount)
                .multiply(BigDecimal.valueOf(coreClock.hertz()))
                .divide(PICOSECONDS_PER_SECOND, 0, RoundingMode.CEILING)
                .toBigIntegerExact();
    }

    /** This time in picoseconds, rounded to the nearest where it was given in cycles of {@code coreClock}. */
    public long picoseconds(Frequency coreClock) {
        return exactPicoseconds(coreClock).longValueExact();
    }

    /** {@link #picoseconds}, however many they are. */
    public BigInteger exactPicoseconds(Frequency coreClock) {
        if (!inCycles) {
            return BigInteger.valueOf(amount);
        }
        return BigDecimal.valueOf(amount)
                .multiply(PICOSECONDS_PER_SECOND)
                .divide(BigDecimal.valueOf(coreClock.hertz()), 0, RoundingMode.HALF_UP)
                .toBigIntegerExact();
    }

    @Override
    public String toString() {
        if (inCycles) {
            return Long.toString(amount);
        }
        String[] names = {"s", "ms", "us", "ns"};
        long factor = 1_000_000_000_000L;
        for (String name : names) {
            if (amount != 0 && amount % factor == 0) {
                return amount / factor + name;
            }
            factor /= 1000;
        }
        return amount + "ps";
    }
}
