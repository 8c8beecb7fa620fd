// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import dev.sluice.device.CacheSpec;
import dev.sluice.device.CacheStructure;
import dev.sluice.machine.cache.policy.ReplacementPolicy;
import dev.sluice.machine.memory.AddressSpace;
import dev.sluice.machine.observe.SimObserver.Outcome;
import dev.sluice.machine.observe.SimObserver.WaitReason;
import dev.sluice.machine.observe.SimObserver.WriteBackReason;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.RequestPool;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a look-up does: hit, miss, store, atomic, or passing the request on, by the node's policies.
 *
 * <p>{@link #accept} either takes a request, with all its effects, or changes nothing and says why it cannot go on.
 */
final class Lookups {

    /** The request was taken. */
    static final int TAKEN = 0;
    /** No register, no place in it, or no way that could be evicted. */
    static final int NO_MSHR = 1;
    /** The queue to the next level is full. */
    static final int NO_OUTPUT = 2;
    /** A data port or the atomic unit is busy, until {@link Pace#readyAt()}. */
    static final int BUSY = 3;

    private static final int DIVERTED = Request.COHERENT | Request.BYPASS;

    final Cache cache;
    final TagArray tags;
    final DataArray data;
    final MshrTable mshrs;
    final Outlet outlet;
    final FillPath fills;
    private final WriteBacks writeBacks;
    /** Null where what is read stays. */
    final @Nullable ExclusiveLines exclusive;

    final LinePlacement placement;
    private final LookupCounts counts;
    final LineMap map;
    final ReplacementPolicy policy;
    /** Null where the policy does not ask for accesses. */
    private final @Nullable PolicyView view;

    /** Null where no lines persist. */
    final @Nullable PersistingLines persisting;

    private final int ways;
    private final boolean functional;
    final int granuleMask;
    final int lineMask;
    private final int latency;
    private final int merges;
    final boolean canBeDirty;
    final boolean readOnly;
    final boolean firstLevel;
    final boolean executesAtomics;
    private final boolean loadsPass;
    final boolean storesPass;
    /** The first address of what goes past, loads and stores: above all addresses where nothing does. */
    final long passesFrom;

    /** Null where atomics of host memory do not go past, or are not answered through here. */
    final @Nullable HostAtomics hostAtomics;

    final Stores stores;
    /** Granules of all sectors that a set of granules touches, by that set. */
    private final int[] expand;
    /** Granules that are fetched where a set of granules is missing, by that set. */
    final int[] widen;

    final HollowLines hollow;
    final Invalidations invalidations;

    /** Cycles that the hit of the look-up under way takes longer, because its line came back from the victim cache. */
    private int late;

    /** What holds look-ups back beside the banks; null if nothing does. */
    final @Nullable Pace pace;

    Lookups(
            Cache cache,
            TagArray tags,
            DataArray data,
            MshrTable mshrs,
            Outlet outlet,
            FillPath fills,
            WriteBacks writeBacks,
            @Nullable ExclusiveLines exclusive,
            ReplacementPolicy policy,
            CacheNodeStats stats,
            SliceHash slices) {
        CacheSpec spec = cache.spec();
        this.cache = cache;
        this.tags = tags;
        this.data = data;
        this.mshrs = mshrs;
        this.outlet = outlet;
        this.fills = fills;
        this.writeBacks = writeBacks;
        this.exclusive = exclusive;
        this.view =
                policy.asksForAccesses() ? new PolicyView(tags, spec.geometry().line()) : null;
        this.persisting = PersistingLines.of(tags, spec);
        this.placement = new LinePlacement(cache, tags, data, writeBacks, policy, view, persisting);
        this.counts = stats.lookups();
        this.map = stats.lines(slices);
        this.hollow = new HollowLines(cache, tags, map, outlet);
        this.invalidations = new Invalidations(cache, tags, mshrs, fills, writeBacks, this, hollow);
        this.policy = policy;
        this.ways = tags.ways;
        this.functional = data.functional();
        this.granuleMask = (spec.geometry().line() >>> 5) - 1;
        this.lineMask = (1 << (spec.geometry().line() >>> 5)) - 1;
        this.latency = spec.timing().latency();
        this.merges = spec.ports().mshrMerges();
        this.canBeDirty = spec.policy().canBeDirty();
        this.readOnly = spec.policy().readOnly();
        this.firstLevel = spec.scope() == CacheSpec.Scope.COMPUTE_UNIT;
        this.executesAtomics = spec.policy().atomics() && canBeDirty && !firstLevel;
        this.loadsPass = spec.structure().bypass().contains(CacheStructure.Bypass.LOADS);
        this.storesPass = spec.structure().bypass().contains(CacheStructure.Bypass.STORES);
        this.passesFrom = spec.structure().bypass().contains(CacheStructure.Bypass.HOST)
                ? AddressSpace.HOST_BASE
                : Long.MAX_VALUE;
        this.hostAtomics = executesAtomics && passesFrom != Long.MAX_VALUE && outlet.behindNetwork
                ? new HostAtomics(this, merges)
                : null;
        this.expand = LineMap.expansionTo(spec.geometry().sector());
        this.widen = LineMap.expansionTo(spec.geometry().fetch());
        this.pace = Pace.of(cache);
        this.stores = new Stores(cache, this, tags, data, mshrs, outlet, fills, placement, counts, expand, widen);
    }

    /** The short way, or null where it is not the same. */
    @Nullable
    PlainLookups plain() {
        return exclusive == null && pace == null && !loadsPass && placement.plain()
                ? cache.stats().plain(this)
                : null;
    }

    /** The same look-ups without time. */
    ImmediateAccess immediate(RequestPool pool) {
        return new ImmediateAccess(cache, pool, tags, data, outlet, fills, writeBacks, placement, counts, map, this);
    }

    /** The line that holds an address, or -1. */
    int find(long address) {
        long number = map.lineNumber(address);
        return tags.find(map.set(number), number);
    }

    /** Reads what a look-up of an address will need; returns anything made of it. */
    long touch(long address) {
        long number = map.lineNumber(address);
        return tags.touch(map.set(number), number);
    }

    /** Looks a request up and takes it, or changes nothing and returns why it must wait. */
    int accept(Request r) {
        long number = map.lineNumber(r.address);
        int shift = (int) (r.address >>> 5) & granuleMask;
        int want = r.sectors << shift;
        if ((want & ~lineMask) != 0) {
            throw new IllegalStateException(cache.name() + ": a request at " + r.address + " crosses a line");
        }
        int set = map.set(number);
        int line = tags.find(set, number);
        if (line >= tags.inSets) {
            return acceptBroughtBack(r, set, number, line);
        }
        int state = line >= 0 ? tags.state(line) : 0;
        if ((state & TagArray.PINNED) != 0 && mshrs.hasDeferred(TagArray.mshr(state))) {
            return defer(TagArray.mshr(state), r);
        }
        if (exclusive != null && r.kind != Request.READ) {
            if (r.has(Request.EXCHANGE)) {
                return takeIn(r, set, number, line, want, shift, exclusive);
            }
            exclusive.stamps.changed(number);
        }
        if (r.kind == Request.READ) {
            if (r.holder < Cache.MOVED) {
                want = Cache.MOVED - r.holder; // it has the others already, as they were when its turn came
            } else if ((r.flags & DIVERTED) != 0 && diverts(r, line)) {
                return passInTurn(r, number, line, want);
            } else if ((loadsPass || r.address >= passesFrom) && !(canBeDirty && line >= 0)) {
                return passInTurn(r, number, line, want);
            }
            return read(r, set, number, line, state, want, shift);
        }
        if (r.kind == Request.WRITE) {
            boolean passes = storesPass || r.address >= passesFrom;
            if (readOnly || firstLevel && r.has(Request.COHERENT) || passes && !canBeDirty) {
                return passDown(r, line, want, true);
            }
            if (pace != null && pace.changeBusy(r)) {
                return BUSY;
            }
            if (!canBeDirty) {
                return stores.storeThrough(r, set, number, line, want, shift);
            }
            if (line < 0 && (passes || r.has(Request.BYPASS))) {
                return passInTurn(r, number, line, want);
            }
            return stores.change(r, set, number, line, want, shift);
        }
        if (!executesAtomics) {
            return passDown(r, line, want, true);
        }
        if (r.address >= passesFrom && line < 0) {
            HostAtomics atomics = hostAtomics;
            return atomics == null || !outlet.hasRoom() ? passDown(r, line, want, true) : atomics.pass(r, number, want);
        }
        if (pace != null && pace.changeBusy(r)) {
            return BUSY;
        }
        return stores.change(r, set, number, line, want, shift);
    }

    /** Takes clean sectors in that a cache above gives up, or lets them go. */
    private int takeIn(Request r, int set, long number, int line, int want, int shift, ExclusiveLines lines) {
        if (r.address < passesFrom && lines.takes(r, number, line, want)) {
            int at = line;
            if (at < 0) {
                if (!outlet.hasRoom()) {
                    return NO_OUTPUT;
                }
                at = placement.allocate(set, number, r);
            }
            if (at < 0) {
                lines.refused(want);
            } else {
                lines.put(r, at, want, shift);
            }
        }
        cache.answer(r, latency);
        return TAKEN;
    }

    /** Looks a request up again once its line is back from the victim cache. */
    private int acceptBroughtBack(Request r, int set, long number, int from) {
        VictimLines victims = Objects.requireNonNull(placement.victims);
        if (placement.bringBack(from, set, number, r, victims) < 0) {
            return NO_MSHR;
        }
        late = victims.latency;
        int outcome = accept(r);
        late = 0;
        return outcome;
    }

    /** Whether a coherent or bypassing read goes past this cache; a cache that may hold newer bytes answers itself. */
    boolean diverts(Request r, int line) {
        if (firstLevel && r.has(Request.COHERENT)) {
            return true;
        }
        return r.has(Request.BYPASS) && !(canBeDirty && line >= 0);
    }

    private int read(Request r, int set, long number, int line, int state, int want, int shift) {
        if ((state & TagArray.PINNED) != 0) {
            return readPending(r, set, line, state, want, shift);
        }
        int missing = want & ~state;
        if (missing == 0) {
            return hit(r, set, line, want, shift);
        }
        if (mshrs.full()) {
            return NO_MSHR;
        }
        if (!outlet.hasRoom()) {
            return NO_OUTPUT;
        }
        int at = line;
        if (at < 0 && placement.refuses(set, number, r)) {
            return refused(r, want);
        }
        HalfCopies halves = cache.halves;
        if (halves != null && halves.waits(r, set, line)) {
            return NO_MSHR;
        }
        if (at < 0) {
            at = placement.allocate(set, number, r);
            if (at < 0) {
                return NO_MSHR;
            }
        } else {
            touch(set, at, r, true);
        }
        int entry = fills.open(at);
        counts.read(cache, r, want, missing, line >= 0, false);
        int fetch = widen[missing] & ~state;
        if (!fills.fetchFor(r, entry, fetch, shift)) {
            wait(entry, r, want, missing, shift);
            fills.fetch(entry, fetch, r);
        }
        return TAKEN;
    }

    /** Lets a read past for which no line is to be evicted, or never can be. */
    private int refused(Request r, int want) {
        counts.refuse(cache, r, want);
        cache.passOn(r);
        return TAKEN;
    }

    private int readPending(Request r, int set, int line, int state, int want, int shift) {
        int entry = TagArray.mshr(state);
        if ((want & mshrs.poison(entry)) != 0) {
            return defer(entry, r);
        }
        int missing = want & (~state | mshrs.waitWrites(entry));
        if (missing == 0) {
            return hit(r, set, line, want, shift);
        }
        if (mshrs.count(entry) >= merges) {
            return NO_MSHR;
        }
        int fetch = widen[missing & ~state] & ~state & ~mshrs.pending(entry);
        if (fetch != 0 && !outlet.hasRoom()) {
            return NO_OUTPUT;
        }
        touch(set, line, r, true);
        counts.join(cache, r, want, missing, missing & ~fetch);
        wait(entry, r, want, missing, shift);
        if (fetch != 0) {
            fills.fetch(entry, fetch, r);
        }
        cache.counters.mshrMerges++;
        return TAKEN;
    }

    /** Tells the replacement policy that a line of a set was used, {@code partly} if not all was there. */
    void touch(int set, int line, Request r, boolean partly) {
        if (view == null) {
            policy.onHit(set, line - set * ways);
        } else {
            policy.onHit(view.used(r, set, line, partly));
        }
        if (persisting != null) {
            persisting.used(set, line, r);
        }
        SliceWatch watch = cache.watch;
        if (watch != null) {
            watch.used(line);
        }
    }

    private int hit(Request r, int set, int line, int want, int shift) {
        if (pace != null && pace.readBusy()) {
            return BUSY;
        }
        if (functional) {
            data.load(line, r, want, shift);
            r.servedBy(cache);
        }
        r.servedAt(cache.level);
        CompressedLines packed = cache.compressed;
        int wait = packed == null ? late : packed.decompress(line, want);
        touch(set, line, r, false);
        counts.read(cache, r, want, 0, true, false);
        if (exclusive != null) {
            exclusive.read(r, line, want);
        }
        cache.answer(r, wait + (pace == null ? latency : latency + pace.read(r)));
        return TAKEN;
    }

    /** Lets a read wait for granules, taking along those that are there. */
    private void wait(int entry, Request r, int want, int missing, int shift) {
        int there = want & ~missing;
        if (there != 0 && functional) {
            data.load(mshrs.line(entry), r, there, shift);
        }
        r.holder = missing;
        mshrs.addWaitReads(entry, missing);
        mshrs.append(entry, r);
    }

    /** Granules that a request touches. */
    int granules(Request r) {
        return r.sectors << ((int) (r.address >>> 5) & granuleMask);
    }

    /** Lets a load or a store past once atomics of its line have gone that came before it. */
    private int passInTurn(Request r, long number, int line, int want) {
        HostAtomics atomics = hostAtomics;
        return atomics != null && atomics.waitFor(number)
                ? atomics.setAside(r, number)
                : passDown(r, line, want, false);
    }

    /** Lets a request past; with {@code drops} this cache's copies of what it touches go. */
    private int passDown(Request r, int line, int want, boolean drops) {
        if (!outlet.hasRoom()) {
            return NO_OUTPUT;
        }
        if (line >= 0) {
            int state = tags.state(line);
            if (canBeDirty) {
                if ((state & TagArray.PINNED) != 0 && mshrs.busy(TagArray.mshr(state), want)) {
                    return defer(TagArray.mshr(state), r);
                }
                if ((state & want << TagArray.DIRTY_SHIFT) != 0) {
                    writeBacks.write(line, r.client, r.command, WriteBackReason.EVICTION);
                }
            }
            if (drops) {
                invalidations.passed(r, line, want);
            }
        }
        sendPast(r, want);
        return TAKEN;
    }

    /** Sends a request past of which nothing is here. */
    void sendPast(Request r, int want) {
        counts.pass(cache, r, want);
        if (cache.observed) {
            cache.observer.lookup(
                    cache.now(),
                    cache.name(),
                    map.set(map.lineNumber(r.address)),
                    cache.wayOf(find(r.address)),
                    r,
                    Outcome.BYPASSED);
        }
        cache.passOn(r);
    }

    /** Says why {@link #accept} did not take a request just now. */
    WaitReason waitReason(Request r, int outcome) {
        if (outcome == BUSY) {
            return WaitReason.PORT;
        }
        if (outcome == NO_OUTPUT) {
            return WaitReason.DOWN;
        }
        if (hostAtomics != null && hostAtomics.waitFor(map.lineNumber(r.address))) {
            return WaitReason.MERGES;
        }
        int line = find(r.address);
        if (line >= 0 && (tags.state(line) & TagArray.PINNED) != 0) {
            return WaitReason.MERGES;
        }
        return mshrs.full() ? WaitReason.MSHRS : WaitReason.WAYS;
    }

    /** Sets a request aside until all fills of the line have come. */
    int defer(int entry, Request r) {
        if (mshrs.count(entry) >= merges) {
            return NO_MSHR;
        }
        if (cache.observed) {
            cache.reports.waits(r, WaitReason.FILLS);
        }
        mshrs.defer(entry, r);
        return TAKEN;
    }
}
