// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop;

import dev.sluice.machine.request.Payload;
import dev.sluice.program.image.Format;
import dev.sluice.program.image.TexelCodec;

/**
 * Averages samples.
 *
 * <p>Samples are added up from sample 0 on in double precision, from their exact values (sRGB: the linear ones), divided by their
 * number and rounded once to the format.
 */
final class ResolveTiles {

    private final double[] sum = new double[4];
    private final double[] sample = new double[4];
    private final long[] bits = new long[2];

    /** How many samples of a pixel of a format are read. */
    static int samplesRead(Format format, int samples) {
        return format.color() && !format.channels().get(0).numeric().integer() ? samples : 1;
    }

    /** Puts what the pixels of a source tile come to where they belong in the destination's tile. */
    void average(
            Format format, int samples, TileOperation source, Payload from, TileOperation destination, Payload to) {
        int texelBytes = format.texelBytes();
        byte[] fromBytes = from.data();
        byte[] toBytes = to.writable();
        for (int row = 0; row < source.height; row++) {
            for (int column = 0; column < source.width; column++) {
                int at = source.origin + row * source.rowStride + (column << source.texelShift);
                average(format, samples, fromBytes, at, source.planeStride);
                int target = destination.origin
                        + (source.y - destination.y + row) * destination.rowStride
                        + (source.x - destination.x + column << destination.texelShift);
                Texels.put(toBytes, target, texelBytes, bits[0], bits[1]);
            }
        }
    }

    private void average(Format format, int samples, byte[] data, int at, int planeStride) {
        int texelBytes = format.texelBytes();
        bits[0] = Texels.low(data, at, texelBytes);
        bits[1] = Texels.high(data, at, texelBytes);
        if (samples == 1) {
            return;
        }
        TexelCodec.decode(format, bits[0], bits[1], sum);
        for (int s = 1; s < samples; s++) {
            int plane = at + s * planeStride;
            TexelCodec.decode(
                    format, Texels.low(data, plane, texelBytes), Texels.high(data, plane, texelBytes), sample);
            for (int c = 0; c < sum.length; c++) {
                sum[c] += sample[c];
            }
        }
        for (int c = 0; c < sum.length; c++) {
            sum[c] /= samples;
        }
        TexelCodec.encode(format, sum, bits);
    }
}
