// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.units;

/**
 * Arithmetic on what people wrote, none of it negative: where a result does not fit a long it is the largest one, which no
 * buffer, memory or device can hold.
 */
public final class Saturating {
    private Saturating() {}

    /** The sum. */
    public static long plus(long a, long b) {
        return a > Long.MAX_VALUE - b ? Long.MAX_VALUE : a + b;
    }

    /** The product. */
    public static long times(long a, long b) {
        return b != 0 && a > Long.MAX_VALUE / b ? Long.MAX_VALUE : a * b;
    }

    /** The smallest multiple of {@code alignment} that is not less. */
    public static long aligned(long offset, long alignment) {
        return times(plus(offset, alignment - 1) / alignment, alignment);
    }
}
