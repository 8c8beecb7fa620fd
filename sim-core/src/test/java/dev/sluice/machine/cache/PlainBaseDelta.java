// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import java.math.BigInteger;
import java.util.Arrays;

/** Base-Delta-Immediate compression as plainly as can be: it encodes in every way, decodes, and takes the shortest that comes out whole. */
final class PlainBaseDelta {

    private static final int[][] WIDTHS = {{8, 1}, {8, 2}, {8, 4}, {4, 1}, {4, 2}, {2, 1}};

    private PlainBaseDelta() {}

    /** Bytes of the shortest encoding of a block; its own where none is shorter. */
    static int shortest(byte[] block) {
        if (Arrays.equals(block, new byte[block.length])) {
            return 1;
        }
        byte[] repeated = new byte[block.length];
        for (int i = 0; i < block.length; i++) {
            repeated[i] = block[i % 8];
        }
        int best = Arrays.equals(block, repeated) ? 8 : block.length;
        for (int[] width : WIDTHS) {
            int size = width[0] + block.length / width[0] * width[1];
            if (size < best && Arrays.equals(block, codedAndBack(block, width[0], width[1]))) {
                best = size;
            }
        }
        return best;
    }

    /** What decoding makes of a block's encoding; differences that are too long lose their upper bytes. */
    private static byte[] codedAndBack(byte[] block, int width, int delta) {
        BigInteger modulus = BigInteger.ONE.shiftLeft(8 * width);
        BigInteger base = null;
        byte[] back = new byte[block.length];
        for (int at = 0; at < block.length; at += width) {
            BigInteger element = signed(unsigned(block, at, width), 8 * width);
            boolean immediate = signed(element, 8 * delta).equals(element);
            if (!immediate && base == null) {
                base = element;
            }
            BigInteger from = immediate || base == null ? BigInteger.ZERO : base;
            BigInteger stored = element.subtract(from).mod(BigInteger.ONE.shiftLeft(8 * delta));
            BigInteger decoded = from.add(signed(stored, 8 * delta)).mod(modulus);
            for (int b = 0; b < width; b++) {
                back[at + b] = decoded.shiftRight(8 * b).byteValue();
            }
        }
        return back;
    }

    private static BigInteger unsigned(byte[] block, int at, int width) {
        BigInteger value = BigInteger.ZERO;
        for (int b = width - 1; b >= 0; b--) {
            value = value.shiftLeft(8).or(BigInteger.valueOf(block[at + b] & 0xFF));
        }
        return value;
    }

    private static BigInteger signed(BigInteger value, int bits) {
        BigInteger modulus = BigInteger.ONE.shiftLeft(bits);
        BigInteger low = value.mod(modulus);
        return low.testBit(bits - 1) ? low.subtract(modulus) : low;
    }
}
