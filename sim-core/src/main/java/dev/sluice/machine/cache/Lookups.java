// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import dev.sluice.device.CacheSpec;
import dev.sluice.machine.cache.policy.ReplacementPolicy;
import dev.sluice.machine.observe.SimObserver.Outcome;
import dev.sluice.machine.observe.SimObserver.WriteBackReason;
import dev.sluice.machine.request.Request;
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

    private final Cache cache;
    private final TagArray tags;
    private final DataArray data;
    private final MshrTable mshrs;
    private final Outlet outlet;
    private final FillPath fills;
    private final WriteBacks writeBacks;
    private final LinePlacement placement;
    private final LookupCounts counts;
    private final int granuleMask;
    private final int lineMask;
    private final int latency;
    private final int merges;
    private final boolean canBeDirty;
    private final boolean readOnly;
    private final boolean firstLevel;
    private final boolean executesAtomics;
    private final boolean validates;
    private final boolean fetchesOnWrite;
    private final CacheSpec.DirtyTracking tracking;
    /** Granules of all sectors that a set of granules touches, by that set. */
    private final int[] expand;
    /** Granules that are fetched where a set of granules is missing, by that set. */
    private final int[] widen;

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
        this.placement = new LinePlacement(cache, tags, writeBacks, policy, slices);
        this.counts = new LookupCounts(cache, stats);
        this.granuleMask = (spec.geometry().line() >>> 5) - 1;
        this.lineMask = (1 << (spec.geometry().line() >>> 5)) - 1;
        this.latency = spec.timing().latency();
        this.merges = spec.ports().mshrMerges();
        this.canBeDirty = spec.policy().canBeDirty();
        this.readOnly = spec.policy().readOnly();
        this.firstLevel = spec.scope() == CacheSpec.Scope.COMPUTE_UNIT;
        this.executesAtomics = spec.policy().atomics() && canBeDirty && !firstLevel;
        this.validates = spec.policy().allocate() == CacheSpec.Allocation.VALIDATE_ON_WRITE;
        this.fetchesOnWrite = spec.policy().allocate() == CacheSpec.Allocation.FETCH_ON_WRITE;
        this.tracking = spec.policy().dirty();
        this.expand = expansion(spec.geometry().sector() >>> 5);
        this.widen = expansion(spec.geometry().fetch() >>> 5);
        this.pace = Pace.of(cache);
    }

    private static int[] expansion(int granules) {
        int[] table = new int[256];
        int sector = (1 << granules) - 1;
        for (int i = 0; i < 256; i++) {
            for (int from = 0; from < 8; from += granules) {
                if ((i >>> from & sector) != 0) {
                    table[i] |= sector << from;
                }
            }
        }
        return table;
    }

    /** The line that holds an address, or -1. */
    int find(long address) {
        return placement.find(address);
    }

    /** Looks a request up and takes it, or changes nothing and returns why it must wait. */
    int accept(Request r) {
        long number = placement.lineNumber(r.address);
        int shift = (int) (r.address >>> 5) & granuleMask;
        int want = r.sectors << shift;
        if ((want & ~lineMask) != 0) {
            throw new IllegalStateException(cache.name() + ": a request at " + r.address + " crosses a line");
        }
        int set = placement.set(number);
        int line = tags.find(set, number);
        if (line >= 0 && (tags.state(line) & TagArray.PINNED) != 0 && mshrs.of(tags.state(line)).deferredHead != null) {
            return defer(line, r);
        }
        if (r.kind == Request.READ) {
            if (r.holder < Cache.MOVED) {
                want = Cache.MOVED - r.holder; // it has the others already, as they were when its turn came
            } else if ((r.flags & DIVERTED) != 0 && diverts(r, line)) {
                return passDown(r, line, want, false);
            }
            return read(r, set, number, line, want, shift);
        }
        if (r.kind == Request.WRITE) {
            if (readOnly || firstLevel && r.has(Request.COHERENT)) {
                return passDown(r, line, want, true);
            }
            if (pace != null && pace.changeBusy(r)) {
                return BUSY;
            }
            if (!canBeDirty) {
                return storeThrough(r, set, number, line, want, shift);
            }
            if (line < 0 && r.has(Request.BYPASS)) {
                return passDown(r, line, want, false);
            }
            return change(r, set, number, line, want, shift);
        }
        if (!executesAtomics) {
            return passDown(r, line, want, true);
        }
        if (pace != null && pace.changeBusy(r)) {
            return BUSY;
        }
        return change(r, set, number, line, want, shift);
    }

    /** Whether a coherent or bypassing read goes past this cache; a cache that may hold newer bytes answers itself. */
    private boolean diverts(Request r, int line) {
        if (firstLevel && r.has(Request.COHERENT)) {
            return true;
        }
        return r.has(Request.BYPASS) && !(canBeDirty && line >= 0);
    }

    private int read(Request r, int set, long number, int line, int want, int shift) {
        int state = line >= 0 ? tags.state(line) : 0;
        if (line >= 0 && (state & TagArray.PINNED) != 0) {
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
        if (at < 0) {
            at = placement.allocate(set, number, r);
            if (at < 0) {
                return NO_MSHR;
            }
        } else {
            placement.touch(set, at);
        }
        Mshr entry = fills.open(at);
        counts.read(r, want, missing, line >= 0, false);
        wait(entry, r, want, missing, shift);
        fills.fetch(entry, widen[missing] & ~state, r);
        return TAKEN;
    }

    private int readPending(Request r, int set, int line, int state, int want, int shift) {
        Mshr entry = mshrs.of(tags.state(line));
        if ((want & entry.poison) != 0) {
            return defer(line, r);
        }
        int missing = want & (~state | entry.waitWrites);
        if (missing == 0) {
            return hit(r, set, line, want, shift);
        }
        if (entry.count >= merges) {
            return NO_MSHR;
        }
        int fetch = widen[missing & ~state] & ~state & ~entry.pending;
        if (fetch != 0 && !outlet.hasRoom()) {
            return NO_OUTPUT;
        }
        placement.touch(set, line);
        counts.read(r, want, missing, true, true);
        wait(entry, r, want, missing, shift);
        if (fetch != 0) {
            fills.fetch(entry, fetch, r);
        }
        cache.counters.mshrMerges++;
        return TAKEN;
    }

    private int hit(Request r, int set, int line, int want, int shift) {
        if (pace != null && pace.readBusy()) {
            return BUSY;
        }
        data.load(line, r, want, shift);
        r.servedBy(cache);
        placement.touch(set, line);
        counts.read(r, want, 0, true, false);
        cache.answer(r, pace == null ? latency : latency + pace.read(r));
        return TAKEN;
    }

    /** Lets a read wait for granules, taking along those that are there. */
    private void wait(Mshr entry, Request r, int want, int missing, int shift) {
        int there = want & ~missing;
        if (there != 0) {
            data.load(entry.line, r, there, shift);
        }
        r.holder = missing;
        entry.waitReads |= missing;
        entry.append(r);
    }

    /** A store or an atomic in a write-back cache. */
    private int change(Request r, int set, long number, int line, int want, int shift) {
        int must = mustBeValid(r, want, shift);
        int state = line >= 0 ? tags.state(line) : 0;
        int missing = must & ~state;
        if (line >= 0 && (state & TagArray.PINNED) != 0) {
            return changePending(r, set, line, state, want, shift, missing);
        }
        if (missing != 0 && mshrs.full()) {
            return NO_MSHR;
        }
        if ((missing != 0 || line < 0) && !outlet.hasRoom()) {
            return NO_OUTPUT;
        }
        int at = line;
        if (at < 0) {
            at = placement.allocate(set, number, r);
            if (at < 0) {
                return NO_MSHR;
            }
        } else {
            placement.touch(set, at);
        }
        counts.write(r, want, want & ~held(state), line >= 0, false);
        if (missing == 0) {
            perform(r, at, want, shift);
        } else {
            Mshr entry = fills.open(at);
            entry.waitWrites |= want;
            entry.append(r);
            fills.fetch(entry, widen[missing] & ~state, r);
        }
        return TAKEN;
    }

    private int changePending(Request r, int set, int line, int state, int want, int shift, int missing) {
        Mshr entry = mshrs.of(tags.state(line));
        if ((want & entry.poison) != 0) {
            return defer(line, r);
        }
        int conflict = want & (entry.waitReads | entry.waitWrites);
        if (missing == 0 && conflict == 0) {
            placement.touch(set, line);
            counts.write(r, want, want & ~held(state), true, false);
            perform(r, line, want, shift);
            return TAKEN;
        }
        if (entry.count >= merges) {
            return NO_MSHR;
        }
        int fetch = widen[missing & ~entry.pending] & ~state & ~entry.pending;
        if (fetch != 0 && !outlet.hasRoom()) {
            return NO_OUTPUT;
        }
        placement.touch(set, line);
        counts.write(r, want, want & ~held(state) | conflict, true, true);
        cache.counters.mshrMerges++;
        entry.waitWrites |= want;
        entry.append(r);
        if (fetch != 0) {
            fills.fetch(entry, fetch, r);
        }
        return TAKEN;
    }

    /** The granules that must be valid before a store or an atomic can change a line. */
    int mustBeValid(Request r, int want, int shift) {
        if (r.kind == Request.ATOMIC) {
            return expand[want];
        }
        if (validates) {
            return 0;
        }
        return expand[expand[want] & ~whole(r, want, shift)];
    }

    private static int whole(Request r, int want, int shift) {
        int whole = 0;
        for (int rest = want; rest != 0; rest &= rest - 1) {
            int g = Integer.numberOfTrailingZeros(rest);
            if (r.sectorBytes(g - shift) == -1) {
                whole |= 1 << g;
            }
        }
        return whole;
    }

    private static int held(int state) {
        return state & TagArray.VALID | (state & TagArray.DIRTY) >>> TagArray.DIRTY_SHIFT;
    }

    /** Performs a store or an atomic whose granules are all there, and answers it. */
    void perform(Request r, int line, int want, int shift) {
        int state = tags.state(line);
        if (r.kind == Request.ATOMIC) {
            data.atomic(line, r, want, shift);
            r.servedBy(cache);
            cache.counters.atomics++;
        } else {
            data.merge(line, r, want, shift, state & TagArray.VALID);
            if (!validates) {
                tags.set(line, want);
            }
        }
        if (tracking == CacheSpec.DirtyTracking.BYTE) {
            tags.set(line, data.addDirtyBytes(line, r, want, shift));
            tags.setDirty(line, want);
        } else {
            tags.setDirty(line, expand[want]);
        }
        if (pace == null) {
            cache.answer(r, latency);
        } else {
            pace.writeAndAnswer(r);
        }
    }

    private int storeThrough(Request r, int set, long number, int line, int want, int shift) {
        if (!outlet.hasRoom()) {
            return NO_OUTPUT;
        }
        int state = line >= 0 ? tags.state(line) : 0;
        int pending = 0;
        boolean pinned = (state & TagArray.PINNED) != 0;
        if (pinned) {
            pending = mshrs.of(tags.state(line)).pending;
        }
        int fetch = fetchesOnWrite && !r.has(Request.BYPASS) ? widen[want & ~state] & ~state & ~pending : 0;
        int at = line;
        if (fetch != 0) {
            if (!pinned && mshrs.full()) {
                return NO_MSHR;
            }
            if (at < 0) {
                at = placement.allocate(set, number, r);
                if (at < 0) {
                    return NO_MSHR;
                }
            }
        }
        if (line >= 0) {
            fills.poison(line, want);
            placement.touch(set, line);
            data.update(line, r, want & state, shift);
        }
        counts.write(r, want, want & ~state, line >= 0, false);
        cache.counters.writeThroughBytes += r.byteCount();
        if (pace != null) {
            pace.write(r);
        }
        cache.passOn(r);
        if (fetch != 0) {
            fills.fetch(pinned ? mshrs.of(tags.state(at)) : fills.open(at), fetch, r);
        }
        return TAKEN;
    }

    /** Lets a request past; with {@code drops} this cache's copies of what it touches go. */
    private int passDown(Request r, int line, int want, boolean drops) {
        if (!outlet.hasRoom()) {
            return NO_OUTPUT;
        }
        if (line >= 0) {
            int state = tags.state(line);
            if (canBeDirty) {
                if ((state & TagArray.PINNED) != 0 && busy(mshrs.of(tags.state(line)), want)) {
                    return defer(line, r);
                }
                if ((state & want << TagArray.DIRTY_SHIFT) != 0) {
                    writeBacks.write(line, r.client, r.command, WriteBackReason.EVICTION);
                }
            }
            if (drops) {
                fills.poison(line, want);
                tags.clear(line, want);
                if ((tags.state(line) & (TagArray.VALID | TagArray.DIRTY | TagArray.PINNED)) == 0) {
                    cache.drop(line);
                }
            }
        }
        cache.counters.bypasses++;
        if (cache.observed) {
            cache.observer.lookup(cache.now(), cache.name(), r, Outcome.BYPASSED);
        }
        cache.passOn(r);
        return TAKEN;
    }

    private static boolean busy(Mshr entry, int want) {
        return (want & (entry.pending | entry.waitReads | entry.waitWrites)) != 0;
    }

    /** Sets a request aside until all fills of the line have come. */
    private int defer(int line, Request r) {
        Mshr entry = mshrs.of(tags.state(line));
        if (entry.count >= merges) {
            return NO_MSHR;
        }
        entry.defer(r);
        return TAKEN;
    }
}
