// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop.compress;

/** Takes bits, lowest first, from the front of an array of bytes; beyond its end they are 0. */
final class BitReader {

    private byte[] from = new byte[0];
    private int end;
    private int at;
    private long held;
    private int bits;

    /** Begins at the first bit of an array of which {@code length} bytes count. */
    void start(byte[] source, int length) {
        from = source;
        end = length;
        at = 0;
        held = 0;
        bits = 0;
    }

    /** The next {@code count} (0 to 32) bits. */
    int get(int count) {
        while (bits < count) {
            held |= (at < end ? from[at++] & 0xFFL : 0) << bits;
            bits += Byte.SIZE;
        }
        int value = (int) (held & (1L << count) - 1);
        held >>>= count;
        bits -= count;
        return value;
    }
}
