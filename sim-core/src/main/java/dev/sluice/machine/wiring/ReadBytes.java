// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import dev.sluice.machine.request.Payload;
import dev.sluice.machine.request.Request;

/** Bytes that somebody reads from memory, from an address on; all 0 where bytes are not followed. */
final class ReadBytes {

    private final long base;
    private final byte[] bytes;

    ReadBytes(long base, int size) {
        this.base = base;
        this.bytes = new byte[size];
    }

    /** Takes over the bytes that a request has read. */
    void take(Payload payload, Request request) {
        payload.copyTo(bytes, base, request);
    }

    /** The bytes themselves. */
    byte[] array() {
        return bytes;
    }

    /** The address of a byte. */
    long address(int at) {
        return base + at;
    }

    /** The little-endian number of {@code size} bytes at an offset. */
    long word(int at, int size) {
        long value = 0;
        for (int i = size - 1; i >= 0; i--) {
            value = value << Byte.SIZE | bytes[at + i] & 0xFF;
        }
        return value;
    }
}
