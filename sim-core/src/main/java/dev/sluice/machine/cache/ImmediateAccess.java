// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import dev.sluice.device.CacheSpec;
import dev.sluice.device.CacheStructure;
import dev.sluice.machine.observe.SimObserver.WriteBackReason;
import dev.sluice.machine.request.MeantBytes;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.RequestPool;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Looks requests up at once, outside simulated time: tags, dirty bits, bytes, replacement and counters become what {@link Lookups}
 * and {@link FillPath} would make of them one after the other.
 *
 * <p>Nothing may be under way at the slice: no register is taken and no walk runs. So there is nothing to wait for, to merge with or
 * to be overtaken by.
 */
final class ImmediateAccess {

    private static final int DIVERTED = Request.COHERENT | Request.BYPASS;

    private final Cache cache;
    private final RequestPool pool;
    private final TagArray tags;
    private final DataArray data;
    private final Outlet outlet;
    private final FillPath fills;
    private final WriteBacks writeBacks;
    private final LinePlacement placement;
    private final LookupCounts counts;
    private final LineMap map;
    private final Lookups lookups;
    private final Stores stores;

    private final boolean functional;
    private final int lineBytes;
    private final int granuleMask;
    private final int pieceGranules;
    /** Granules of the first piece of a line. */
    private final int firstPiece;
    /** Whether a read may go down as the fill of its own line. */
    private final boolean carries;

    private final boolean canBeDirty;
    private final boolean readOnly;
    private final boolean firstLevel;
    private final boolean executesAtomics;
    private final boolean loadsPass;
    private final boolean storesPass;
    private final long passesFrom;
    /** Granules that are fetched where a set of granules is missing, by that set. */
    private final int[] widen;
    /** The short way of reads; null where there is more to do. */
    private final @Nullable ImmediateReads reads;

    ImmediateAccess(
            Cache cache,
            RequestPool pool,
            TagArray tags,
            DataArray data,
            Outlet outlet,
            FillPath fills,
            WriteBacks writeBacks,
            LinePlacement placement,
            LookupCounts counts,
            LineMap map,
            Lookups lookups) {
        CacheSpec spec = cache.spec();
        this.cache = cache;
        this.pool = pool;
        this.tags = tags;
        this.data = data;
        this.outlet = outlet;
        this.fills = fills;
        this.writeBacks = writeBacks;
        this.placement = placement;
        this.counts = counts;
        this.map = map;
        this.lookups = lookups;
        this.stores = lookups.stores;
        this.functional = data.functional();
        this.lineBytes = spec.geometry().line();
        this.granuleMask = (lineBytes >>> 5) - 1;
        this.pieceGranules = outlet.pieceBytes() / Request.SECTOR_BYTES;
        this.firstPiece = (1 << pieceGranules) - 1;
        this.carries = !cache.observed && spec.policy().dirty() != CacheSpec.DirtyTracking.BYTE;
        this.canBeDirty = spec.policy().canBeDirty();
        this.readOnly = spec.policy().readOnly();
        this.firstLevel = spec.scope() == CacheSpec.Scope.COMPUTE_UNIT;
        this.executesAtomics = spec.policy().atomics() && canBeDirty && !firstLevel;
        this.loadsPass = spec.structure().bypass().contains(CacheStructure.Bypass.LOADS);
        this.storesPass = spec.structure().bypass().contains(CacheStructure.Bypass.STORES);
        this.passesFrom = lookups.passesFrom;
        this.widen = LineMap.expansionTo(spec.geometry().fetch());
        this.reads = ImmediateReads.of(this, lookups);
    }

    /** Looks a request up and does all that follows. */
    void perform(Request r) {
        ImmediateReads way = reads;
        if (way == null || r.kind != Request.READ || !way.take(r)) {
            performAny(r);
        }
    }

    /** Carries a read out that hits, without a request; see {@link dev.sluice.machine.request.Immediate#readInPlace}. */
    int readInPlace(long address, int wanted, int flags, int client, int command, @Nullable MeantBytes meant) {
        ImmediateReads way = reads;
        return way == null ? -1 : way.inPlace(address, wanted, flags, client, command, meant);
    }

