// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop.compress;

import java.util.Arrays;

/** Appends bits, lowest first, to an array of bytes of a tile's size; bits beyond its end are dropped. */
final class BitWriter {

    private byte[] to = new byte[0];
    private int at;
    private long held;
    private int bits;

    /** Begins at the first bit of an array, which is cleared. */
    void start(byte[] target) {
        to = target;
        at = 0;
        held = 0;
        bits = 0;
        Arrays.fill(target, (byte) 0);
    }

    /** Appends the low {@code count} (0 to 32) bits of a value. */
    void put(int value, int count) {
        held |= (value & (1L << count) - 1) << bits;
        bits += count;
        while (bits >= Byte.SIZE) {
            byteOut();
        }
    }

    /** Writes what has not filled a byte yet. */
    void finish() {
        if (bits > 0) {
            byteOut();
        }
    }

    private void byteOut() {
        if (at < to.length) {
            to[at++] = (byte) held;
        }
        held >>>= Byte.SIZE;
        bits -= Byte.SIZE;
    }
}
