// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.RequestPool;
import org.jspecify.annotations.Nullable;

/**
 * Fetches missing sectors and serves, in order, the requests that wait for them.
 *
 * <p>A waiting read takes each sector when it is there, so that a later store cannot change what an earlier read returns; a
 * waiting write or atomic goes when all that it needs is valid and no earlier request still has business with its sectors.
 */
final class FillPath {

    private final Cache cache;
    private final RequestPool pool;
    private final TagArray tags;
    private final DataArray data;
    private final MshrTable mshrs;
    private final Outlet outlet;
    private final RefillLedger ledger;
    private final int node;
    private final int lineBytes;
    private final int pieceGranules;
    private final int pieceMask;
    private final int latency;
    private final boolean canBeDirty;
    private @Nullable Request movedHead;
    private @Nullable Request movedTail;
    private int movedMask;

    FillPath(
            Cache cache,
            RequestPool pool,
            TagArray tags,
            DataArray data,
            MshrTable mshrs,
            Outlet outlet,
            RefillLedger ledger) {
        this.cache = cache;
        this.pool = pool;
        this.tags = tags;
        this.data = data;
        this.mshrs = mshrs;
        this.outlet = outlet;
        this.ledger = ledger;
        this.node = ledger.node(cache.spec().name());
        this.lineBytes = cache.spec().geometry().line();
        this.pieceGranules = outlet.pieceBytes() / Request.SECTOR_BYTES;
        this.pieceMask = (1 << pieceGranules) - 1;
        this.latency = cache.spec().timing().latency();
        this.canBeDirty = cache.spec().policy().canBeDirty();
    }

    /** Takes a register for a line that is there without an outstanding fill. */
    Mshr open(int line) {
        Mshr entry = mshrs.allocate(line);
        tags.pin(line, entry.index);
        return entry;
    }

    /** Asks the next level for granules of a pinned line. */
    void fetch(Mshr entry, int granules, Request because) {
        int line = entry.line;
        entry.pending |= granules;
        long address = because.address & -lineBytes;
        int again = granules & tags.dropped(line);
        if (again != 0) {
            ledger.count(tags.droppedBy(line), node, address, again);
            tags.forgetDropped(line, again);
        }
        int from = 0;
        for (int rest = granules; rest != 0; rest >>>= pieceGranules) {
            int sectors = rest & pieceMask;
            if (sectors != 0) {
                Request fill = pool.acquire();
                fill.start(
                        Request.READ,
                        address + ((long) from << 5),
                        sectors,
                        because.client,
                        because.command,
                        because.agent);
                fill.flags = (byte) (Request.FILL | because.flags & (Request.STREAMING | Request.IMAGE));
                fill.tag = entry.index;
                fill.replyTo(cache, Cache.FILLED, fill.index);
                outlet.push(fill);
            }
            from += pieceGranules;
        }
    }

    /** Sectors came: installs them unless something overtook the fetch, and serves who can be served. */
    void onFill(Request fill) {
        Mshr entry = mshrs.get(fill.tag);
        int line = entry.line;
        int shift = (int) (fill.address >>> 5) & (lineBytes >>> 5) - 1;
        int arrived = fill.sectors << shift;
        int poisoned = arrived & entry.poison;
        int install = arrived & ~poisoned & ~tags.state(line);
        if (install != 0) {
            data.install(line, fill, install, shift);
            tags.set(line, install);
        }
        entry.pending &= ~arrived;
        entry.poison &= ~arrived;
        cache.filled(fill.address);
        int sectors = Integer.bitCount(arrived);
        cache.counters.fills += sectors;
        cache.counters.fillBytes += (long) sectors << 5;
        if (cache.observed) {
            cache.observer.fill(cache.now(), cache.name(), fill.address, fill.sectors, fill.command);
        }
        Request head = entry.head;
        if (head != null) {
            serve(entry, fill, canBeDirty ? 0 : poisoned, shift);
        }
        pool.release(fill);
        if (entry.pending == 0) {
            close(entry);
        }
        cache.wakeStalled();
    }

