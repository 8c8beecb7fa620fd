// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.units;

import java.math.BigDecimal;

/**
 * A clock, written as {@code 1.5GHz}, {@code 800MHz} or a plain integer of hertz.
 *
 * @param hertz cycles a second, 1 or more
 */
public record Frequency(long hertz) {
    private static final Unit[] UNITS = {
        new Unit("Hz", BigDecimal.ONE),
        new Unit("kHz", BigDecimal.valueOf(1_000L)),
        new Unit("MHz", BigDecimal.valueOf(1_000_000L)),
        new Unit("GHz", BigDecimal.valueOf(1_000_000_000L)),
    };
    /** The pattern of the JSON Schema. */
    public static final String PATTERN = Unit.pattern(UNITS);

    public Frequency {
        if (hertz <= 0) {
            throw new IllegalArgumentException("a clock must be above 0Hz");
        }
    }

    /**
     * Reads a clock.
     *
     * @throws IllegalArgumentException with a message that says what would be right
     */
    public static Frequency parse(String text) {
        Unit.Amount amount = Unit.split(text);
        if (amount != null) {
            if (amount.unit().isEmpty()) {
                return new Frequency(Unit.whole(text, amount.number(), BigDecimal.ONE, "hertz"));
            }
            for (Unit unit : UNITS) {
                if (unit.name().equals(amount.unit())) {
                    return new Frequency(Unit.whole(text, amount.number(), unit.factor(), "hertz"));
                }
            }
            for (Unit unit : UNITS) {
                if (unit.name().equalsIgnoreCase(amount.unit())) {
                    throw new IllegalArgumentException("'" + text + "' is not a clock; write "
                            + amount.number().toPlainString() + unit.name());
                }
            }
        }
        throw new IllegalArgumentException(
                "'" + text + "' is not a clock; write a number with Hz, kHz, MHz or GHz, for example 1.5GHz");
    }

    @Override
    public String toString() {
        for (int i = UNITS.length - 1; i > 0; i--) {
            long factor = UNITS[i].factor().longValueExact();
            if (hertz >= factor) {
                return BigDecimal.valueOf(hertz)
                                .divide(UNITS[i].factor())
                                .stripTrailingZeros()
                                .toPlainString()
                        + UNITS[i].name();
            }
        }
        return hertz + "Hz";
    }
}
