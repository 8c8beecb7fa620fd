// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.memory;

import dev.sluice.machine.request.Blocks;
import dev.sluice.machine.request.Payload;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.SectorStore;
import dev.sluice.machine.request.VersionPair;
import dev.sluice.machine.view.Touches;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a memory, sparse: pages of {@value #PAGE_BYTES} bytes come into being when touched, and tables of the pages of 1 GiB.
 *
 * <p>Untouched bytes read as a poison pattern that depends on the address alone, with version 0 (nobody wrote them).
 */
public final class BackingStore {

    /** Bytes of a page: a chunk of slots, so that what the host reads to find one is little enough to stay in its caches. */
    public static final int PAGE_BYTES = 128 << 10;

    private static final int PAGE_SECTORS = PAGE_BYTES / Request.SECTOR_BYTES;

    /** Slots from one that is read to that which the host is to fetch meanwhile: its caches have lines of sixteen. */
    private static final int AHEAD = 16;

    private static final int PAGE_SHIFT = Integer.numberOfTrailingZeros(PAGE_BYTES);
    private static final int REGION_SHIFT = PAGE_SHIFT + 13;
    private static final int REGION_PAGES = 1 << REGION_SHIFT - PAGE_SHIFT;

    private final Blocks blocks;
    /** The numbers of regions, by hash; beside each its pages. */
    private long[] keys = new long[16];

    private @Nullable SectorStore[] @Nullable [] regions = new SectorStore[16][];
    private int regionCount;
    private int count;
    private long lastKey = -1;
    /** Made of what was only read to have it at hand. */
    @SuppressWarnings("UnusedVariable") // or the compiler would leave the reading out
    private int seen;

    private @Nullable SectorStore[] lastRegion = new SectorStore[0];
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
            SectorStore page = page(address);
            int slot = slot(address);
            seen += page.touch(slot + AHEAD);
            page.load(slot, here >>> first, payload, -first);
            tell(request, here);
            rest &= ~here;
        }
    }

    /** Reads what a request will need soon, and makes nothing; returns anything made of it. */
    public long announce(Request request) {
        long address = request.address + ((long) Integer.numberOfTrailingZeros(request.sectors) << 5);
        if (address >>> REGION_SHIFT != lastKey) {
            return 0;
        }
        SectorStore page = lastRegion[place(address)];
        return page == null ? 0 : page.touch(slot(address));
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
        for (int rest = request.sectors; rest != 0; ) {
            int first = Integer.numberOfTrailingZeros(rest);
            long address = request.address + ((long) first << 5);
            page(address).writer(Payload.MIXED);
            rest &= ~inPage(address, first);
        }
        put(request, payload);
    }

    /**
     * Writes the bytes of a request's byte mask if they have its agent's version, and nobody else wrote anything in their page; else
     * does nothing.
     *
     * @return whether it did
     */
    public boolean writeAlone(Request request) {
        Payload payload = request.payload;
        int sectors = request.sectors;
        if (payload == null || sectors == 0 || (sectors & ~inPage(request.address, 0)) != 0) {
            return false;
        }
        SectorStore page = page(request.address);
        int writer = page.writer();
        if (writer != 0 && writer != request.agent || payload.versionOf(sectors) != request.agent) {
            return false;
        }
        page.writer(request.agent);
        put(request, payload);
        return true;
    }

    private void put(Request request, Payload payload) {
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
        SectorStore page = page(address);
        int slot = slot(address);
        seen += page.touch(slot + AHEAD);
        return page.same(slot, payload, sectors & inPage(address, 0));
    }

    /** Whether the sectors of a mask, all in the page of their address, are known to be those of slots, as {@link SectorStore#same} has it. */
    public boolean same(long address, int sectors, SectorStore store, int slot) {
        return (sectors & ~inPage(address, 0)) == 0 && page(address).same(slot(address), sectors, store, slot);
    }

    /** Those sectors of a mask from an address on of which nobody wrote a byte; none beyond the page of the address. */
    public int unwritten(long address, int sectors) {
        return page(address).unwritten(slot(address), sectors & inPage(address, 0));
    }

    /** Says which two versions the bytes of a sector have, which may be the same; returns whether they are no more than two. */
    public boolean tellVersions(long address, VersionPair to) {
        return page(address).tellVersions(slot(address), to);
    }

    /** Copies the versions of the bytes of a sector to the front of an array. */
    public void copyVersions(long address, int[] to) {
        page(address).copyVersions(slot(address), to);
    }

    /** Sets one byte outside simulated time. */
    public void set(long address, byte value, int version) {
        pageOf(address).set(slot(address), (int) (address & 31), value, version);
    }

    /** Whether the page of an address exists: bytes of others have never been written. */
    public boolean touched(long address) {
        @Nullable SectorStore[] region = regions[find(address >>> REGION_SHIFT)];
        return region != null && region[place(address)] != null;
    }

    /** The store that holds the sector of an address, at {@link #slotOf}. */
    public SectorStore pageOf(long address) {
        tell(address);
        SectorStore page = page(address);
        page.writer(Payload.MIXED); // whoever asks may write
        return page;
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
        long key = address >>> REGION_SHIFT;
        @Nullable SectorStore[] region = key == lastKey ? lastRegion : region(key);
        SectorStore page = region[place(address)];
        return page != null ? page : newPage(region, address);
    }

    private static int place(long address) {
        return (int) (address >>> PAGE_SHIFT) & REGION_PAGES - 1;
    }

    private SectorStore newPage(@Nullable SectorStore[] region, long address) {
        SectorStore page = new SectorStore(PAGE_SECTORS, blocks);
        page.poison(address & -PAGE_BYTES);
        region[place(address)] = page;
        count++;
        return page;
    }

    /** The pages of a region, which is the last one from now on. */
    private @Nullable SectorStore[] region(long key) {
        int i = find(key);
        @Nullable SectorStore[] region = regions[i];
        if (region == null) {
            region = new SectorStore[REGION_PAGES];
            keys[i] = key;
            regions[i] = region;
            if (++regionCount * 2 > keys.length) {
                rehash();
            }
        }
        lastKey = key;
        lastRegion = region;
        return region;
    }

    private int find(long key) {
        int mask = keys.length - 1;
        int i = (int) (key * 0x9E3779B97F4A7C15L >>> 40) & mask;
        while (regions[i] != null && keys[i] != key) {
            i = (i + 1) & mask;
        }
        return i;
    }

    private void rehash() {
        long[] oldKeys = keys;
        @Nullable SectorStore[] @Nullable [] old = regions;
        keys = new long[oldKeys.length * 2];
        regions = new SectorStore[oldKeys.length * 2][];
        for (int i = 0; i < oldKeys.length; i++) {
            if (old[i] != null) {
                int to = find(oldKeys[i]);
                keys[to] = oldKeys[i];
                regions[to] = old[i];
            }
        }
    }
}
