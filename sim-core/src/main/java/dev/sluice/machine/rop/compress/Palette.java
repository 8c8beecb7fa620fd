// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop.compress;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** The distinct texels of a tile, while they are few. */
final class Palette {

    static final int MAX = 16;

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final long[] low = new long[MAX];
    private final long[] high = new long[MAX];
    private final byte[] indices = new byte[256];
    private int count;

    /** Collects a tile's texels; false if there are more than {@value #MAX} of them. */
    boolean collect(byte[] tile, int tileBytes, int elementBytes) {
        count = 0;
        int texels = tileBytes / elementBytes;
        int last = 0;
        for (int t = 0; t < texels; t++) {
            int at = t * elementBytes;
            long lo = read(tile, at, Math.min(elementBytes, Long.BYTES));
            long hi = elementBytes > Long.BYTES ? read(tile, at + Long.BYTES, Long.BYTES) : 0;
            if (t == 0 || low[last] != lo || high[last] != hi) {
                last = find(lo, hi);
                if (last == MAX) {
                    return false;
                }
            }
            indices[t] = (byte) last;
        }
        return true;
    }

    private int find(long lo, long hi) {
        for (int i = 0; i < count; i++) {
            if (low[i] == lo && high[i] == hi) {
                return i;
            }
        }
        if (count < MAX) {
            low[count] = lo;
            high[count] = hi;
            return count++;
        }
        return MAX;
    }

    private static long read(byte[] from, int at, int bytes) {
        if (bytes == Integer.BYTES) {
            return (int) INT.get(from, at) & 0xFFFF_FFFFL;
        }
        if (bytes == Long.BYTES) {
            return (long) LONG.get(from, at);
        }
        long value = 0;
        for (int b = bytes - 1; b >= 0; b--) {
            value = value << Byte.SIZE | from[at + b] & 0xFF;
        }
        return value;
    }

    /** Bits of an index into {@code size} texels. */
    static int indexBits(int size) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(size - 1);
    }

    /** Bits that {@link #write} takes for what was collected. */
    int bits(int texels, int elementBytes) {
        return 4 + count * elementBytes * Byte.SIZE + texels * indexBits(count);
    }

    void write(BitWriter out, int texels, int elementBytes) {
        out.put(count - 1, 4);
        for (int i = 0; i < count; i++) {
            for (int b = 0; b < elementBytes; b++) {
                out.put((int) ((b < Long.BYTES ? low[i] : high[i]) >>> (b & 7) * Byte.SIZE), Byte.SIZE);
            }
        }
        int bits = indexBits(count);
        for (int t = 0; t < texels; t++) {
            out.put(indices[t], bits);
        }
    }

    /** Reads what {@link #write} wrote; an index without a texel stands for texel 0. */
    void read(BitReader in, byte[] tile, int texels, int elementBytes) {
        count = in.get(4) + 1;
        for (int i = 0; i < count; i++) {
            low[i] = 0;
            high[i] = 0;
            for (int b = 0; b < elementBytes; b++) {
                long value = (long) in.get(Byte.SIZE) << (b & 7) * Byte.SIZE;
                if (b < Long.BYTES) {
                    low[i] |= value;
                } else {
                    high[i] |= value;
                }
            }
        }
        int bits = indexBits(count);
        for (int t = 0; t < texels; t++) {
            int index = in.get(bits);
            put(tile, t * elementBytes, index < count ? index : 0, elementBytes);
        }
    }

    /** Writes a texel. */
    private void put(byte[] tile, int at, int texel, int elementBytes) {
        if (elementBytes == Integer.BYTES) {
            INT.set(tile, at, (int) low[texel]);
        } else if (elementBytes == Long.BYTES) {
            LONG.set(tile, at, low[texel]);
        } else {
            for (int b = 0; b < elementBytes; b++) {
                tile[at + b] = (byte) ((b < Long.BYTES ? low[texel] : high[texel]) >>> (b & 7) * Byte.SIZE);
            }
        }
    }
}
