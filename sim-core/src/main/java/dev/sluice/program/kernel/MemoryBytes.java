// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Turns elements as memory holds them, little-endian, into register values. */
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
                for (int i = 0; i < count; i++) {
                    to[first + i] = (int) INT.get(data, offset + 4 * i);
                }
            }
            case U64 -> {
                for (int i = 0; i < count; i++) {
                    to[first + i] = (long) LONG.get(data, offset + 8 * i);
                }
            }
            default -> {
                for (int i = 0; i < count; i++) {
                    to[first + i] = (int) INT.get(data, offset + 4 * i) & 0xFFFF_FFFFL;
                }
            }
        }
    }
}
