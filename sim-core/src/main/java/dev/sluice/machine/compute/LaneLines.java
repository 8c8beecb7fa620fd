// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.compute;

import dev.sluice.machine.request.Request;
import java.util.Arrays;

/**
 * The lines that the lanes of one load touch, in the order in which they touch them: what {@link Coalescer} makes requests of, for who
 * can do without most of them.
 */
final class LaneLines {

    private static final int SECTOR_SHIFT = 5;
    /** Words of a line's byte mask. */
    private static final int WORDS = Request.MAX_BYTES / Long.SIZE;

    private static final int TABLE = 256;
    private static final int TABLE_SHIFT = Long.SIZE - 8;

    /** Address of each line. */
    final long[] addresses = new long[Long.SIZE];
    /** Bit s of entry k: lanes take bytes of sector s of line k. */
    final int[] sectors = new int[Long.SIZE];
    /** Bit l of entry k: lane l takes an element of line k. */
    final long[] lanes = new long[Long.SIZE];

    private final long[] masks = new long[Long.SIZE * WORDS];
    private final int[] table = new int[TABLE];
    private final int[] generations = new int[TABLE];
    private int generation;

    int count;

    /**
     * Finds them.
     *
     * @param base address of byte 0 of what is bound, a multiple of the elements' size
     * @param bound bytes that are bound
     * @param offsets byte offset of each lane's element, a multiple of its size
     * @param active bit l: lane l takes part; not 0
     * @param shift binary logarithm of an element's bytes
     * @return whether all elements lie within what is bound; if not, nothing is known
     */
    boolean find(long base, long bound, long[] offsets, long active, int shift, int lineBytes) {
        count = 0;
        long last = bound - (1L << shift);
        long bits = -1L >>> Long.SIZE - (1 << shift);
        long before = -1;
        int k = 0;
        if (++generation == 0) {
            Arrays.fill(generations, 0);
            generation = 1;
        }
        for (long rest = active; rest != 0; rest &= rest - 1) {
            int lane = Long.numberOfTrailingZeros(rest);
            long offset = offsets[lane];
            if (offset < 0 || offset > last) {
                return false;
            }
            long address = base + offset;
            long line = address & -lineBytes;
            if (line != before) {
                k = entry(line);
                before = line;
            }
            int within = (int) (address - line);
            lanes[k] |= 1L << lane;
            sectors[k] |= 1 << (within >>> SECTOR_SHIFT);
            masks[k * WORDS + (within >>> 6)] |= bits << within;
        }
        return true;
    }

    private int entry(long line) {
        int place = (int) ((line >>> SECTOR_SHIFT) * 0x9E3779B97F4A7C15L >>> TABLE_SHIFT);
        while (generations[place] == generation) {
            if (addresses[table[place]] == line) {
                return table[place];
            }
            place = place + 1 & TABLE - 1;
        }
        generations[place] = generation;
        table[place] = count;
        addresses[count] = line;
        sectors[count] = 0;
        lanes[count] = 0;
        int first = count * WORDS;
        masks[first] = 0;
        masks[first + 1] = 0;
        masks[first + 2] = 0;
        masks[first + 3] = 0;
        return count++;
    }

    /** Bytes of a line that lanes take. */
    int bytes(int k) {
        int first = k * WORDS;
        return Long.bitCount(masks[first])
                + Long.bitCount(masks[first + 1])
                + Long.bitCount(masks[first + 2])
                + Long.bitCount(masks[first + 3]);
    }

    /** Adds those to a request for the line. */
    void addBytes(int k, Request to) {
        for (int word = 0; word < WORDS; word++) {
            to.addBytesOf(word, masks[k * WORDS + word]);
        }
    }
}
