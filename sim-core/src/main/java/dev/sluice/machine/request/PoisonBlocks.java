// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.request;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The blocks of memory that nobody has written: numbers from {@link #FIRST} on, whose bytes follow from the address and are made only
 * for who looks at them. Such a block takes no memory, and that nobody wrote it is known by its number.
 */
final class PoisonBlocks {

    /** The first number; those of other blocks are below. */
    static final int FIRST = 1 << 30;

    private static final int PAGE_BITS = 12;
    private static final int PAGE = 1 << PAGE_BITS;
    private static final int MOST_PAGES = FIRST >>> PAGE_BITS;

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long POISON = 0xCDCD_CDCD_CDCD_CDCDL;
    private static final long POISON_FACTOR = 0x9E3779B97F4A7C15L;
    /** Eight times the factor, as far as it fits. */
    private static final long EIGHT_FACTORS = 0xF1BBCDCBFA53E0A8L;

    /** The bits of a hash that tell one byte of poison from another, those of its uppermost byte. */
    private static final long TOP_BITS = 0x11L << 56;

    /** The addresses at which pages of numbers begin. */
    private long[] addresses = new long[16];

    private int pages;
    /** Bytes that somebody looks at, at {@link Blocks#offset}: of blocks that are as many numbers apart as a chunk has, the last. */
    private byte[] bytes = new byte[0];

    /** The number of the first of some blocks from an address on, which follow one another; {@link Blocks#NONE} if none are left. */
    int of(long address, int count) {
        int needed = (count + PAGE - 1) >>> PAGE_BITS;
        if (needed > MOST_PAGES - pages) {
            return Blocks.NONE;
        }
        int first = FIRST + (pages << PAGE_BITS);
        for (int i = 0; i < needed; i++) {
            if (pages == addresses.length) {
                addresses = Arrays.copyOf(addresses, 2 * pages);
            }
            addresses[pages++] = address + (long) i * PAGE * Blocks.BYTES;
        }
        return first;
    }

    /** The array in which a block's bytes lie until those of another one are asked for. */
    byte[] bytes(int block) {
        if (bytes.length == 0) {
            bytes = new byte[Blocks.CHUNK_BYTES];
        }
        int within = block & PAGE - 1;
        fill(bytes, Blocks.offset(block), addresses[block - FIRST >>> PAGE_BITS] + (long) within * Blocks.BYTES);
        return bytes;
    }

    /** Writes the poison of the sector of an address. */
    static void fill(byte[] to, int offset, long address) {
        long hash = address * POISON_FACTOR;
        for (int at = 0; at < Blocks.BYTES; at += Long.BYTES) {
            LONG.set(to, offset + at, poisonFrom(hash));
            hash += EIGHT_FACTORS;
        }
    }

    /** Eight bytes of poison, the first of which is that of an address with this hash. */
    private static long poisonFrom(long hash) {
        long next = hash;
        long bits = 0;
        for (int i = 0; i < Long.BYTES; i++) {
            bits = bits >>> Byte.SIZE | next & TOP_BITS;
            next += POISON_FACTOR;
        }
        return bits ^ POISON;
    }

    /** The poison of an address. */
    static byte at(long address) {
        return (byte) (POISON ^ address * POISON_FACTOR >>> 56 & 0x11);
    }
}