    private void performAny(Request r) {
        boolean within = lookups.hollow.begin(); // true of a write-back that this cache itself had made above
        r.holder = 0;
        cache.counters.lookups++;
        long number = map.lineNumber(r.address);
        int shift = (int) (r.address >>> 5) & granuleMask;
        int want = r.sectors << shift;
        int set = map.set(number);
        int line = tags.find(set, number);
        if (line >= tags.inSets) {
            line = placement.bringBack(line, set, number, r, Objects.requireNonNull(placement.victims));
        }
        ExclusiveLines exclusive = lookups.exclusive;
        if (exclusive != null && r.kind != Request.READ) {
            if (r.has(Request.EXCHANGE)) {
                if (r.address < passesFrom && exclusive.takes(r, number, line, want)) {
                    exclusive.put(r, line >= 0 ? line : placement.allocate(set, number, r), want, shift);
                }
                lookups.hollow.end(within, r.command);
                return;
            }
            exclusive.stamps.changed(number);
        }
        if (r.kind == Request.READ) {
            boolean passes = loadsPass || r.address >= passesFrom;
            if ((r.flags & DIVERTED) != 0 && lookups.diverts(r, line) || passes && !(canBeDirty && line >= 0)) {
                passDown(r, line, want, false);
            } else {
                read(r, set, number, line, want, shift);
            }
        } else if (r.kind == Request.WRITE) {
            boolean passes = storesPass || r.address >= passesFrom;
            if (readOnly || firstLevel && r.has(Request.COHERENT) || passes && !canBeDirty) {
                passDown(r, line, want, true);
            } else if (!canBeDirty) {
                storeThrough(r, set, number, line, want, shift);
            } else if (line < 0 && (passes || r.has(Request.BYPASS))) {
                passDown(r, line, want, false);
            } else {
                change(r, set, number, line, want, shift);
            }
        } else if (executesAtomics && !(r.address >= passesFrom && line < 0)) {
            change(r, set, number, line, want, shift);
        } else {
            passDown(r, line, want, true);
        }
        lookups.hollow.end(within, r.command);
    }

    private void read(Request r, int set, long number, int line, int want, int shift) {
        int state = line >= 0 ? tags.state(line) : 0;
        int missing = want & ~state;
        int at = line;
        if (at < 0) {
            if (placement.refuses(set, number, r)) {
                counts.refuse(cache, r, want);
                outlet.perform(r);
                return;
            }
            at = placement.allocate(set, number, r);
        } else {
            lookups.touch(set, at, r, missing != 0);
        }
        counts.read(cache, r, want, missing, line >= 0, false);
        CompressedLines packed = cache.compressed;
        int buffered = missing == 0 || packed == null ? -1 : packed.buffer(at);
        int fetched = missing == 0 ? 0 : widen[missing] & ~state;
        if (missing != 0 && fetched == want && carries(want, shift)) {
            fetchInto(at, want, r);
        } else {
            if (missing != 0) {
                fetch(at, fetched, r);
            }
            if (functional) {
                data.load(at, r, want, shift);
            }
        }
        if (functional && missing == 0) {
            r.servedBy(cache);
            if (packed != null) {
                packed.decompress(at, want); // for its counter
            }
        }
        ExclusiveLines exclusive = lookups.exclusive;
        if (exclusive != null) {
            exclusive.read(r, at, want);
        }
        if (missing != 0 && packed != null) {
            packed.unbuffer(at, buffered, r);
        }
    }

    /** Whether a read that wants granules of a line may go down as their fill. */
    boolean carries(int want, int shift) {
        return carries && shift == 0 && (want & ~firstPiece) == 0;
    }

