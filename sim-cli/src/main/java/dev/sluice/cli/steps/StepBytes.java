// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.steps;

import java.util.Arrays;

/** Reads packed numbers and bytes, from a place on. */
final class StepBytes {

    final byte[] bytes;
    int at;

    StepBytes(byte[] bytes) {
        this.bytes = bytes;
    }

    /** The next number. */
    long number() {
        long value = 0;
        int shift = 0;
        while (true) {
            byte next = bytes[at++];
            value |= (long) (next & 0x7F) << shift;
            if (next >= 0) {
                return value;
            }
            shift += 7;
        }
    }

    /** The next number, which may be negative. */
    long signed() {
        long value = number();
        return value >>> 1 ^ -(value & 1);
    }

    /** The next bytes. */
    byte[] blob() {
        int length = (int) number();
        at += length;
        return Arrays.copyOfRange(bytes, at - length, at);
    }

    void skipNumber() {
        while (bytes[at++] < 0) {
            // on to the last byte of the number
        }
    }

    void skipBlob() {
        int length = (int) number();
        at += length;
    }
}
