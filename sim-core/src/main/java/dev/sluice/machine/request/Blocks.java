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

    private static final int CHUNK_BITS = 14;
    private static final int CHUNK_MASK = (1 << CHUNK_BITS) - 1;
    /** Bytes of as many blocks as lie in one array. */
    static final int CHUNK_BYTES = BYTES << CHUNK_BITS;

    /** Blocks made before holders are asked for the first time. */
    private static final int FIRST_LIMIT = 1 << 12;
    /** Places that may be looked at for each block that this frees, before more blocks are made instead. */
    private static final int PLACES_PER_BLOCK = 4;

    /** Blocks of a row: a line of most caches. Rows begin at multiples of this. */
    private static final int ROW = 4;
    /** A bit for the first block of each row of a word of marks. */
    private static final long EACH_ROW = 0x1111_1111_1111_1111L;

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
    /** Single blocks that are free. Where bytes differed in version, their record is given back when the block is taken. */
    private int[] free = new int[64];

    private int freeCount;
    /** The first blocks of free rows. */
    private int[] freeRows = new int[64];

    private int freeRowCount;
    private long[] marks = new long[0];

    /** Of blocks whose bytes differ in version. */
    private final MixedVersions mixed = new MixedVersions();

    private final PoisonBlocks poison = new PoisonBlocks();

    /** Has a holder asked whenever blocks run out. */
    void register(Holder holder) {
        holders.add(holder);
    }

    /** Blocks that exist, held or free. */
    int made() {
        return made;
    }

    /** A block of undefined bytes and versions, which only the caller holds. */
    int take() {
        if (freeCount == 0) {
            breakRow();
        }
        return free[--freeCount];
    }

    /**
     * The first of some blocks in a row, each with one version, which only the caller holds and whose bytes it has to write; {@link
     * #NONE} if there are no such at hand.
     */
    int takeRow(int count, int version) {
        int first = count == ROW ? row() : severalRows(count);
        if (first != NONE) {
            int[] chunk = versions[first >>> CHUNK_BITS];
            int at = first & CHUNK_MASK;
            if (count == ROW) {
                chunk[at] = version;
                chunk[at + 1] = version;
                chunk[at + 2] = version;
                chunk[at + 3] = version;
            } else {
                Arrays.fill(chunk, at, at + count, version);
            }
        }
        return first;
    }

    /** Makes the blocks of a row single ones, of which there is none; or finds some. */
    private void breakRow() {
        int row = row();
        if (row != NONE) {
            give(row, ROW);
        }
    }

    /** Adds blocks that follow one another to the single ones, of which the first is the next to be taken. */
    private void give(int first, int count) {
        if (freeCount + count > free.length) {
            free = Arrays.copyOf(free, 2 * (freeCount + count));
        }
        for (int i = count - 1; i >= 0; i--) {
            free[freeCount++] = first + i;
        }
    }

    /** Takes a row; {@link #NONE} if there is none, but single blocks. */
    private int row() {
        if (freeRowCount == 0) {
            if (made == 0 || made + ROW <= limit) {
                return makeRow();
            }
            if (freeCount > 0) {
                return NONE;
            }
            collect();
            if (freeRowCount == 0) {
                return freeCount > 0 ? NONE : makeRow();
            }
        }
        return freeRows[--freeRowCount];
    }

    /** Takes as many rows one after the other as some blocks need, and gives back what is left. */
    private int severalRows(int count) {
        int first = row();
        if (first == NONE) {
            return NONE;
        }
        int end = first + ROW;
        while (end - first < count && freeRowCount > 0 && freeRows[freeRowCount - 1] == end && together(first, end)) {
            freeRowCount--;
            end += ROW;
        }
        while (end - first < count && end == made && made + ROW <= limit && together(first, end)) {
            makeRow();
            end += ROW;
        }
        if (end - first < count) {
            give(first, end - first);
            return NONE;
        }
        give(first + count, end - first - count);
        return first;
    }

    /** Makes a row, before which {@link #NONE} is made with the first ones when these are needed: a run without bytes has none. */
    private int makeRow() {
        begin();
        int row = made;
        if ((row & CHUNK_MASK) == 0) {
            addChunk(row >>> CHUNK_BITS);
        }
        made += ROW;
        return row;
    }

    private void begin() {
        if (made == 0) {
            made = ROW;
            addChunk(0);
            give(NONE + 1, ROW - 1);
        }
    }

    private void addChunk(int chunk) {
        if (chunk == data.length) {
            data = Arrays.copyOf(data, 2 * chunk);
            versions = Arrays.copyOf(versions, 2 * chunk);
        }
        data[chunk] = new byte[CHUNK_BYTES];
        versions[chunk] = new int[1 << CHUNK_BITS];
    }

    /** Gives back a block that only the caller held. */
    void release(int block) {
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
        for (int word = words - 1; word >= 0; word--) {
            long rest = ~marks[word];
            if (word == words - 1) {
                rest &= -1L >>> -made; // no more were made
            }
            release(word << 6, rest);
        }
        int freed = freeCount + ROW * freeRowCount;
        if (2 * freed < made || freed < places / PLACES_PER_BLOCK) {
            limit = 2 * made;
        }
    }

    /** Gives back those blocks of a mask that nobody holds, counted from one on: the first ones are taken first. */
    private void release(int from, long blocks) {
        long rows = blocks & blocks >>> 1;
        rows &= rows >>> 2 & EACH_ROW;
        if (freeRowCount + Long.SIZE / ROW > freeRows.length) {
            freeRows = Arrays.copyOf(freeRows, 2 * freeRows.length);
        }
        for (long rest = rows; rest != 0; ) {
            int bit = Long.SIZE - 1 - Long.numberOfLeadingZeros(rest);
            rest ^= 1L << bit;
            for (int i = 0; i < ROW; i++) {
                forgetVersions(from + bit + i);
            }
            freeRows[freeRowCount++] = from + bit;
        }
        if (freeCount + Long.SIZE > free.length) {
            free = Arrays.copyOf(free, 2 * free.length);
        }
        for (long rest = blocks & ~(rows * ((1 << ROW) - 1)); rest != 0; ) {
            int bit = Long.SIZE - 1 - Long.numberOfLeadingZeros(rest);
            rest ^= 1L << bit;
            free[freeCount++] = from + bit;
        }
    }

    /** Says, when asked, that a block is held. */
    void mark(int block) {
        if (block < PoisonBlocks.FIRST) {
            marks[block >>> 6] |= 1L << block;
        }
    }

    /** The array in which a block's bytes lie, from {@link #offset} on; not to be written to. */
    byte[] bytes(int block) {
        begin();
        return block < PoisonBlocks.FIRST ? data[block >>> CHUNK_BITS] : poison.bytes(block);
    }

    /** Whether a block is one of those that nobody ever wrote, known by number alone. */
    private static boolean blank(int block) {
        return block == NONE || block >= PoisonBlocks.FIRST;
    }

    /**
     * The number of the first of some blocks with the poison of the addresses from one on, which follow one another, are never changed
     * and never given back; {@link #NONE} if no numbers are left.
     */
    int poison(long address, int count) {
        return poison.of(address, count);
    }

    /** Whether the bytes of two blocks and of those between them lie in one array. */
    static boolean together(int first, int last) {
        return first >>> CHUNK_BITS == last >>> CHUNK_BITS && first < PoisonBlocks.FIRST;
    }

    /** Where a block's bytes begin in {@link #bytes}. */
    static int offset(int block) {
        return (block & CHUNK_MASK) * BYTES;
    }

    /** The one version of a block, or {@link Payload#MIXED}. */
    int version(int block) {
        if (blank(block)) {
            return 0;
        }
        return Math.max(versions[block >>> CHUNK_BITS][block & CHUNK_MASK], Payload.MIXED);
    }

    /** The version of one byte of a block. */
    int byteVersion(int block, int index) {
        if (blank(block)) {
            return 0;
        }
        int version = versions[block >>> CHUNK_BITS][block & CHUNK_MASK];
        return version >= 0 ? version : mixed.version(version, index);
    }

    /** Whether all bytes of a block were written as one: it has one version, that of a write. */
    boolean written(int block) {
        return !blank(block) && versions[block >>> CHUNK_BITS][block & CHUNK_MASK] > 0;
    }

    /** Whether each of four blocks was written as one. */
    boolean written(int a, int b, int c, int d) {
        if (((a ^ b | a ^ c | a ^ d) >>> CHUNK_BITS) != 0 || blank(a)) {
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
        if (((a ^ b | a ^ c | a ^ d) >>> CHUNK_BITS) != 0 || blank(a)) {
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
        return blank(block) || versions[block >>> CHUNK_BITS][block & CHUNK_MASK] == 0;
    }

    /** Gives all bytes of a block that only the caller holds one version. */
    void setVersion(int block, int version) {
        forgetVersions(block);
        versions[block >>> CHUNK_BITS][block & CHUNK_MASK] = version;
    }

    /** Gives one byte of a block that only the caller holds a version of its own. */
    void setByteVersion(int block, int index, int version) {
        setVersions(block, 1 << index, version);
    }

    /** Gives the bytes of a mask, of a block that only the caller holds, one version. */
    void setVersions(int block, int mask, int version) {
        if (mask == -1) {
            setVersion(block, version);
            return;
        }
        int[] chunk = versions[block >>> CHUNK_BITS];
        int whole = chunk[block & CHUNK_MASK];
        if (whole != version) {
            chunk[block & CHUNK_MASK] = whole < 0 ? mixed.set(whole, mask, version) : mixed.of(whole, mask, version);
        }
    }

    /** Copies the versions of all bytes of a block to a place of an array. */
    void copyVersions(int block, int[] to, int at) {
        int version = blank(block) ? 0 : versions[block >>> CHUNK_BITS][block & CHUNK_MASK];
        if (version >= 0) {
            Arrays.fill(to, at, at + BYTES, version);
        } else {
            mixed.copyTo(version, to, at);
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
        int version = blank(block) ? 0 : from.versions[block >>> CHUNK_BITS][block & CHUNK_MASK];
        setVersion(copy, version >= 0 ? version : mixed.copy(from.mixed, version));
        return copy;
    }

    /** Says which two versions the bytes of a block have, which may be the same; returns whether they are no more than two. */
    boolean tellVersions(int block, VersionPair to) {
        int version = blank(block) ? 0 : versions[block >>> CHUNK_BITS][block & CHUNK_MASK];
        if (version < 0) {
            return mixed.tell(version, to);
        }
        to.set(0, version, version);
        return true;
    }

    private void forgetVersions(int block) {
        int[] chunk = versions[block >>> CHUNK_BITS];
        int version = chunk[block & CHUNK_MASK];
        if (version < 0) {
            mixed.forget(version);
            chunk[block & CHUNK_MASK] = 0;
        }
    }
}
