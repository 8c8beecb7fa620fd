// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.image;

/**
 * Floating-point numbers of 16 bits (IEEE 754 binary16), and of 11 and 10 bits without a sign (Vulkan, Unsigned 11-Bit and
 * 10-Bit Floating-Point Numbers): all have five bits of exponent.
 */
final class SmallFloat {

    private static final int EXPONENT_BITS = 5;
    private static final int SPECIAL = (1 << EXPONENT_BITS) - 1;
    private static final int BIAS = 15;

    private SmallFloat() {}

    /**
     * The number of some bits.
     *
     * @param bits width: 16, 11 or 10
     */
    static double decode(int raw, int bits) {
        boolean signed = bits == 16;
        int fractionBits = bits - EXPONENT_BITS - (signed ? 1 : 0);
        int fraction = raw & (1 << fractionBits) - 1;
        int exponent = raw >> fractionBits & SPECIAL;
        double magnitude;
        if (exponent == SPECIAL) {
            magnitude = fraction == 0 ? Double.POSITIVE_INFINITY : Double.NaN;
        } else if (exponent == 0) {
            magnitude = Math.scalb((double) fraction, 1 - BIAS - fractionBits);
        } else {
            magnitude = Math.scalb((double) (fraction | 1 << fractionBits), exponent - BIAS - fractionBits);
        }
        return signed && raw >> 15 != 0 ? -magnitude : magnitude;
    }

    /**
     * The bits of the nearest number, ties to even. What is too large becomes infinity where there is a sign, and the largest
     * number where there is none, which has zero for all negative numbers.
     *
     * @param bits width: 16, 11 or 10
     */
    static int encode(double value, int bits) {
        boolean signed = bits == 16;
        int fractionBits = bits - EXPONENT_BITS - (signed ? 1 : 0);
        int infinity = SPECIAL << fractionBits;
        if (Double.isNaN(value)) {
            return infinity | 1 << fractionBits - 1;
        }
        boolean negative = Double.doubleToRawLongBits(value) < 0;
        if (negative && !signed) {
            return 0;
        }
        int sign = negative ? 1 << 15 : 0;
        double magnitude = Math.abs(value);
        if (magnitude == Double.POSITIVE_INFINITY) {
            return sign | infinity;
        }
        int exponent = Math.max(Math.getExponent(magnitude), 1 - BIAS);
        if (exponent > BIAS) {
            return sign | (signed ? infinity : infinity - 1);
        }
        // an integer of at most fractionBits + 1 bits: exact up to the rounding; a carry out of it raises the exponent
        // by itself
        int significand = (int) Math.rint(Math.scalb(magnitude, fractionBits - exponent));
        int raw = significand < 1 << fractionBits ? significand : (exponent + BIAS - 1 << fractionBits) + significand;
        return sign | (signed ? Math.min(raw, infinity) : Math.min(raw, infinity - 1));
    }
}
