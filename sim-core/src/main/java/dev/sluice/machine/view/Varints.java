// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.view;

import java.util.Arrays;

/** Numbers one after the other, seven bits a byte, the lowest first (unsigned LEB128). */
public final class Varints {

    private byte[] bytes = new byte[64];
    private int length;

    /** Forgets all numbers. */
    public void clear() {
        length = 0;
    }

    /** Appends a number, as if it had no sign. */
    public Varints add(long number) {
        if (length + 10 > bytes.length) {
            bytes = Arrays.copyOf(bytes, 2 * bytes.length);
        }
        long rest = number;
        while ((rest & ~0x7FL) != 0) {
            bytes[length++] = (byte) (rest & 0x7F | 0x80);
            rest >>>= 7;
        }
        bytes[length++] = (byte) rest;
        return this;
    }

    /** Appends the first bytes of an array, without their number. */
    public Varints addAll(byte[] more, int count) {
        if (length + count > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + count));
        }
        System.arraycopy(more, 0, bytes, length, count);
        length += count;
        return this;
    }

    /** Appends bytes, without their number. */
    public Varints addAll(byte[] more) {
        return addAll(more, more.length);
    }

    /** Appends a number that may be negative: 0, -1, 1, -2 become 0, 1, 2, 3. */
    public Varints addSigned(long number) {
        return add(number << 1 ^ number >> 63);
    }

    /** How many bytes there are. */
    public int length() {
        return length;
    }

    /** A copy of what was appended. */
    public byte[] bytes() {
        return Arrays.copyOf(bytes, length);
    }

    /** The array that holds what was appended, up to {@link #length}; valid until the next change. */
    public byte[] array() {
        return bytes;
    }
}
