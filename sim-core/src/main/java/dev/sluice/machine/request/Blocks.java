// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.request;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The bytes of a run: sectors of {@value #BYTES} bytes with their versions, known by number and shared by all that hold the same.
 *
 * <p>Requests, caches, memory and the program's intent pass numbers on instead of copying bytes. A block that two may hold is
 * never changed: who writes a part of a sector makes a block of its own. Blocks that nobody holds are found by asking all
 * {@link Holder}s, whenever blocks run out, and more are made where that frees too few; so nothing counts references, and nothing is allocated in
 * a steady state.
 *
 * <p>Block {@link #NONE} stands for a sector that never was anything: zero bytes that nobody wrote. The version of a block is
 * that of all its bytes, or stands below zero for a record of one version a byte.
 */
public final class Blocks {

    /** Bytes of a block. */
    public static final int BYTES = Request.SECTOR_BYTES;

    /** The block of zero bytes that nobody wrote; never changed and never given back. */
    static final int NONE = 0;

    private static final int CHUNK_BITS = 12;
    private static final int CHUNK_MASK = (1 << CHUNK_BITS) - 1;
    /** Blocks made before holders are asked for the first time. */
    private static final int FIRST_LIMIT = 1 << 12;
    /** Places that may be looked at for each block that this frees, before more blocks are made instead. */
    private static final int PLACES_PER_BLOCK = 4;

    private static final byte[] NO_BYTES = new byte[0];
    private static final int[] NO_VERSIONS = new int[0];

    /** Who may hold blocks. */
    interface Holder {

        /** Marks ({@link Blocks#mark}) every block that is held; returns how many places it looked at. */
        int markBlocks();
    }

    private final List<Holder> holders = new ArrayList<>();

    private byte[][] data = {NO_BYTES};
    private int[][] versions = {NO_VERSIONS};
    /** Blocks made so far, {@link #NONE} among them. */
    private int made;

    private int limit = FIRST_LIMIT;
    /** Blocks that were given back one by one. */
    private int[] free = new int[64];

    private int freeCount;
    /** Blocks that were found to be held by nobody: 64 in a row from a number on, and which of them. */
    private int[] foundFrom = new int[16];

    private long[] found = new long[16];
    private int foundCount;
    private long[] marks = new long[0];

    /** Records of {@value #BYTES} versions. */
    private int[] each = NO_VERSIONS;

    private int eachMade;
    private int[] freeEach = new int[16];
    private int freeEachCount;

    /** Has a holder asked whenever blocks run out. */
    void register(Holder holder) {
        holders.add(holder);
    }

    /** Blocks that exist, held or free. */
    int made() {
        return made;
    }

    /** A block of undefined bytes with version 0, which only the caller holds. */
    int take() {
        if (freeCount > 0) {
            return free[--freeCount];
        }
        if (foundCount == 0) {
            if (made >= limit) {
                collect();
            }
            if (foundCount == 0) {
                return make();
            }
        }
        int last = foundCount - 1;
        long rest = found[last];
        int block = foundFrom[last] + Long.numberOfTrailingZeros(rest);
        found[last] = rest & rest - 1;
        if (found[last] == 0) {
            foundCount = last;
        }
        versions[block >>> CHUNK_BITS][block & CHUNK_MASK] = 0;
        return block;
    }

    /**
     * The first of some blocks in a row, each with one version, which only the caller holds and whose bytes it has to write; {@link
     * #NONE} if there are no such at hand.
     */
    int takeRow(int count, int version) {
        if (foundCount == 0 && freeCount == 0 && made >= limit) {
            collect();
        }
        int first = foundCount > 0 ? foundRow(count) : freeCount == 0 ? makeRow(count) : freeRow(count);
        if (first != NONE) {
            int at = first & CHUNK_MASK;
            Arrays.fill(versions[first >>> CHUNK_BITS], at, at + count, version);
        }
        return first;
    }

    /** A row of what was found; what is no row goes to {@link #free}. */
    private int foundRow(int count) {
        while (foundCount > 0) {
            int last = foundCount - 1;
            long rest = found[last];
            long rows = rest; // bit i: so many in a row from there on
            for (int i = 1; i < count; i++) {
                rows &= rest >>> i;
            }
            if (rows != 0) {
                int low = Long.numberOfTrailingZeros(rows);
                found[last] = rest ^ (1L << count) - 1 << low;
                if (found[last] == 0) {
                    foundCount = last;
                }
                return foundFrom[last] + low;
            }
            foundCount = last;
            for (; rest != 0; rest &= rest - 1) {
                release(foundFrom[last] + Long.numberOfTrailingZeros(rest));
            }
        }
        return freeRow(count);
    }

    private int freeRow(int count) {
        int top = freeCount - 1;
        if (freeCount < count) {
            return NONE;
        }
        int first = free[top];
        for (int i = 1; i < count; i++) {
            if (free[top - i] != first + i) {
                return NONE;
            }
        }
        if (!together(first, first + count - 1)) {
            return NONE;
        }
        freeCount -= count;
        return first;
    }

    private int makeRow(int count) {
        begin();
        if (made + count > limit || !together(made, made + count - 1)) {
            return NONE;
        }
        int first = make();
        made += count - 1;
        return first;
    }

    private int make() {
        begin();
        int block = made++;
        if ((block & CHUNK_MASK) == 0) {
            addChunk(block >>> CHUNK_BITS);
        }
        return block;
    }

    /** Makes {@link #NONE} when the first block is needed, so that a run without bytes has none. */
    private void begin() {
        if (made == 0) {
            made = 1;
            addChunk(0);
        }
    }

    private void addChunk(int chunk) {
        if (chunk == data.length) {
            data = Arrays.copyOf(data, 2 * chunk);
            versions = Arrays.copyOf(versions, 2 * chunk);
        }
        data[chunk] = new byte[BYTES << CHUNK_BITS];
        versions[chunk] = new int[1 << CHUNK_BITS];
    }

    /** Gives back a block that only the caller held. */
    void release(int block) {
        forgetVersions(block);
        if (freeCount == free.length) {
            free = Arrays.copyOf(free, 2 * freeCount);
        }
        free[freeCount++] = block;
    }

    private void collect() {
        int words = (made + 63) >>> 6;
        if (marks.length < words) {
            marks = new long[Math.max(words, 2 * marks.length)];
        } else {
            Arrays.fill(marks, 0);
        }
        long places = 0;
        for (Holder holder : holders) {
            places += holder.markBlocks();
        }
        mark(NONE);
        if (found.length < words) {
            found = new long[2 * words];
            foundFrom = new int[2 * words];
        }
        int frees = 0;
        for (int word = words - 1; word >= 0; word--) {
            long rest = ~marks[word];
            if (word == words - 1) {
                rest &= -1L >>> -made; // no more were made
            }
            if (rest != 0) {
                forgetVersions(word << 6, rest);
                foundFrom[foundCount] = word << 6;
                found[foundCount++] = rest;
                frees += Long.bitCount(rest);
            }
        }
        if (2 * frees < made || frees < places / PLACES_PER_BLOCK) {
            limit = 2 * made;
        }
    }

    /** Gives back what those of 64 blocks of a mask have of versions byte by byte. */
    private void forgetVersions(int from, long mask) {
        if (eachMade == freeEachCount) {
            return; // no block has
        }
        int[] chunk = versions[from >>> CHUNK_BITS];
        for (long rest = mask; rest != 0; rest &= rest - 1) {
            int block = from + Long.numberOfTrailingZeros(rest);
            if (chunk[block & CHUNK_MASK] < 0) {
                forgetVersions(block);
            }
        }
    }

    /** Says, when asked, that a block is held. */
    void mark(int block) {
        marks[block >>> 6] |= 1L << block;
    }

    /** The array in which a block's bytes lie, from {@link #offset} on; not to be written to. */
    byte[] bytes(int block) {
        begin();
        return data[block >>> CHUNK_BITS];
    }

    /** Whether the bytes of two blocks lie in one array. */
    static boolean together(int first, int last) {
        return first >>> CHUNK_BITS == last >>> CHUNK_BITS;
    }

    /** Where a block's bytes begin in {@link #bytes}. */
    static int offset(int block) {
        return (block & CHUNK_MASK) * BYTES;
    }

    /** The one version of a block, or {@link Payload#MIXED}. */
    int version(int block) {
        if (block == NONE) {
            return 0;
        }
        return Math.max(versions[block >>> CHUNK_BITS][block & CHUNK_MASK], Payload.MIXED);
    }

    /** The version of one byte of a block. */
    int byteVersion(int block, int index) {
        if (block == NONE) {
            return 0;
        }
        int version = versions[block >>> CHUNK_BITS][block & CHUNK_MASK];
        return version >= 0 ? version : each[~version * BYTES + index];
    }

    /** Whether all bytes of a block were written as one: it has one version, that of a write. */
    boolean written(int block) {
        return block != NONE && versions[block >>> CHUNK_BITS][block & CHUNK_MASK] > 0;
    }

    /** Whether each of four blocks was written as one. */
    boolean written(int a, int b, int c, int d) {
        if (((a ^ b | a ^ c | a ^ d) >>> CHUNK_BITS) != 0 || a == NONE) {
            return written(a) && written(b) && written(c) && written(d);
        }
        int[] chunk = versions[a >>> CHUNK_BITS];
        return chunk[a & CHUNK_MASK] > 0
                && chunk[b & CHUNK_MASK] > 0
                && chunk[c & CHUNK_MASK] > 0
                && chunk[d & CHUNK_MASK] > 0;
    }

    /** The one version of four blocks, or {@link Payload#MIXED}. */
    int version(int a, int b, int c, int d) {
        int version = version(a);
        if (((a ^ b | a ^ c | a ^ d) >>> CHUNK_BITS) != 0 || a == NONE) {
            return version(b) == version && version(c) == version && version(d) == version ? version : Payload.MIXED;
        }
        int[] chunk = versions[a >>> CHUNK_BITS];
        boolean same = chunk[b & CHUNK_MASK] == version
                && chunk[c & CHUNK_MASK] == version
                && chunk[d & CHUNK_MASK] == version;
        return same ? version : Payload.MIXED;
    }

    /** Whether nobody wrote any byte of a block. */
    boolean unwritten(int block) {
        return block == NONE || versions[block >>> CHUNK_BITS][block & CHUNK_MASK] == 0;
    }

    /** Gives all bytes of a block that only the caller holds one version. */
    void setVersion(int block, int version) {
        forgetVersions(block);
        versions[block >>> CHUNK_BITS][block & CHUNK_MASK] = version;
    }

    /** Gives one byte of a block that only the caller holds a version of its own. */
    void setByteVersion(int block, int index, int version) {
        int whole = versions[block >>> CHUNK_BITS][block & CHUNK_MASK];
        if (whole != version) {
            int record = separate(block);
            each[record + index] = version;
        }
    }

    /** Gives the bytes of a mask, of a block that only the caller holds, one version. */
    void setVersions(int block, int mask, int version) {
        if (mask == -1) {
            setVersion(block, version);
        } else if (versions[block >>> CHUNK_BITS][block & CHUNK_MASK] != version) {
            int record = separate(block);
            for (int rest = mask; rest != 0; rest &= rest - 1) {
                each[record + Integer.numberOfTrailingZeros(rest)] = version;
            }
        }
    }

    /** Copies the versions of all bytes of a block to a place of an array. */
    void copyVersions(int block, int[] to, int at) {
        int version = block == NONE ? 0 : versions[block >>> CHUNK_BITS][block & CHUNK_MASK];
        if (version >= 0) {
            Arrays.fill(to, at, at + BYTES, version);
        } else {
            System.arraycopy(each, ~version * BYTES, to, at, BYTES);
        }
    }

    /** A block of its own for the caller, with the bytes and versions of another. */
    int copy(int block) {
        return copy(this, block);
    }

    /** A block of its own for the caller, with the bytes and versions of a block of another run. */
    int copy(Blocks from, int block) {
        int copy = take();
        System.arraycopy(from.bytes(block), offset(block), bytes(copy), offset(copy), BYTES);
        int version = from.version(block);
        if (version != Payload.MIXED) {
            setVersion(copy, version);
        } else {
            int record = separate(copy);
            from.copyVersions(block, each, record);
        }
        return copy;
    }

    /** Gives each byte of a block a version of its own; returns where they lie in {@link #each}. */
    private int separate(int block) {
        int[] chunk = versions[block >>> CHUNK_BITS];
        int version = chunk[block & CHUNK_MASK];
        if (version < 0) {
            return ~version * BYTES;
        }
        int record = freeEachCount > 0 ? freeEach[--freeEachCount] : eachMade++;
        int at = record * BYTES;
        if (at + BYTES > each.length) {
            each = Arrays.copyOf(each, Math.max(64 * BYTES, 2 * each.length));
        }
        Arrays.fill(each, at, at + BYTES, version);
        chunk[block & CHUNK_MASK] = ~record;
        return at;
    }

    private void forgetVersions(int block) {
        int[] chunk = versions[block >>> CHUNK_BITS];
        int version = chunk[block & CHUNK_MASK];
        if (version < 0) {
            if (freeEachCount == freeEach.length) {
                freeEach = Arrays.copyOf(freeEach, 2 * freeEachCount);
            }
            freeEach[freeEachCount++] = ~version;
        }
        chunk[block & CHUNK_MASK] = 0;
    }
}
