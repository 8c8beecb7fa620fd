// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.compute;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Little-endian integers of 1, 2, 4 or 8 bytes in a byte array. */
final class LittleEndian {

    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private LittleEndian() {}

    /** The integer at {@code offset}, zero-extended. */
    static long read(byte[] data, int offset, int size) {
        return switch (size) {
            case 1 -> data[offset] & 0xFF;
            case 2 -> (short) SHORT.get(data, offset) & 0xFFFF;
            case 4 -> (int) INT.get(data, offset) & 0xFFFF_FFFFL;
            case 8 -> (long) LONG.get(data, offset);
            default -> throw new IllegalArgumentException("no integer has " + size + " bytes");
        };
    }

    /** Writes the values from one index up to another, one after the other. */
    static void write(byte[] data, int offset, int size, long[] values, int from, int to) {
        if (size == Integer.BYTES) {
            for (int i = from; i < to; i++) {
                INT.set(data, offset + (i - from) * Integer.BYTES, (int) values[i]);
            }
        } else {
            for (int i = from; i < to; i++) {
                write(data, offset + (i - from) * size, size, values[i]);
            }
        }
    }

    static void write(byte[] data, int offset, int size, long value) {
        switch (size) {
            case 1 -> data[offset] = (byte) value;
            case 2 -> SHORT.set(data, offset, (short) value);
            case 4 -> INT.set(data, offset, (int) value);
            case 8 -> LONG.set(data, offset, value);
            default -> throw new IllegalArgumentException("no integer has " + size + " bytes");
        }
    }
}
