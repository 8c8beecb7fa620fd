// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop;

import dev.sluice.program.BlendEquation;
import dev.sluice.program.ColorBlend;
import dev.sluice.program.LogicOp;
import dev.sluice.program.image.Format;
import dev.sluice.program.image.Numeric;
import dev.sluice.program.image.TexelBits;
import org.jspecify.annotations.Nullable;

/** Puts the texel of a fragment over the one that is stored: replaces it, blends both, or combines their bits; of all channels or some. */
final class BlendFunction {
    private final int texelBytes;
    private final boolean reads;

    /** In which bits the result is put, and whether these are all. */
    private final TexelBits written;

    private final boolean whole;

    private final LogicOp logic;
    private final @Nullable ByteBlending bytes;
    private final @Nullable BlendArithmetic numbers;
    /** Bits of alpha, if a source of full alpha replaces and one of none keeps what is stored. 0 otherwise. */
    private final long alphaBits;

    private BlendFunction(
            ColorBlend blend, int index, Format format, @Nullable BlendEquation equation, boolean inBytes) {
        this.texelBytes = format.texelBytes();
        this.reads = blend.reads(index, format);
        this.written = blend.written(index, format);
        this.whole = written.equals(TexelBits.of(format, ColorBlend.ALL_CHANNELS));
        this.logic = blend.logicOp(format);
        this.bytes = equation != null && inBytes ? new ByteBlending(equation) : null;
        this.numbers = equation != null && !inBytes ? new BlendArithmetic(format, equation, blend.constants()) : null;
        Format.Channel last = format.channels().get(format.channels().size() - 1);
        // no texel can hold infinities then
        boolean shortcut =
                BlendEquation.OVER.equals(equation) && last.component() == 'a' && last.numeric() == Numeric.UNORM;
        this.alphaBits = shortcut ? (1L << last.bits()) - 1 << last.offset() : 0;
    }

    /** What draws do to a target. */
    static BlendFunction of(ColorBlend blend, int index, Format format) {
        BlendEquation equation = blend.equation(index, format);
        return new BlendFunction(
                blend, index, format, equation, equation != null && ByteBlending.does(equation, format));
    }

    /** The same, but never in integers; what these are compared with. */
    static BlendFunction general(ColorBlend blend, Format format) {
        return new BlendFunction(blend, 0, format, blend.equation(0, format), false);
    }

    /** Whether the stored texel is needed. */
    boolean reads() {
        return reads;
    }

    /** The bytes that are written. */
    TexelBytes written() {
        return new TexelBytes(written.bytes());
    }

    /** Puts a texel over the one at an offset of {@code data}. */
    void apply(byte[] data, int offset, long lo, long hi) {
        if (bytes != null) {
            put(data, offset, bytes.blend((int) lo, (int) Texels.low(data, offset, texelBytes)), 0);
        } else if (numbers != null) {
            blend(numbers, data, offset, lo, hi);
        } else if (logic == LogicOp.COPY) {
            put(data, offset, lo, hi);
        } else {
            put(
                    data,
                    offset,
                    logic.apply(lo, Texels.low(data, offset, texelBytes)),
                    logic.apply(hi, Texels.high(data, offset, texelBytes)));
        }
    }

    private void blend(BlendArithmetic arithmetic, byte[] data, int offset, long lo, long hi) {
        long alpha = lo & alphaBits;
        if (alphaBits == 0 || alpha != 0 && alpha != alphaBits) {
            long[] bits = arithmetic.blend(
                    lo, hi, Texels.low(data, offset, texelBytes), Texels.high(data, offset, texelBytes));
            put(data, offset, bits[0], bits[1]);
        } else if (alpha != 0) {
            put(data, offset, lo, hi);
        }
    }

    private void put(byte[] data, int offset, long lo, long hi) {
        if (whole) {
            Texels.put(data, offset, texelBytes, lo, hi);
        } else {
            Texels.put(
                    data,
                    offset,
                    texelBytes,
                    written.mergeLow(lo, Texels.low(data, offset, texelBytes)),
                    written.mergeHigh(hi, Texels.high(data, offset, texelBytes)));
        }
    }
}
