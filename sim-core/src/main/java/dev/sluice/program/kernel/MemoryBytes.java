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

    private static final long LOW = 0xFFFF_FFFFL;

    private MemoryBytes() {}

    /** One element, extended by its type. */
    static long read(byte[] data, int offset, ElementType type) {
        return switch (type) {
            case U8 -> data[offset] & 0xFF;
            case U16 -> (short) SHORT.get(data, offset) & 0xFFFF;
            case I32 -> (int) INT.get(data, offset);
            case U64 -> (long) LONG.get(data, offset);
            default -> (int) INT.get(data, offset) & LOW;
        };
    }

    /** Stores one element, of which the value may have more bits than its type. */
    static void write(byte[] data, int offset, ElementType type, long value) {
        switch (type) {
            case U8 -> data[offset] = (byte) value;
            case U16 -> SHORT.set(data, offset, (short) value);
            case U64 -> LONG.set(data, offset, value);
            default -> INT.set(data, offset, (int) value);
        }
    }

    /** Loads {@code count} elements that begin {@code step} bytes after each other, extended by their type. */
    static void load(ElementType type, byte[] data, int offset, int step, long[] to, int first, int count) {
        int from = offset;
        for (int i = 0; i < count; i++) {
            to[first + i] = read(data, from, type);
            from += step;
        }
    }

    /** Stores {@code count} elements so that they begin {@code step} bytes after each other. */
    static void store(ElementType type, long[] from, int first, int count, byte[] data, int offset, int step) {
        int to = offset;
        for (int i = 0; i < count; i++) {
            write(data, to, type, from[first + i]);
            to += step;
        }
    }

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
            default -> loadWords(data, offset, to, first, count);
        }
    }

    /** Loads unsigned words of 32 bits, eight at a time: far fewer bounds are checked so, and the compiler does not do that itself. */
    static void loadWords(byte[] data, int offset, long[] to, int first, int count) {
        int i = 0;
        for (; i <= count - 8; i += 8) {
            int from = offset + 4 * i;
            int at = first + i;
            long a = (long) LONG.get(data, from);
            long b = (long) LONG.get(data, from + 8);
            long c = (long) LONG.get(data, from + 16);
            long d = (long) LONG.get(data, from + 24);
            to[at] = a & LOW;
            to[at + 1] = a >>> Integer.SIZE;
            to[at + 2] = b & LOW;
            to[at + 3] = b >>> Integer.SIZE;
            to[at + 4] = c & LOW;
            to[at + 5] = c >>> Integer.SIZE;
            to[at + 6] = d & LOW;
            to[at + 7] = d >>> Integer.SIZE;
        }
        for (; i < count; i++) {
            to[first + i] = (int) INT.get(data, offset + 4 * i) & LOW;
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
            default -> storeWords(from, first, count, data, offset);
        }
    }

    /** Stores words of 32 bits, eight at a time as {@link #loadWords} loads them. */
    private static void storeWords(long[] from, int first, int count, byte[] data, int offset) {
        int i = 0;
        for (; i <= count - 8; i += 8) {
            int at = first + i;
            int to = offset + 4 * i;
            LONG.set(data, to, from[at] & LOW | from[at + 1] << Integer.SIZE);
            LONG.set(data, to + 8, from[at + 2] & LOW | from[at + 3] << Integer.SIZE);
            LONG.set(data, to + 16, from[at + 4] & LOW | from[at + 5] << Integer.SIZE);
            LONG.set(data, to + 24, from[at + 6] & LOW | from[at + 7] << Integer.SIZE);
        }
        for (; i < count; i++) {
            INT.set(data, offset + 4 * i, (int) from[first + i]);
        }
    }
}
