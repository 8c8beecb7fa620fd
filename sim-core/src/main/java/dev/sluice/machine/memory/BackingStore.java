// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.memory;

import dev.sluice.machine.request.Blocks;
import dev.sluice.machine.request.Payload;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.SectorStore;
import dev.sluice.machine.view.Touches;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a memory, sparse: pages of {@value #PAGE_BYTES} bytes come into being when touched.
 *
 * <p>Untouched bytes read as a poison pattern that depends on the address alone, with version 0 (nobody wrote them).
 */
public final class BackingStore {

    /** Bytes of a page. */
    public static final int PAGE_BYTES = 8192;

    private static final int PAGE_SECTORS = PAGE_BYTES / Request.SECTOR_BYTES;

    private final Blocks blocks;
    private long[] keys = new long[1024];
    private @Nullable SectorStore[] pages = new SectorStore[1024];
    private int count;
    private long lastKey = -1;
    private @Nullable SectorStore lastPage;
    /** Told of the address of every sector that is accessed; null in most runs. */
    private @Nullable Touches touches;

    /** A memory with bytes of its own. */
    public BackingStore() {
        this(new Blocks());
    }

    /** A memory that shares the bytes of a run. */
    public BackingStore(Blocks blocks) {
        this.blocks = blocks;
    }

    /** Has somebody told of the address of every sector that is accessed from now on. */
    public void watch(Touches told) {
        touches = told;
    }

    private void tell(long address) {
        Touches told = touches;
        if (told != null) {
            told.touched(address);
        }
    }

    /** Copies the sectors of a request into its payload; nothing happens to a request without one. */
    public void read(Request request) {
        Payload payload = request.payload;
        if (payload == null) {
            return;
        }
        int rest = request.sectors;
        while (rest != 0) {
            int first = Integer.numberOfTrailingZeros(rest);
            long address = request.address + ((long) first << 5);
            int here = rest & inPage(address, first);
            page(address).load(slot(address), here >>> first, payload, -first);
            tell(request, here);
            rest &= ~here;
        }
    }

    /** The sectors of a request that lie in the page of one of them, from that one on. */
    private static int inPage(long address, int sector) {
        int end = sector + PAGE_SECTORS - slot(address);
        return end >= Request.MAX_SECTORS ? -1 : (1 << end) - 1;
    }

    private void tell(Request request, int sectors) {
        Touches told = touches;
        if (told != null) {
            for (int rest = sectors; rest != 0; rest &= rest - 1) {
                told.touched(request.address + ((long) Integer.numberOfTrailingZeros(rest) << 5));
            }
        }
    }

    /** Writes the bytes of a request's byte mask. */
    public void write(Request request) {
        Payload payload = request.payload;
        if (payload == null) {
            return;
        }
        int written = request.wholeSectors() & request.sectors;
        for (int rest = written; rest != 0; ) {
            int first = Integer.numberOfTrailingZeros(rest);
            long address = request.address + ((long) first << 5);
            int here = rest & inPage(address, first);
            page(address).store(slot(address), here >>> first, payload, -first);
            rest &= ~here;
        }
        for (int rest = request.sectors & ~written; rest != 0; rest &= rest - 1) {
            int i = Integer.numberOfTrailingZeros(rest);
            int mask = request.sectorBytes(i);
            if (mask != 0) {
                long address = request.address + ((long) i << 5);
                page(address).store(slot(address), payload, i, mask);
                written |= 1 << i;
            }
        }
        tell(request, written);
    }

    /** The version of one byte. */
    public int version(long address) {
        return page(address).byteVersion(slot(address), (int) (address & 31));
    }

    /** One byte. */
    public byte data(long address) {
        return page(address).data(slot(address), (int) (address & 31));
    }

    /** Copies the bytes from an address on to a place of an array, outside simulated time. */
    public void copyTo(long address, byte[] to, int at, int count) {
        for (int done = 0; done < count; ) {
            long from = address + done;
            int within = (int) from & Request.SECTOR_BYTES - 1;
            int here = Math.min(count - done, Request.SECTOR_BYTES - within);
            page(from).copyTo(slot(from), within, to, at + done, here);
            done += here;
        }
    }

    /** The version of a whole sector, or {@link Payload#MIXED}. */
    public int sectorVersion(long address) {
        return page(address).version(slot(address));
    }

    /** The one version of the sectors of a mask from an address on, or {@link Payload#MIXED}, as of sectors in two pages. */
    public int sectorVersion(long address, int sectors) {
        return sectors != 0 && (sectors & ~inPage(address, 0)) == 0
                ? page(address).version(slot(address), sectors)
                : Payload.MIXED;
    }

    /**
     * Those sectors of a payload that are known to be what is here from an address on, bytes and versions, and to have been
     * written as a whole. Sectors beyond the page of the address are not among them.
     */
    public int same(long address, Payload payload, int sectors) {
        return page(address).same(slot(address), payload, sectors & inPage(address, 0));
    }

    /** Copies the versions of the bytes of a sector to the front of an array. */
    public void copyVersions(long address, int[] to) {
        page(address).copyVersions(slot(address), to);
    }

    /** Sets one byte outside simulated time. */
    public void set(long address, byte value, int version) {
        page(address).set(slot(address), (int) (address & 31), value, version);
        tell(address);
    }

    /** Whether the page of an address exists: bytes of others have never been written. */
    public boolean touched(long address) {
        return pages[find(address / PAGE_BYTES)] != null;
    }

    /** The store that holds the sector of an address, at {@link #slotOf}. */
    public SectorStore pageOf(long address) {
        tell(address);
        return page(address);
    }

    /** The slot of an address's sector within {@link #pageOf}. */
    public static int slotOf(long address) {
        return slot(address);
    }

    /** Bytes of pages that exist. */
    public long touchedBytes() {
        return (long) count * PAGE_BYTES;
    }

    private static int slot(long address) {
        return (int) (address >>> 5) & (PAGE_SECTORS - 1);
    }

    private SectorStore page(long address) {
        long key = address / PAGE_BYTES;
        SectorStore last = lastPage;
        if (key == lastKey && last != null) {
            return last;
        }
        int i = find(key);
        SectorStore page = pages[i];
        if (page == null) {
            page = newPage(key * PAGE_BYTES);
            keys[i] = key;
            pages[i] = page;
            if (++count * 2 > keys.length) {
                rehash();
            }
        }
        lastKey = key;
        lastPage = page;
        return page;
    }

    private SectorStore newPage(long base) {
        SectorStore page = new SectorStore(PAGE_SECTORS, blocks);
        page.poison(base);
        return page;
    }

    private int find(long key) {
        int mask = keys.length - 1;
        int i = (int) (key * 0x9E3779B97F4A7C15L >>> 40) & mask;
        while (pages[i] != null && keys[i] != key) {
            i = (i + 1) & mask;
        }
        return i;
    }

    private void rehash() {
        long[] oldKeys = keys;
        @Nullable SectorStore[] oldPages = pages;
        keys = new long[oldKeys.length * 2];
        pages = new SectorStore[oldKeys.length * 2];
        for (int i = 0; i < oldKeys.length; i++) {
            SectorStore page = oldPages[i];
            if (page != null) {
                int to = find(oldKeys[i]);
                keys[to] = oldKeys[i];
                pages[to] = page;
            }
        }
    }
}
