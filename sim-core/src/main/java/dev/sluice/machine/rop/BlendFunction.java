// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop;

import dev.sluice.program.DrawState;
import dev.sluice.program.LogicOp;
import dev.sluice.program.image.Format;
import dev.sluice.program.image.Numeric;
import dev.sluice.program.image.TexelCodec;

/**
 * Puts the texel of a fragment over the one that is stored: replaces it, blends source over destination, or combines their bits.
 *
 * <p>Blending computes {@code rgb = s.rgb * s.a + d.rgb * (1 - s.a)} and {@code a = s.a + d.a * (1 - s.a)} in double precision
 * from the exact values of both texels (sRGB: from the linear ones) and rounds the result once to the format, to the nearest
 * value. Formats of four 8-bit UNORM channels do the same in integers; for them no result lies half-way.
 */
final class BlendFunction {

    private enum Mode {
        REPLACE,
        UNORM8,
        GENERAL,
        LOGIC
    }

    private final Format format;
    private final Mode mode;
    private final int texelBytes;
    /** Bits of alpha where no texel can hold infinities: full alpha replaces then, and none keeps. 0 otherwise. */
    private final long alphaBits;

    private final double[] source = new double[4];
    private final double[] destination = new double[4];
    private final long[] bits = new long[2];

    /** Of {@link Mode#LOGIC}. */
    private final LogicOp logic;

    private BlendFunction(Format format, Mode mode) {
        this(format, mode, LogicOp.COPY);
    }

    private BlendFunction(Format format, Mode mode, LogicOp logic) {
        this.format = format;
        this.mode = mode;
        this.logic = logic;
        this.texelBytes = format.texelBytes();
        Format.Channel last = format.channels().get(format.channels().size() - 1);
        boolean shortcut = last.component() == 'a' && last.numeric() == Numeric.UNORM;
        this.alphaBits = shortcut ? (1L << last.bits()) - 1 << last.offset() : 0;
    }

    /** What a draw does to a target of a format. */
    static BlendFunction of(Format format, DrawState state) {
        if (state.blends(format)) {
            return new BlendFunction(format, unorm8(format) ? Mode.UNORM8 : Mode.GENERAL);
        }
        LogicOp logic = state.logicOp(format);
        return new BlendFunction(format, logic == LogicOp.COPY ? Mode.REPLACE : Mode.LOGIC, logic);
    }

    /** As {@link #of}, but never the integer way; what that one is compared with. */
    static BlendFunction general(Format format) {
        return new BlendFunction(format, Mode.GENERAL);
    }

    private static boolean unorm8(Format format) {
        if (format.channels().size() != 4 || format.channels().get(3).component() != 'a') {
            return false;
        }
        for (Format.Channel channel : format.channels()) {
            if (channel.bits() != Byte.SIZE || channel.numeric() != Numeric.UNORM) {
                return false;
            }
        }
        return true;
    }

    /** Whether the stored texel is needed. */
    boolean reads() {
        return switch (mode) {
            case REPLACE -> false;
            case LOGIC -> logic.reads();
            case UNORM8, GENERAL -> true;
        };
    }

    /** Puts a texel over the one at an offset of {@code data}. */
    void apply(byte[] data, int offset, long lo, long hi) {
        switch (mode) {
            case REPLACE -> Texels.put(data, offset, texelBytes, lo, hi);
            case LOGIC ->
                Texels.put(
                        data,
                        offset,
                        texelBytes,
                        logic.apply(lo, Texels.low(data, offset, texelBytes)),
                        logic.apply(hi, Texels.high(data, offset, texelBytes)));
            case UNORM8 -> blendBytes(data, offset, (int) lo);
            case GENERAL -> {
                long alpha = lo & alphaBits;
                if (alphaBits == 0 || alpha != 0 && alpha != alphaBits) {
                    blend(data, offset, lo, hi);
                } else if (alpha != 0) {
                    Texels.put(data, offset, texelBytes, lo, hi);
                }
            }
        }
    }

    private static void blendBytes(byte[] data, int offset, int texel) {
        int alpha = texel >>> 24;
        int rest = 255 - alpha;
        int stored = (int) Texels.low(data, offset, Integer.BYTES);
        int result = (255 * alpha + (stored >>> 24) * rest + 127) / 255;
        for (int shift = 16; shift >= 0; shift -= Byte.SIZE) {
            int s = texel >>> shift & 0xFF;
            int d = stored >>> shift & 0xFF;
            result = result << Byte.SIZE | (s * alpha + d * rest + 127) / 255;
        }
        Texels.put(data, offset, Integer.BYTES, result, 0);
    }

    private void blend(byte[] data, int offset, long lo, long hi) {
        TexelCodec.decode(format, lo, hi, source);
        TexelCodec.decode(
                format, Texels.low(data, offset, texelBytes), Texels.high(data, offset, texelBytes), destination);
        double alpha = source[3];
        double rest = 1 - alpha;
        for (int c = 0; c < 3; c++) {
            destination[c] = source[c] * alpha + destination[c] * rest;
        }
        destination[3] = alpha + destination[3] * rest;
        TexelCodec.encode(format, destination, bits);
        Texels.put(data, offset, texelBytes, bits[0], bits[1]);
    }
}
