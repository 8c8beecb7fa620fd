// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.transfer;

import dev.sluice.program.image.Format;
import dev.sluice.program.image.TexelCodec;

/** A weighted sum of texels of one format, stored in another. */
final class TexelMath {

    private final Format from;
    private final Format to;
    private final byte[] bytes = new byte[16];
    private final double[] rgba = new double[4];
    private final double[] sum = new double[4];
    private final long[] bits = new long[2];

    TexelMath(Format from, Format to) {
        this.from = from;
        this.to = to;
    }

    /** Begins a sum. */
    void clear() {
        for (int i = 0; i < sum.length; i++) {
            sum[i] = 0;
        }
    }

    /** Adds a texel that a piece has read. */
    void add(ImagePiece piece, long address, double weight) {
        int size = from.texelBytes();
        piece.fetch(address, size, bytes);
        TexelCodec.decode(from, TexelCodec.texelLow(bytes, 0, size), TexelCodec.texelHigh(bytes, 0, size), rgba);
        for (int i = 0; i < sum.length; i++) {
            sum[i] += rgba[i] * weight;
        }
    }

    /** Puts the sum where a piece writes it. */
    void store(ImagePiece piece, long address) {
        int size = to.texelBytes();
        TexelCodec.encode(to, sum, bits);
        TexelCodec.putTexel(bytes, 0, size, bits[0], bits[1]);
        piece.put(address, size, bytes);
    }
}
