// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Texels of 1, 2, 4, 8 or 16 bytes in arrays of bytes, at once instead of byte by byte: this is done for every sample. */
final class Texels {

    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private Texels() {}

    /** The first 64 bits, at most. */
    static long low(byte[] data, int offset, int texelBytes) {
        return switch (texelBytes) {
            case 1 -> data[offset] & 0xFF;
            case 2 -> (short) SHORT.get(data, offset) & 0xFFFF;
            case 4 -> (int) INT.get(data, offset) & 0xFFFF_FFFFL;
            default -> (long) LONG.get(data, offset);
        };
    }

    /** What {@link #low} leaves. */
    static long high(byte[] data, int offset, int texelBytes) {
        return texelBytes <= Long.BYTES ? 0 : (long) LONG.get(data, offset + Long.BYTES);
    }

    /** Puts a texel into an array. */
    static void put(byte[] data, int offset, int texelBytes, long lo, long hi) {
        switch (texelBytes) {
            case 1 -> data[offset] = (byte) lo;
            case 2 -> SHORT.set(data, offset, (short) lo);
            case 4 -> INT.set(data, offset, (int) lo);
            case 8 -> LONG.set(data, offset, lo);
            default -> {
                LONG.set(data, offset, lo);
                LONG.set(data, offset + Long.BYTES, hi);
            }
        }
    }
}
