// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop;

import dev.sluice.program.DrawState;
import dev.sluice.program.DrawState.Compare;
import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.Format;
import dev.sluice.program.image.Numeric;
import dev.sluice.program.image.TexelCodec;

/**
 * The depth comparison of a draw, and what passing samples write, in the numbers of a depth/stencil format.
 *
 * <p>A fragment's depth is cut to 0 to 1 and rounded to the format before it is compared (Vulkan 1.4.360, Fragment operations,
 * Depth test). A format without depth passes every sample and writes none. Bytes of a texel that no channel uses are written
 * with the channel before them.
 */
final class DepthFunction {

    private final Format format;
    private final Compare compare;
    private final boolean real;
    private final long depthBits;
    private final long stencil;
    private final long constant;
    private final TexelBytes read;
    private final TexelBytes written;
    private final double[] numbers = new double[4];
    private final long[] bits = new long[2];

    DepthFunction(Format format, DrawState state) {
        this.format = format;
        boolean depth = format.has(Aspect.DEPTH);
        boolean writesDepth = depth && state.depthWrite();
        boolean writesStencil = format.has(Aspect.STENCIL) && state.stencilWrite() >= 0;
        this.compare = depth ? state.depthTest() : Compare.ALWAYS;
        this.real = depth && format.channels().get(0).numeric() == Numeric.SFLOAT;
        this.depthBits = depth ? (1L << format.channels().get(0).bits()) - 1 : 0;
        this.read = compare == Compare.ALWAYS || compare == Compare.NEVER
                ? TexelBytes.NONE
                : TexelBytes.holding(format, Aspect.DEPTH);
        this.written = TexelBytes.of(format, Aspect.depthStencil(writesDepth, writesStencil));
        this.stencil = writesStencil
                ? (state.stencilWrite() & 0xFFL)
                        << format.channels().get(format.channels().size() - 1).offset()
                : 0;
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

    /** Whether no sample passes, whatever is stored. */
    boolean never() {
        return compare == Compare.NEVER;
    }

    /** The bytes of a texel that are compared. */
    TexelBytes read() {
        return read;
    }

    /** The bytes of a texel that passing samples write. */
    TexelBytes written() {
        return written;
    }

    /** The depth of a pixel in the format. */
    long fragment(PixelBatch batch, int pixel) {
        return batch.pixelDepth ? encode(Float.intBitsToFloat(batch.depth[pixel])) : constant;
    }

    /** Whether a fragment's depth passes against the texel that is stored. */
    boolean passes(long fragment, long texel) {
        long stored = texel & depthBits;
        if (real) {
            return passes(Float.intBitsToFloat((int) fragment), Float.intBitsToFloat((int) stored));
        }
        return switch (compare) {
            case NEVER -> false;
            case LESS -> fragment < stored;
            case EQUAL -> fragment == stored;
            case LESS_OR_EQUAL -> fragment <= stored;
            case GREATER -> fragment > stored;
            case NOT_EQUAL -> fragment != stored;
            case GREATER_OR_EQUAL -> fragment >= stored;
            case ALWAYS -> true;
        };
    }

    private boolean passes(float fragment, float stored) {
        return switch (compare) {
            case NEVER -> false;
            case LESS -> fragment < stored;
            case EQUAL -> fragment == stored;
            case LESS_OR_EQUAL -> fragment <= stored;
            case GREATER -> fragment > stored;
            case NOT_EQUAL -> fragment != stored;
            case GREATER_OR_EQUAL -> fragment >= stored;
            case ALWAYS -> true;
        };
    }

    /** The texel that a passing sample writes; only the bytes of {@link #written} count. */
    long texel(long fragment) {
        return fragment | stencil;
    }
}
