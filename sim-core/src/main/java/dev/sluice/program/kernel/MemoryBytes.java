// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Turns elements as memory holds them, little-endian, into register values, and back. */
final class MemoryBytes {
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private MemoryBytes() {}

    /** Loads {@code count} consecutive elements, extended by their type. */
    static void load(ElementType type, byte[] data, int offset, long[] to, int first, int count) {
        switch (type) {
            case U8 -> {
                for (int i = 0; i < count; i++) {
                    to[first + i] = data[offset + i] & 0xFF;
                }
            }
            case U16 -> {
                for (int i = 0; i < count; i++) {
                    to[first + i] = (short) SHORT.get(data, offset + 2 * i) & 0xFFFF;
                }
            }
            case I32 -> {
                for (int i = 0; i < count - 1; i += 2) {
                    long two = (long) LONG.get(data, offset + 4 * i);
                    to[first + i] = (int) two;
                    to[first + i + 1] = two >> Integer.SIZE;
                }
                if ((count & 1) != 0) {
                    to[first + count - 1] = (int) INT.get(data, offset + 4 * (count - 1));
                }
            }
            case U64 -> {
                for (int i = 0; i < count; i++) {
                    to[first + i] = (long) LONG.get(data, offset + 8 * i);
                }
            }
            default -> {
                for (int i = 0; i < count - 1; i += 2) {
                    long two = (long) LONG.get(data, offset + 4 * i);
                    to[first + i] = two & 0xFFFF_FFFFL;
                    to[first + i + 1] = two >>> Integer.SIZE;
                }
                if ((count & 1) != 0) {
                    to[first + count - 1] = (int) INT.get(data, offset + 4 * (count - 1)) & 0xFFFF_FFFFL;
                }
            }
        }
    }

    /** Stores {@code count} consecutive elements, of which values may have more bits than their type. */
    static void store(ElementType type, long[] from, int first, int count, byte[] data, int offset) {
        switch (type) {
            case U8 -> {
                for (int i = 0; i < count; i++) {
                    data[offset + i] = (byte) from[first + i];
                }
            }
            case U16 -> {
                for (int i = 0; i < count; i++) {
                    SHORT.set(data, offset + 2 * i, (short) from[first + i]);
                }
            }
            case U64 -> {
                for (int i = 0; i < count; i++) {
                    LONG.set(data, offset + 8 * i, from[first + i]);
                }
            }
            default -> {
                for (int i = 0; i < count - 1; i += 2) {
                    long two = from[first + i] & 0xFFFF_FFFFL | from[first + i + 1] << Integer.SIZE;
                    LONG.set(data, offset + 4 * i, two);
                }
                if ((count & 1) != 0) {
                    INT.set(data, offset + 4 * (count - 1), (int) from[first + count - 1]);
                }
            }
        }
    }
}
