// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.tlb;

import dev.sluice.machine.memory.AddressSpace;
import java.util.function.LongFunction;

/**
 * Where the entries of the page table lie: one array of 8-byte entries per level, the root's first.
 *
 * <p>An entry of the last level stands for one page; an entry of each level above for 512 of the next. Pages of host memory
 * follow those of device memory.
 */
public final class PageTableLayout {

    /** Bytes of an entry. */
    public static final int ENTRY_BYTES = 8;

    private static final int FAN_OUT_BITS = 9;
    /** What an address of a table is a multiple of. */
    public static final int ALIGNMENT = 256;

    private final int pageShift;
    private final long devicePages;
    private final long pages;
    private final long[] levelBase;
    private final long end;
    private final LongFunction<PageTableLayout> elsewhere;

    /**
     * @param base address of the table's first byte, a multiple of 256
     * @param levels levels of the table, at least 1
     * @param pageBytes bytes of a page, a power of two
     * @param deviceBytes bytes of device memory from address 0 on, hidden parts included
     * @param hostBytes bytes of host memory from {@link AddressSpace#HOST_BASE} on; 0 with unified memory
     */
    public PageTableLayout(long base, int levels, long pageBytes, long deviceBytes, long hostBytes) {
        if (base % ALIGNMENT != 0 || levels < 1 || deviceBytes < 1 || hostBytes < 0) {
            throw new IllegalArgumentException("a page table of " + levels + " levels at " + base + " for "
                    + deviceBytes + " + " + hostBytes + " bytes");
        }
        this.pageShift = Long.numberOfTrailingZeros(pageBytes);
        this.devicePages = pagesOf(deviceBytes, pageBytes);
        this.pages = devicePages + pagesOf(hostBytes, pageBytes);
        this.levelBase = new long[levels];
        long at = base;
        for (int level = 0; level < levels; level++) {
            levelBase[level] = at;
            long entries = ((pages - 1) >> shift(level)) + 1;
            at += (entries * ENTRY_BYTES + ALIGNMENT - 1) & -ALIGNMENT;
        }
        this.end = at;
        this.elsewhere = to -> new PageTableLayout(to, levels, pageBytes, deviceBytes, hostBytes);
    }

    /** The same table at another address, a multiple of 256. */
    PageTableLayout at(long base) {
        return elsewhere.apply(base);
    }

    /** Address of the table's first byte. */
    public long base() {
        return levelBase[0];
    }

    /** Levels of the table. */
    public int levels() {
        return levelBase.length;
    }

    /** Bytes of the table. */
    public long size() {
        return end - levelBase[0];
    }

    /**
     * Address of the entry that a walk reads at a level, the root being level 0.
     *
     * @throws IllegalArgumentException if the table does not reach as far as the page
     */
    public long entry(int level, long page) {
        long hostPage = page - (AddressSpace.HOST_BASE >> pageShift);
        long index = hostPage < 0 ? page : devicePages + hostPage;
        if (page < 0 || index >= pages || (hostPage < 0 && page >= devicePages)) {
            throw new IllegalArgumentException(
                    "the page table does not map address 0x" + Long.toHexString(page << pageShift));
        }
        return levelBase[level] + (index >> shift(level)) * ENTRY_BYTES;
    }

    private int shift(int level) {
        return FAN_OUT_BITS * (levelBase.length - 1 - level);
    }

    private static long pagesOf(long bytes, long pageBytes) {
        return (bytes + pageBytes - 1) / pageBytes;
    }
}
