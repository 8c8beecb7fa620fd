// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop;

import dev.sluice.program.DrawState;
import dev.sluice.program.DrawState.Compare;
import dev.sluice.program.DrawState.DepthBounds;
import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.Format;
import dev.sluice.program.image.Numeric;
import dev.sluice.program.image.TexelCodec;
import org.jspecify.annotations.Nullable;

/**
 * The depth comparison of a draw, in the numbers of a depth/stencil format.
 *
 * <p>A fragment's depth is cut to 0 to 1 and rounded to the format before it is compared (Vulkan 1.4.360, Fragment operations,
 * Depth test). A format without depth passes every sample.
 */
final class DepthFunction {

    private final Format format;
    private final Compare compare;
    private final @Nullable DepthBounds bounds;
    private final boolean real;
    private final long depthBits;
    private final long constant;
    private final double[] numbers = new double[4];
    private final long[] bits = new long[2];

    DepthFunction(Format format, DrawState state) {
        this.format = format;
        boolean depth = format.has(Aspect.DEPTH);
        this.compare = depth ? state.depthTest() : Compare.ALWAYS;
        this.bounds = depth ? state.bounds() : null;
        this.real = depth && format.channels().get(0).numeric() == Numeric.SFLOAT;
        this.depthBits = depth ? (1L << format.channels().get(0).bits()) - 1 : 0;
        this.constant = encode(state.depth());
    }

    private long encode(double depth) {
        if (depthBits == 0) {
            return 0;
        }
        numbers[0] = depth >= 1 ? 1 : depth > 0 ? depth : 0; // what is not a number is 0
        TexelCodec.encode(format, numbers, bits);
        return bits[0] & depthBits;
    }

    /** The comparison; {@code ALWAYS} where the format has no depth. */
    Compare compare() {
        return compare;
    }

    /** Whether the depth that is stored has bounds. */
    boolean bounded() {
        return bounds != null;
    }

    /** The depth of a pixel in the format. */
    long fragment(PixelBatch batch, int pixel) {
        return batch.pixelDepth ? encode(Float.intBitsToFloat(batch.depth[pixel])) : constant;
    }

    /** Whether the depth of the texel that is stored lies within the bounds. */
    boolean within(long texel) {
        DepthBounds range = bounds;
        if (range == null) {
            return true;
        }
        long stored = texel & depthBits;
        double depth = real ? Float.intBitsToFloat((int) stored) : (double) stored / depthBits;
        return range.min() <= depth && depth <= range.max();
    }

    /** Whether a fragment's depth passes against the texel that is stored. */
    boolean passes(long fragment, long texel) {
        long stored = texel & depthBits;
        return real
                ? compare.test(Float.intBitsToFloat((int) fragment), Float.intBitsToFloat((int) stored))
                : compare.test((double) fragment, (double) stored);
    }
}
