// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.RequestChain;
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
    private final CarriedReads carried;
    private final RefillLedger ledger;
    private final int node;
    private final int lineBytes;
    private final int pieceGranules;
    private final int pieceMask;
    private final int latency;
    /** Cycles from the fill that is being handled until it is answered. */
    private int due;

    private final boolean canBeDirty;
    private final boolean functional;
    /** Null where what is read stays. */
    private final @Nullable ExclusiveLines exclusive;

    private final RequestChain moved = new RequestChain();
    private int movedMask;

    FillPath(
            Cache cache,
            RequestPool pool,
            TagArray tags,
            DataArray data,
            MshrTable mshrs,
            Outlet outlet,
            RefillLedger ledger,
            @Nullable ExclusiveLines exclusive) {
        this.cache = cache;
        this.pool = pool;
        this.tags = tags;
        this.data = data;
        this.mshrs = mshrs;
        this.outlet = outlet;
        this.carried = cache.carried;
        this.ledger = ledger;
        this.node = ledger.node(cache.spec().name());
        this.lineBytes = cache.spec().geometry().line();
        this.pieceGranules = outlet.pieceBytes() / Request.SECTOR_BYTES;
        this.pieceMask = (1 << pieceGranules) - 1;
        this.latency = cache.spec().timing().latency();
        this.functional = data.functional();
        this.exclusive = exclusive;
        this.canBeDirty = cache.spec().policy().canBeDirty();
    }

    /** The short way of fills, or null where it is not the same. */
    @Nullable
    PlainFills plain() {
        return exclusive == null && cache.compressed == null ? cache.stats().plainFills(cache) : null;
    }

    /** Takes a register for a line that is there without an outstanding fill. */
    int open(int line) {
        int entry = mshrs.allocate(line, tags.state(line));
        if (mshrs.full()) {
            mshrs.filled(cache.now());
        }
        tags.pin(line, entry);
        HalfCopies halves = cache.halves;
        if (halves != null) {
            halves.room.opened(line);
        }
        CompressedLines packed = cache.compressed;
        if (packed != null) {
            packed.opened(line);
        }
        SliceWatch watch = cache.watch;
        if (watch != null) {
            watch.opened(entry);
        }
        return entry;
    }

    /** Asks the next level for granules of a pinned line. */
    void fetch(int entry, int granules, Request because) {
        mshrs.addPending(entry, granules);
        long address = because.address & -lineBytes;
        if (!tags.dropped.none()) {
            charge(mshrs.line(entry), granules, address);
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
                fill.flags = (byte) (cache.fillFlags | because.flags & CarriedReads.PASSED_ON);
                fill.originOf(because);
                pool.madeFor(fill, because);
                fill.tag = entry;
                fill.replyTo(cache, Cache.FILLED, fill.index);
                outlet.push(fill);
            }
            from += pieceGranules;
        }
    }

    /**
     * Asks the next level for all granules of a read that has just opened a register, and lets the read wait for them.
     *
     * @return whether the read itself went down; otherwise it is to wait at the register
     */
    boolean fetchFor(Request read, int entry, int granules, int shift) {
        if (granules != read.sectors << shift || read.holder < Cache.MOVED || !carries(read, shift)) {
            return false;
        }
        mshrs.addPending(entry, granules);
        mshrs.addWaitReads(entry, granules);
        mshrs.count(entry, 1);
        if (!tags.dropped.none()) {
            charge(mshrs.line(entry), granules, read.address & -lineBytes);
        }
        carried.send(read, entry, granules);
        outlet.push(read);
        return true;
    }

    /** Whether a read can go down itself where so many granules do at once. */
    private boolean carries(Request read, int shift) {
        return carries(read, shift, pieceGranules);
    }

    static boolean carries(Request read, int shift, int pieceGranules) {
        return (shift & pieceGranules - 1) == 0 && read.sectors >>> pieceGranules == 0 && CarriedReads.takes(read);
    }

    /**
     * Takes a register for a store or an atomic that is to change granules of which some are missing, and asks the next level.
     *
     * @param fetch granules to ask for
     */
    void openForChange(Request change, int line, int want, int fetch) {
        int entry = open(line);
        mshrs.addWaitWrites(entry, want);
        mshrs.append(entry, change);
        fetch(entry, fetch, change);
    }

    /** Charges granules of a line that is about to be fetched to the barrier that dropped them, if one did. */
    void chargeRefill(int line, int granules, long address) {
        if (!tags.dropped.none()) {
            charge(line, granules, address);
        }
    }

    /** Charges granules that a barrier dropped to it. */
    private void charge(int line, int granules, long address) {
        int again = granules & tags.dropped.granules(line);
        if (again != 0) {
            int barrier = tags.dropped.barrier(line);
            ledger.count(barrier, node, address, again);
            if (cache.observed) {
                cache.observer.refill(cache.now(), cache.name(), barrier, Integer.bitCount(again));
            }
            tags.dropped.fetched(line, again);
        }
    }

    /** The read that is under way as the fill of a register, or null. */
    @Nullable
    Request carried(int entry) {
        return carried.granules(entry) == 0 ? null : pool.get(carried.index(entry));
    }

    /** Sectors came: installs them unless something overtook the fetch, and serves who can be served. */
    void onFill(Request fill) {
        int entry = fill.tag;
        CompressedLines packed = cache.compressed;
        Request because = packed == null ? null : packed.copyOf(fill);
        int shift = (int) (fill.address >>> 5) & (lineBytes >>> 5) - 1;
        int arrived = fill.sectors << shift;
        int poisoned = arrived & mshrs.poison(entry);
        int state = mshrs.state(entry);
        int install = arrived & ~poisoned & ~state;
        if (install != 0) {
            if (functional) {
                data.install(mshrs.line(entry), fill, install, shift);
            }
            mshrs.state(entry, state | install);
        }
        CacheProbe probe = cache.probe;
        if (probe != null && (poisoned & ~state) != 0) {
            probe.lost(tags.lineNumber(mshrs.line(entry)), poisoned & ~state);
        }
        mshrs.arrived(entry, arrived);
        cache.filled(fill);
        cache.filled(fill.address, Integer.bitCount(arrived));
        if (cache.observed) {
            int line = mshrs.line(entry);
            cache.observer.fill(
                    cache.now(),
                    cache.name(),
                    cache.setOf(line),
                    cache.wayOf(line),
                    fill.address,
                    fill.sectors,
                    fill.command);
        }
        boolean copy = cache.halves != null && cache.halves.isCopy(fill.address);
        due = copy ? 0 : latency; // the slice that answers for the line has taken that time
        serveAll(entry, fill, canBeDirty && !copy ? 0 : poisoned, shift);
        if (mshrs.pending(entry) == 0) {
            int line = mshrs.line(entry);
            close(entry);
            if (packed != null && because != null && !tags.empty(line)) {
                packed.changed(line, TagArray.VALID, because);
            }
        }
        if (because != null) {
            pool.release(because);
        }
        cache.wakeStalled();
    }

    private void serveAll(int entry, Request fill, int direct, int shift) {
        Request first = mshrs.takeWaiting(entry);
        if (fill.carried()) {
            carried.back(fill, entry);
            fill.next = first;
            serve(entry, fill, fill, direct, shift);
        } else {
            if (first != null) {
                serve(entry, first, fill, direct, shift);
            }
            pool.release(fill);
        }
    }

    private void serve(int entry, Request head, Request fill, int direct, int fillShift) {
        int line = mshrs.line(entry);
        int reads = carried.granules(entry); // of a read that is still under way, the first of all
        int writes = 0;
        Request request = head;
        int kept = reads == 0 ? 0 : 1;
        movedMask = 0;
        while (request != null) {
            Request next = request.next;
            request.next = null;
            int shift = (int) (request.address >>> 5) & (lineBytes >>> 5) - 1;
            int want = request.sectors << shift;
            int state = mshrs.state(entry);
            if (request.kind == Request.READ) {
                int rest = take(request, shift, fill, fillShift, direct, state, line, ~(writes | movedMask));
                if (rest == 0) {
                    request.servedBy(fill.servedBy());
                    if (request != fill) {
                        request.waitedFor(fill);
                    }
                    Pace pace = cache.lookups.pace;
                    cache.answer(request, pace == null ? due : due + pace.read(request));
                    if (exclusive != null) {
                        exclusive.read(request, line, want);
                    }
                } else if ((rest & (movedMask | ~writes & ~mshrs.pending(entry) & ~state)) != 0) {
                    move(request, rest);
                } else {
                    reads |= rest;
                    mshrs.link(entry, request);
                    kept++;
                }
            } else {
                int missing = cache.lookups.stores.mustBeValid(request, want, shift) & ~state;
                if ((want & movedMask) != 0) {
                    move(request, want);
                } else if (missing == 0 && (want & (reads | writes)) == 0) {
                    cache.lookups.stores.perform(request, line, want, shift);
                } else if ((missing & ~mshrs.pending(entry)) != 0) {
                    move(request, want);
                } else {
                    writes |= want;
                    mshrs.link(entry, request);
                    kept++;
                }
            }
            request = next;
        }
        mshrs.waits(entry, reads, writes);
        prependMoved(entry, kept);
    }

    /** Takes what a waiting read can have now; returns the granules that it still needs. */
    private int take(Request read, int shift, Request fill, int fillShift, int direct, int state, int line, int open) {
        int rest = read.holder;
        int held = rest & state & open;
        if (held != 0) {
            if (functional) {
                data.load(line, read, held, shift);
            }
            rest &= ~held;
        }
        int passing = rest & direct & open;
        if (passing != 0) {
            if (read != fill && read.payload != null && fill.payload != null) {
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

    /** Sets a waiting request aside to look up again for these granules: what it waited for was overtaken. */
    private void move(Request request, int granules) {
        movedMask |= granules;
        request.holder = Cache.MOVED - granules;
        moved.add(request);
    }

    private void prependMoved(int entry, int kept) {
        Request first = moved.first();
        Request last = moved.last();
        if (first != null && last != null) {
            mshrs.deferFirst(entry, first, last);
            moved.clear();
        }
        int count = kept;
        for (Request r = mshrs.firstDeferred(entry); r != null; r = r.next) {
            count++;
        }
        mshrs.count(entry, count);
    }

    private void close(int entry) {
        if (mshrs.hasWaiting(entry)) {
            throw new IllegalStateException(cache.name() + ": a request waits for a line that came");
        }
        int line = mshrs.line(entry);
        int state = mshrs.state(entry);
        if (exclusive != null) {
            state = exclusive.settled(entry, state);
        }
        tags.unpin(line, state);
        HalfCopies halves = cache.halves;
        if (halves != null) {
            halves.room.filled(line);
        }
        if ((state & (TagArray.VALID | TagArray.DIRTY)) == 0) {
            cache.drop(line);
        }
        Request deferred = mshrs.firstDeferred(entry);
        if (mshrs.full()) {
            mshrs.freed(cache.now());
        }
        if (deferred == null) {
            mshrs.release(entry);
        } else {
            Request lastDeferred = mshrs.lastDeferred(entry);
            mshrs.release(entry);
            cache.waiting.again(deferred, lastDeferred);
        }
    }

    /** Keeps outstanding fills of granules from being installed: they may be older than what they would be used for. */
    void poison(int line, int granules) {
        int state = tags.state(line);
        if ((state & TagArray.PINNED) != 0) {
            mshrs.addPoison(TagArray.mshr(state), granules);
        }
    }
}