    /** Fetches just the granules that a read asks for, which goes down as their fill itself: it has the bytes then. */
    void fetchInto(int line, int granules, Request r) {
        fills.chargeRefill(line, granules, r.address);
        byte flags = r.flags;
        boolean carried = r.carried();
        r.carried(true);
        r.flags = (byte) (cache.fillFlags | flags & CarriedReads.PASSED_ON);
        outlet.performWhole(r);
        r.flags = flags;
        r.carried(carried);
        if (functional) {
            data.install(line, r, granules, 0);
        }
        tags.set(line, granules);
        cache.filled(r.address, Integer.bitCount(granules));
    }

    /** Fetches granules of a line; who was asked for them has answered then. */
    private void fetch(int line, int granules, Request because) {
        long address = because.address & -lineBytes;
        fills.chargeRefill(line, granules, address);
        int mask = (1 << pieceGranules) - 1;
        int from = 0;
        for (int rest = granules; rest != 0; rest >>>= pieceGranules) {
            int sectors = rest & mask;
            if (sectors != 0) {
                Request fill = pool.acquire();
                fill.start(
                        Request.READ,
                        address + ((long) from << 5),
                        sectors,
                        because.client,
                        because.command,
                        because.agent);
                fill.originOf(because);
                fill.flags = (byte) (cache.fillFlags | because.flags & CarriedReads.PASSED_ON);
                outlet.perform(fill);
                if (functional) {
                    data.install(line, fill, sectors << from, from);
                    because.servedBy(fill.servedBy());
                }
                pool.release(fill);
                cache.filled(address, Integer.bitCount(sectors));
            }
            from += pieceGranules;
        }
        tags.set(line, granules);
    }

    private void change(Request r, int set, long number, int line, int want, int shift) {
        int state = line >= 0 ? tags.state(line) : 0;
        int must = stores.mustBeValid(r, want, shift);
        int missing = must & ~state;
        int absent = want & ~Stores.held(state);
        int at = line;
        if (at < 0) {
            at = placement.allocate(set, number, r);
        } else {
            lookups.touch(set, at, r, absent != 0);
        }
        counts.write(cache, r, want, absent, line >= 0, false);
        CompressedLines packed = cache.compressed;
        int buffered = missing == 0 || packed == null ? -1 : packed.buffer(at);
        if (missing != 0) {
            fetch(at, stores.fetched(missing, must, want, state), r);
        } else if (packed != null && r.kind == Request.ATOMIC) {
            packed.decompress(at, want); // for its counter
        }
        stores.apply(r, at, want, shift, cache.observed); // its lanes have their results
        if (missing != 0 && packed != null) {
            packed.unbuffer(at, buffered, r);
        }
    }

    private void storeThrough(Request r, int set, long number, int line, int want, int shift) {
        int state = line >= 0 ? tags.state(line) : 0;
        int fetch = stores.fetchedThrough(r, want, shift, state);
        int whole = stores.wholeThrough(r, want, shift) & ~state;
        int at = line;
        if (at < 0 && (fetch | whole) != 0) {
            at = placement.allocate(set, number, r);
        }
        if (line >= 0) {
            lookups.touch(set, line, r, (want & ~state) != 0);
        }
        if (line >= 0 || whole != 0) {
            stores.update(r, at, want & state | whole, whole, shift);
        }
        counts.write(cache, r, want, want & ~state, line >= 0, false);
        cache.counters.writeThroughBytes += r.byteCount();
        cache.counters.writtenSectors += Integer.bitCount(want);
        outlet.perform(r);
        if (fetch != 0) {
            CompressedLines packed = cache.compressed;
            int buffered = packed == null ? -1 : packed.buffer(at);
            fetch(at, fetch, r);
            if (packed != null) {
                packed.unbuffer(at, buffered, r);
            }
        }
    }

    private void passDown(Request r, int line, int want, boolean drops) {
        if (line >= 0) {
            if ((tags.state(line) & want << TagArray.DIRTY_SHIFT) != 0) {
                writeBacks.write(line, r.client, r.command, WriteBackReason.EVICTION);
            }
            if (drops) {
                lookups.invalidations.passed(r, line, want);
            }
        }
        counts.pass(cache, r, want);
        outlet.perform(r);
    }
}
