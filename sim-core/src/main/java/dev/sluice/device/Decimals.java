// SPDX-License-Identifier: Apache-2.0
package dev.sluice.device;

import java.math.BigDecimal;

/** Numbers as people write them. */
public final class Decimals {
    private static final double LEAST = 1e-9;
    private static final double MOST = 1e15;

    private Decimals() {}

    /** A number without an exponent, {@code 0.0001} or {@code 3}, unless it has more digits than anybody reads. */
    public static String plain(double value) {
        double size = Math.abs(value);
        return value == 0
                ? "0"
                : size >= LEAST && size < MOST
                        ? BigDecimal.valueOf(value).stripTrailingZeros().toPlainString()
                        : Double.toString(value);
    }
}
