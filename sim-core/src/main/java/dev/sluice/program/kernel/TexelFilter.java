// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

/**
 * Weighted sums of texels, with weights of 8 bits.
 *
 * <p>A row's sum keeps all bits (16 a byte, 24 a short, binary64 for f32), and the sum of two rows is rounded once, to the
 * nearest integer with halves up, or to binary32. Fractions come as {@link dev.sluice.program.image.ImageShape#fraction} gives
 * them: across in the low 8 bits, down in the next.
 */
final class TexelFilter {
    private static final int ONE = 256;
    private static final int BYTES = 4;

    private TexelFilter() {}

    private static long across(long fraction) {
        return fraction & 0xFF;
    }

    private static long down(long fraction) {
        return fraction >> 8 & 0xFF;
    }

    /** Two texels of one channel of up to 16 bits. */
    static long rowOne(long a, long b, long fraction) {
        return a * (ONE - across(fraction)) + b * across(fraction);
    }

    /** Two sums of {@link #rowOne}. */
    static long columnOne(long a, long b, long fraction) {
        return a * (ONE - down(fraction)) + b * down(fraction) + 0x8000 >> 16;
    }

    /** Two filtered texels of one channel. */
    static long mixOne(long a, long b, long fraction) {
        return a * (ONE - fraction) + b * fraction + 0x80 >> 8;
    }

    /** Two texels of four bytes: 16 bits a channel. */
    static long rowBytes(long a, long b, long fraction) {
        return spread(a) * (ONE - across(fraction)) + spread(b) * across(fraction);
    }

    private static long spread(long bytes) {
        return bytes & 0xFF | (bytes & 0xFF00) << 8 | (bytes & 0xFF_0000) << 16 | (bytes & 0xFF00_0000L) << 24;
    }

    /** Two sums of {@link #rowBytes}. */
    static long columnBytes(long a, long b, long fraction) {
        long result = 0;
        for (int i = 0; i < BYTES; i++) {
            long channel = columnOne(a >>> 16 * i & 0xFFFF, b >>> 16 * i & 0xFFFF, fraction);
            result |= channel << 8 * i;
        }
        return result;
    }

    /** Two filtered texels of four bytes. */
    static long mixBytes(long a, long b, long fraction) {
        long result = 0;
        for (int i = 0; i < BYTES; i++) {
            result |= mixOne(a >>> 8 * i & 0xFF, b >>> 8 * i & 0xFF, fraction) << 8 * i;
        }
        return result;
    }

    /** The first two of four channels of 16 bits of two texels: 32 bits a channel. */
    static long rowShortsLow(long a, long b, long fraction) {
        return rowOne(a & 0xFFFF, b & 0xFFFF, fraction)
                | rowOne(a >>> 16 & 0xFFFF, b >>> 16 & 0xFFFF, fraction) << Integer.SIZE;
    }

    /** The last two of four channels of 16 bits of two texels: 32 bits a channel. */
    static long rowShortsHigh(long a, long b, long fraction) {
        return rowShortsLow(a >>> Integer.SIZE, b >>> Integer.SIZE, fraction);
    }

    /** Two sums of two channels of 16 bits. */
    static long columnShorts(long a, long b, long fraction) {
        return columnOne(a & 0xFFFF_FFFFL, b & 0xFFFF_FFFFL, fraction)
                | columnOne(a >>> Integer.SIZE, b >>> Integer.SIZE, fraction) << 16;
    }

    /** Two filtered texels of four channels of 16 bits. */
    static long mixShorts(long a, long b, long fraction) {
        long result = 0;
        for (int i = 0; i < Long.SIZE; i += Short.SIZE) {
            result |= mixOne(a >>> i & 0xFFFF, b >>> i & 0xFFFF, fraction) << i;
        }
        return result;
    }

    /** Two texels of one binary32 number; the sum is one of binary64, 256 times as large. */
    static long rowFloat(long a, long b, long fraction) {
        double sum = Arithmetic.number(a) * (double) (ONE - across(fraction))
                + Arithmetic.number(b) * (double) across(fraction);
        return Double.doubleToLongBits(sum);
    }

    /** Two sums of {@link #rowFloat}. */
    static long columnFloat(long a, long b, long fraction) {
        double sum = Double.longBitsToDouble(a) * (ONE - down(fraction)) + Double.longBitsToDouble(b) * down(fraction);
        return Arithmetic.bits((float) (sum / (ONE * ONE)));
    }

    /** Two filtered numbers. */
    static long mixFloat(long a, long b, long fraction) {
        double sum = Arithmetic.number(a) * (double) (ONE - fraction) + Arithmetic.number(b) * (double) fraction;
        return Arithmetic.bits((float) (sum / ONE));
    }
}
