// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import dev.sluice.device.CacheStructure;
import dev.sluice.machine.request.Payload;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.RequestPool;
import dev.sluice.result.StructureCounters;
import org.jspecify.annotations.Nullable;

/**
 * Keeps write-backs of a slice back for a while, so that a later one of the same bytes' neighbours travels with an earlier one.
 *
 * <p>An entry holds one write-back, as long as the next level takes them. It goes down when the buffer is full and it is the oldest,
 * when nothing was added to it for a time, before anything else that concerns its line goes down, and at the end of a flush. So the
 * order of all that concerns a line is that of a cache without it.
 */
final class WriteBuffer {

    private final Cache cache;
    private final RequestPool pool;
    private final Outlet outlet;
    private final StructureCounters counters;
    private final int lineShift;
    private final int drainAfter;
    /** Oldest first. */
    private final Request[] entries;

    private final long[] addedAt;
    private int count;
    private boolean scheduled;

    private WriteBuffer(Cache cache, RequestPool pool, Outlet outlet, CacheStructure.WriteBuffer spec) {
        this.cache = cache;
        this.pool = pool;
        this.outlet = outlet;
        this.counters = cache.stats().structure();
        this.lineShift = Integer.numberOfTrailingZeros(cache.spec().geometry().line());
        this.drainAfter = spec.drainAfter();
        this.entries = new Request[spec.entries() + 1];
        this.addedAt = new long[spec.entries() + 1];
    }

    /** That of a slice, or null if it has none. */
    static @Nullable WriteBuffer of(Cache cache, RequestPool pool, Outlet outlet) {
        CacheStructure.WriteBuffer spec = cache.spec().structure().writeBuffer();
        return spec.entries() == 0 ? null : new WriteBuffer(cache, pool, outlet, spec);
    }

    /** Takes a write-back; returns whether it was added to an earlier one, and is no request of its own any more. */
    boolean take(Request request) {
        for (int i = 0; i < count; i++) {
            if (entries[i].address == request.address) {
                sentOnce(entries[i], request);
                add(entries[i], request);
                addedAt[i] = cache.now();
                pool.changed(entries[i]);
                pool.release(request);
                counters.mergedWriteBacks++;
                return true;
            }
        }
        entries[count] = request;
        addedAt[count++] = cache.now();
        if (count == entries.length) {
            send(0);
        }
        schedule(drainAfter);
        return false;
    }

    /** What both have goes down once. */
    private void sentOnce(Request earlier, Request later) {
        int both = earlier.sectors & later.sectors;
        cache.counters.writtenSectors -= Integer.bitCount(both);
        for (int rest = both; rest != 0; rest &= rest - 1) {
            int sector = Integer.numberOfTrailingZeros(rest);
            cache.counters.writebackBytes -= Integer.bitCount(earlier.sectorBytes(sector) & later.sectorBytes(sector));
        }
    }

    private static void add(Request to, Request from) {
        Payload into = to.payload;
        Payload bytes = from.payload;
        for (int rest = from.sectors; rest != 0; rest &= rest - 1) {
            int sector = Integer.numberOfTrailingZeros(rest);
            int mask = from.sectorBytes(sector);
            if (into != null && bytes != null) {
                if (mask == -1 || (to.sectors >>> sector & 1) == 0) {
                    into.copySector(sector, bytes, sector);
                } else {
                    copy(into, bytes, sector * Request.SECTOR_BYTES, mask);
                }
            }
            to.addSectorBytes(sector, mask);
        }
        to.sectors |= from.sectors;
    }

    private static void copy(Payload into, Payload from, int base, int mask) {
        for (int rest = mask; rest != 0; rest &= rest - 1) {
            int at = base + Integer.numberOfTrailingZeros(rest);
            into.write(at, 1, from.value(at));
            into.setByteVersion(at, from.byteVersion(at));
        }
    }

    /** Write-backs that are kept back. */
    int count() {
        return count;
    }

    /** The request of an entry, oldest first. */
    Request entry(int i) {
        return entries[i];
    }

    /** When something was last added to an entry. */
    long addedAt(int i) {
        return addedAt[i];
    }

    /** Something else that concerns a line is to go down: what is kept of the line goes first. */
    void letPast(long address) {
        for (int i = 0; i < count; ) {
            if (entries[i].address >>> lineShift == address >>> lineShift) {
                send(i);
            } else {
                i++;
            }
        }
    }

    /** Everything goes down. */
    void drain() {
        while (count > 0) {
            send(0);
        }
    }

    /** Time is over for entries to which nothing was added. */
    void onTime() {
        scheduled = false;
        long next = Long.MAX_VALUE;
        for (int i = 0; i < count; ) {
            long due = addedAt[i] + drainAfter;
            if (due <= cache.now()) {
                send(i);
            } else {
                next = Math.min(next, due);
                i++;
            }
        }
        if (count > 0) {
            schedule(next - cache.now());
        }
    }

    private void schedule(long delay) {
        if (!scheduled && count > 0) {
            scheduled = true;
            cache.wakeWriteBuffer(delay);
        }
    }

    private void send(int i) {
        Request request = entries[i];
        count--;
        System.arraycopy(entries, i + 1, entries, i, count - i);
        System.arraycopy(addedAt, i + 1, addedAt, i, count - i);
        outlet.enqueue(request);
    }
}