    private void serve(Mshr entry, Request fill, int direct, int fillShift) {
        int line = entry.line;
        int reads = 0;
        int writes = 0;
        Request request = entry.head;
        entry.head = null;
        entry.tail = null;
        int kept = 0;
        Request last = null;
        movedMask = 0;
        while (request != null) {
            Request next = request.next;
            request.next = null;
            int shift = (int) (request.address >>> 5) & (lineBytes >>> 5) - 1;
            int want = request.sectors << shift;
            int state = tags.state(line);
            if (request.kind == Request.READ) {
                int rest = take(request, shift, fill, fillShift, direct, state, line, ~(writes | movedMask));
                if (rest == 0) {
                    request.servedBy(fill.servedBy());
                    Pace pace = cache.lookups.pace;
                    cache.answer(request, pace == null ? latency : latency + pace.read(request));
                } else if ((rest & (movedMask | ~writes & ~entry.pending & ~state)) != 0) {
                    move(request, rest);
                } else {
                    reads |= rest;
                    last = keep(entry, last, request);
                    kept++;
                }
            } else {
                int missing = cache.lookups.mustBeValid(request, want, shift) & ~state;
                if ((want & movedMask) != 0) {
                    move(request, want);
                } else if (missing == 0 && (want & (reads | writes)) == 0) {
                    cache.lookups.perform(request, line, want, shift);
                } else if ((missing & ~entry.pending) != 0) {
                    move(request, want);
                } else {
                    writes |= want;
                    last = keep(entry, last, request);
                    kept++;
                }
            }
            request = next;
        }
        entry.waitReads = reads;
        entry.waitWrites = writes;
        prependMoved(entry, kept);
    }

    /** Takes what a waiting read can have now; returns the granules that it still needs. */
    private int take(Request read, int shift, Request fill, int fillShift, int direct, int state, int line, int open) {
        int rest = read.holder;
        int held = rest & state & open;
        if (held != 0) {
            data.load(line, read, held, shift);
            rest &= ~held;
        }
        int passing = rest & direct & open;
        if (passing != 0) {
            if (read.payload != null && fill.payload != null) {
                for (int more = passing; more != 0; more &= more - 1) {
                    int g = Integer.numberOfTrailingZeros(more);
                    read.payload.copySector(g - shift, fill.payload, g - fillShift);
                }
            }
            rest &= ~passing;
        }
        read.holder = rest;
        return rest;
    }

    private static Request keep(Mshr entry, @Nullable Request last, Request request) {
        if (last == null) {
            entry.head = request;
        } else {
            last.next = request;
        }
        entry.tail = request;
        return request;
    }

    /** Sets a waiting request aside to look up again for these granules: what it waited for was overtaken. */
    private void move(Request request, int granules) {
        movedMask |= granules;
        request.holder = Cache.MOVED - granules;
        if (movedTail == null) {
            movedHead = request;
        } else {
            movedTail.next = request;
        }
        movedTail = request;
    }

    private void prependMoved(Mshr entry, int kept) {
        int count = kept;
        Request tail = movedTail;
        if (tail != null) {
            tail.next = entry.deferredHead;
            entry.deferredHead = movedHead;
            if (entry.deferredTail == null) {
                entry.deferredTail = tail;
            }
            movedHead = null;
            movedTail = null;
        }
        for (Request r = entry.deferredHead; r != null; r = r.next) {
            count++;
        }
        entry.count = count;
    }

    private void close(Mshr entry) {
        if (entry.head != null) {
            throw new IllegalStateException(cache.name() + ": a request waits for a line that came");
        }
        int line = entry.line;
        tags.unpin(line);
        if ((tags.state(line) & (TagArray.VALID | TagArray.DIRTY)) == 0) {
            cache.drop(line);
        }
        Request deferred = entry.deferredHead;
        Request lastDeferred = entry.deferredTail;
        mshrs.release(entry);
        if (deferred != null && lastDeferred != null) {
            cache.lookUpAgain(deferred, lastDeferred);
        }
    }

    /** Keeps outstanding fills of granules from being installed: they may be older than what they would be used for. */
    void poison(int line, int granules) {
        if ((tags.state(line) & TagArray.PINNED) != 0) {
            Mshr entry = mshrs.of(tags.state(line));
            entry.poison |= entry.pending & granules;
        }
    }
}
