// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop;

import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.Format;
import dev.sluice.program.image.ResolveMode;
import dev.sluice.program.image.TexelCodec;
import java.util.Map;

/**
 * Makes one texel out of the samples of a pixel.
 *
 * <p>Samples are compared, or added up from sample 0 on, in double precision, from their exact values (sRGB: the linear ones); an
 * average is rounded once to the format.
 */
final class ResolveFunction {

    private final Format format;
    private final boolean first;
    /** By the place of a channel's number. */
    private final ResolveMode[] modes = new ResolveMode[4];
    /** The bits that are those of sample 0. */
    private final long[] kept = new long[2];

    private final double[] result = new double[4];
    private final double[] sample = new double[4];
    private final long[] bits = new long[2];

    ResolveFunction(Format format, Map<Aspect, ResolveMode> byAspect) {
        this.format = format;
        this.first = byAspect.values().stream().allMatch(mode -> mode == ResolveMode.SAMPLE_ZERO);
        for (Format.Channel channel : format.channels()) {
            ResolveMode mode = byAspect.getOrDefault(aspect(channel), ResolveMode.SAMPLE_ZERO);
            modes[channel.place()] = mode;
            if (mode == ResolveMode.SAMPLE_ZERO) {
                kept[channel.offset() >>> 6] |= -1L >>> Long.SIZE - channel.bits() << (channel.offset() & 63);
            }
        }
    }

    private static Aspect aspect(Format.Channel channel) {
        return switch (channel.component()) {
            case 'd' -> Aspect.DEPTH;
            case 's' -> Aspect.STENCIL;
            default -> Aspect.COLOR;
        };
    }

    /** How many samples of a pixel are read. */
    int samplesRead(int samples) {
        return first ? 1 : samples;
    }

    /** What comes out last, the first 64 bits and the rest. */
    long[] bits() {
        return bits;
    }

    /**
     * Resolves a pixel.
     *
     * @param at where sample 0 is
     * @param planeStride from one sample to the next
     */
    void apply(byte[] data, int at, int samples, int planeStride) {
        int texelBytes = format.texelBytes();
        long low = Texels.low(data, at, texelBytes);
        long high = Texels.high(data, at, texelBytes);
        bits[0] = low;
        bits[1] = high;
        if (first) {
            return;
        }
        TexelCodec.decode(format, low, high, result);
        for (int s = 1; s < samples; s++) {
            int plane = at + s * planeStride;
            TexelCodec.decode(
                    format, Texels.low(data, plane, texelBytes), Texels.high(data, plane, texelBytes), sample);
            for (int c = 0; c < result.length; c++) {
                take(c);
            }
        }
        for (int c = 0; c < result.length; c++) {
            if (modes[c] == ResolveMode.AVERAGE) {
                result[c] /= samples;
            }
        }
        TexelCodec.encode(format, result, bits);
        bits[0] = bits[0] & ~kept[0] | low & kept[0];
        bits[1] = bits[1] & ~kept[1] | high & kept[1];
    }

    private void take(int c) {
        ResolveMode mode = modes[c];
        if (mode == ResolveMode.AVERAGE) {
            result[c] += sample[c];
        } else if (mode == ResolveMode.MIN) {
            result[c] = Math.min(result[c], sample[c]);
        } else if (mode == ResolveMode.MAX) {
            result[c] = Math.max(result[c], sample[c]);
        }
    }
}
