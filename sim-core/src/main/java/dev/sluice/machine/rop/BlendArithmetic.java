// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop;

import dev.sluice.program.BlendEquation;
import dev.sluice.program.BlendEquation.Factor;
import dev.sluice.program.BlendEquation.Operation;
import dev.sluice.program.image.Format;
import dev.sluice.program.image.Numeric;
import dev.sluice.program.image.TexelCodec;
import java.util.List;

/**
 * Blends in double precision, from the exact values of both texels (sRGB: from the linear ones), and rounds once.
 *
 * <p>In formats that are not floating-point, constants and factors are kept in the range of the format (Vulkan specification,
 * section Blending).
 */
final class BlendArithmetic {
    private static final int ALPHA = 3;

    private final Format format;
    private final BlendEquation equation;
    private final double[] constants = new double[4];
    /** What factors are kept above, and below. */
    private final double least;

    private final double most;

    private final double[] source = new double[4];
    private final double[] destination = new double[4];
    private final double[] result = new double[4];
    private final long[] bits = new long[2];

    BlendArithmetic(Format format, BlendEquation equation, List<Double> constants) {
        Numeric numeric = format.channels().get(0).numeric();
        this.format = format;
        this.equation = equation;
        this.least = switch (numeric) {
            case SFLOAT -> Double.NEGATIVE_INFINITY;
            case SNORM -> -1;
            case UNORM, SRGB, UINT, SINT -> 0;
        };
        this.most = numeric == Numeric.SFLOAT ? Double.POSITIVE_INFINITY : 1;
        for (int c = 0; c <= ALPHA; c++) {
            this.constants[c] = kept(constants.get(c));
        }
    }

    private double kept(double value) {
        return Math.max(least, Math.min(most, value));
    }

    /** The texel that becomes of two: its first 64 bits and the rest. */
    long[] blend(long low, long high, long storedLow, long storedHigh) {
        TexelCodec.decode(format, low, high, source);
        TexelCodec.decode(format, storedLow, storedHigh, destination);
        for (int c = 0; c < ALPHA; c++) {
            result[c] = combined(equation.srcColor(), equation.dstColor(), equation.colorOp(), c);
        }
        result[ALPHA] = combined(equation.srcAlpha(), equation.dstAlpha(), equation.alphaOp(), ALPHA);
        TexelCodec.encode(format, result, bits);
        return bits;
    }

    private double combined(Factor src, Factor dst, Operation op, int channel) {
        double s = source[channel];
        double d = destination[channel];
        return switch (op) {
            case ADD -> weighed(s, src, channel) + weighed(d, dst, channel);
            case SUBTRACT -> weighed(s, src, channel) - weighed(d, dst, channel);
            case REVERSE_SUBTRACT -> weighed(d, dst, channel) - weighed(s, src, channel);
            case MIN -> Math.min(s, d);
            case MAX -> Math.max(s, d);
        };
    }

    /** What counts nothing need not be a number: it may not even have been read. */
    private double weighed(double value, Factor factor, int channel) {
        return factor == Factor.ZERO ? 0 : value * factor(factor, channel);
    }

    private double factor(Factor factor, int channel) {
        return switch (factor) {
            case ZERO -> 0;
            case ONE -> 1;
            case SRC_COLOR -> source[channel];
            case ONE_MINUS_SRC_COLOR -> kept(1 - source[channel]);
            case DST_COLOR -> destination[channel];
            case ONE_MINUS_DST_COLOR -> kept(1 - destination[channel]);
            case SRC_ALPHA -> source[ALPHA];
            case ONE_MINUS_SRC_ALPHA -> kept(1 - source[ALPHA]);
            case DST_ALPHA -> destination[ALPHA];
            case ONE_MINUS_DST_ALPHA -> kept(1 - destination[ALPHA]);
            case CONSTANT_COLOR -> constants[channel];
            case ONE_MINUS_CONSTANT_COLOR -> kept(1 - constants[channel]);
            case CONSTANT_ALPHA -> constants[ALPHA];
            case ONE_MINUS_CONSTANT_ALPHA -> kept(1 - constants[ALPHA]);
            case SRC_ALPHA_SATURATE -> channel == ALPHA ? 1 : Math.min(source[ALPHA], kept(1 - destination[ALPHA]));
        };
    }
}
