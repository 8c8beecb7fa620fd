// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop;

import dev.sluice.program.BlendEquation;
import dev.sluice.program.BlendEquation.Factor;
import dev.sluice.program.BlendEquation.Operation;
import dev.sluice.program.image.Format;
import dev.sluice.program.image.Numeric;

/**
 * Blends texels of four 8-bit UNORM channels, the last of them alpha, in integers: what {@link BlendArithmetic} computes, as no result
 * lies half-way between two bytes.
 */
final class ByteBlending {
    private static final int ONE = 255;
    private static final int ALPHA_SHIFT = 24;

    private final BlendEquation equation;
    private final boolean over;

    ByteBlending(BlendEquation equation) {
        this.equation = equation;
        this.over = equation.equals(BlendEquation.OVER);
    }

    /** Whether texels of a format can be blended so: constants need not be bytes. */
    static boolean does(BlendEquation equation, Format format) {
        if (format.channels().size() != 4 || format.channels().get(3).component() != 'a' || equation.usesConstants()) {
            return false;
        }
        for (Format.Channel channel : format.channels()) {
            if (channel.bits() != Byte.SIZE || channel.numeric() != Numeric.UNORM) {
                return false;
            }
        }
        return true;
    }

    /** The texel that becomes of two. */
    int blend(int texel, int stored) {
        return over ? over(texel, stored) : general(texel, stored);
    }

    private static int over(int texel, int stored) {
        int alpha = texel >>> ALPHA_SHIFT;
        int rest = ONE - alpha;
        int result = divided(ONE * alpha + (stored >>> ALPHA_SHIFT) * rest);
        for (int shift = 16; shift >= 0; shift -= Byte.SIZE) {
            int s = texel >>> shift & 0xFF;
            int d = stored >>> shift & 0xFF;
            result = result << Byte.SIZE | divided(s * alpha + d * rest);
        }
        return result;
    }

    private int general(int texel, int stored) {
        int result = combined(equation.srcAlpha(), equation.dstAlpha(), equation.alphaOp(), texel, stored, ALPHA_SHIFT);
        for (int shift = 16; shift >= 0; shift -= Byte.SIZE) {
            result = result << Byte.SIZE
                    | combined(equation.srcColor(), equation.dstColor(), equation.colorOp(), texel, stored, shift);
        }
        return result;
    }

    private static int divided(int product) {
        return Math.min(ONE, Math.max(0, product + 127) / 255);
    }

    private static int combined(Factor src, Factor dst, Operation op, int texel, int stored, int shift) {
        int s = texel >>> shift & 0xFF;
        int d = stored >>> shift & 0xFF;
        return switch (op) {
            case ADD -> divided(s * factor(src, texel, stored, shift) + d * factor(dst, texel, stored, shift));
            case SUBTRACT -> divided(s * factor(src, texel, stored, shift) - d * factor(dst, texel, stored, shift));
            case REVERSE_SUBTRACT ->
                divided(d * factor(dst, texel, stored, shift) - s * factor(src, texel, stored, shift));
            case MIN -> Math.min(s, d);
            case MAX -> Math.max(s, d);
        };
    }

    private static int factor(Factor factor, int texel, int stored, int shift) {
        return switch (factor) {
            case ZERO -> 0;
            case ONE -> ONE;
            case SRC_COLOR -> texel >>> shift & 0xFF;
            case ONE_MINUS_SRC_COLOR -> ~texel >>> shift & 0xFF;
            case DST_COLOR -> stored >>> shift & 0xFF;
            case ONE_MINUS_DST_COLOR -> ~stored >>> shift & 0xFF;
            case SRC_ALPHA -> texel >>> ALPHA_SHIFT;
            case ONE_MINUS_SRC_ALPHA -> ~texel >>> ALPHA_SHIFT;
            case DST_ALPHA -> stored >>> ALPHA_SHIFT;
            case ONE_MINUS_DST_ALPHA -> ~stored >>> ALPHA_SHIFT;
            case SRC_ALPHA_SATURATE ->
                shift == ALPHA_SHIFT ? ONE : Math.min(texel >>> ALPHA_SHIFT, ~stored >>> ALPHA_SHIFT);
            case CONSTANT_COLOR, ONE_MINUS_CONSTANT_COLOR, CONSTANT_ALPHA, ONE_MINUS_CONSTANT_ALPHA ->
                throw new IllegalStateException(factor + " is no byte");
        };
    }
}
