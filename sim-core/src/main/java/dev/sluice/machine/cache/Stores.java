// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import dev.sluice.device.CacheSpec;
import dev.sluice.machine.request.Request;

/** What look-ups of stores and atomics do, once {@link Lookups} has found their line: see there. */
final class Stores {

    private final Cache cache;
    private final Lookups lookups;
    private final TagArray tags;
    private final DataArray data;
    private final MshrTable mshrs;
    private final Outlet outlet;
    private final FillPath fills;
    private final LinePlacement placement;
    private final LookupCounts counts;
    private final int latency;
    /** By how much an atomic is answered later than a read. */
    private final int atomicLatency;

    private final int merges;
    private final boolean canBeDirty;
    private final int granuleMask;
    private final boolean validates;
    final boolean fetchesOnWrite;
    private final CacheSpec.DirtyTracking tracking;
    /** Granules of all sectors that a set of granules touches, by that set. */
    private final int[] expand;
    /** Granules that are fetched where a set of granules is missing, by that set. */
    private final int[] widen;

    Stores(
            Cache cache,
            Lookups lookups,
            TagArray tags,
            DataArray data,
            MshrTable mshrs,
            Outlet outlet,
            FillPath fills,
            LinePlacement placement,
            LookupCounts counts,
            int[] expand,
            int[] widen) {
        CacheSpec spec = cache.spec();
        this.cache = cache;
        this.lookups = lookups;
        this.tags = tags;
        this.data = data;
        this.mshrs = mshrs;
        this.outlet = outlet;
        this.fills = fills;
        this.placement = placement;
        this.counts = counts;
        this.latency = spec.timing().latency();
        this.atomicLatency = spec.rates().atomicLatency();
        this.merges = spec.ports().mshrMerges();
        this.canBeDirty = spec.policy().canBeDirty();
        this.granuleMask = (spec.geometry().line() >>> 5) - 1;
        this.validates = spec.policy().allocate() == CacheSpec.Allocation.VALIDATE_ON_WRITE;
        this.fetchesOnWrite = spec.policy().allocate() == CacheSpec.Allocation.FETCH_ON_WRITE;
        this.tracking = spec.policy().dirty();
        this.expand = expand;
        this.widen = widen;
    }

    /** A store or an atomic in a write-back cache. */
    int change(Request r, int set, long number, int line, int want, int shift) {
        int must = mustBeValid(r, want, shift);
        int state = line >= 0 ? tags.state(line) : 0;
        int missing = must & ~state;
        if (line >= 0 && (state & TagArray.PINNED) != 0) {
            return changePending(r, set, line, state, want, shift, missing);
        }
        if (missing != 0 && mshrs.full()) {
            return Lookups.NO_MSHR;
        }
        if ((missing != 0 || line < 0 || cache.compressed != null) && !outlet.hasRoom()) {
            return Lookups.NO_OUTPUT;
        }
        int at = line;
        if (at < 0) {
            at = placement.allocate(set, number, r);
            if (at < 0) {
                return Lookups.NO_MSHR;
            }
        } else {
            lookups.touch(set, at, r, (want & ~held(state)) != 0);
        }
        counts.write(cache, r, want, want & ~held(state), line >= 0, false);
        if (missing == 0) {
            perform(r, at, want, shift);
        } else {
            fills.openForChange(r, at, want, fetched(missing, must, want, state));
        }
        return Lookups.TAKEN;
    }

    private int changePending(Request r, int set, int line, int state, int want, int shift, int missing) {
        int entry = TagArray.mshr(state);
        if ((want & mshrs.poison(entry)) != 0) {
            return lookups.defer(entry, r);
        }
        int conflict = want & (mshrs.waitReads(entry) | mshrs.waitWrites(entry));
        if (missing == 0 && conflict == 0) {
            lookups.touch(set, line, r, (want & ~held(state)) != 0);
            counts.through(cache, r, want, want & ~held(state), true, (mshrs.pending(entry) & want) != 0);
            perform(r, line, want, shift);
            return Lookups.TAKEN;
        }
        if (mshrs.count(entry) >= merges) {
            return Lookups.NO_MSHR;
        }
        int pending = mshrs.pending(entry);
        int fetch = fetched(missing & ~pending, mustBeValid(r, want, shift), want, state) & ~pending;
        if (fetch != 0 && !outlet.hasRoom()) {
            return Lookups.NO_OUTPUT;
        }
        lookups.touch(set, line, r, (want & ~held(state) | conflict) != 0);
        counts.write(cache, r, want, want & ~held(state) | conflict, true, true);
        cache.counters.mshrMerges++;
        mshrs.addWaitWrites(entry, want);
        mshrs.append(entry, r);
        if (fetch != 0) {
            fills.fetch(entry, fetch, r);
        }
        return Lookups.TAKEN;
    }

    /** The granules that must be valid before a store or an atomic can change a line. */
    int mustBeValid(Request r, int want, int shift) {
        if (r.kind == Request.ATOMIC) {
            return expand[want];
        }
        if (validates) {
            return 0;
        }
        return expand[expand[want] & ~(want & r.wholeSectors() << shift)];
    }

    /** Whether a store or an atomic brings its line where that is missing. */
    boolean brings(Request r) {
        return canBeDirty || fetchesOnWrite && !r.has(Request.BYPASS);
    }

    /** Those of the granules of a store or an atomic that brings its line that are fetched where they are missing. */
    int fetched(Request r, int want) {
        return want & mustBeValid(r, want, (int) (r.address >>> 5) & granuleMask);
    }

    static int held(int state) {
        return state & TagArray.VALID | (state & TagArray.DIRTY) >>> TagArray.DIRTY_SHIFT;
    }

    /** Performs a store or an atomic whose granules are all there, and answers it. */
    void perform(Request r, int line, int want, int shift) {
        CompressedLines packed = cache.compressed;
        int wait = 0;
        if (r.kind == Request.ATOMIC) {
            wait = packed == null ? atomicLatency : atomicLatency + packed.decompress(line, want);
        }
        apply(r, line, want, shift, true);
        r.servedAt(cache.level);
        Pace pace = lookups.pace;
        if (pace == null) {
            cache.answer(r, latency + wait);
        } else {
            pace.writeAndAnswer(r, wait);
        }
    }

    /**
     * Does what a store or an atomic does to a line.
     *
     * @param answers whether somebody may look at the bytes that an atomic found
     */
    void apply(Request r, int line, int want, int shift, boolean answers) {
        int valid = 0;
        if (r.kind == Request.ATOMIC) {
            data.atomic(line, r, want, shift, answers);
            r.servedBy(cache);
            cache.counters.atomics++;
        } else {
            data.merge(line, r, want, shift, tags.state(line) & TagArray.VALID);
            valid = validates ? 0 : want;
        }
        if (tracking == CacheSpec.DirtyTracking.BYTE) {
            tags.change(line, valid | data.addDirtyBytes(line, r, want, shift), want);
        } else {
            tags.change(line, valid, expand[want]);
        }
        CompressedLines packed = cache.compressed;
        if (packed != null) {
            packed.changed(line, want, r);
        }
    }

    /**
     * The granules that are fetched before a store or an atomic can change a line: missing ones and what comes with them, but
     * nothing that the store overwrites wholly.
     *
     * @param must those that must be valid
     */
    int fetched(int missing, int must, int want, int state) {
        return widen[missing] & ~state & ~(want & ~must);
    }

    /** Those of a store's granules that it makes valid in a write-through cache, in sectors that it writes wholly. */
    int wholeThrough(Request r, int want, int shift) {
        return brings(r) ? want & ~mustBeValid(r, want, shift) : 0;
    }

    /** The granules that a write-through cache of this state fetches for a store, in sectors that it writes in part and with them. */
    int fetchedThrough(Request r, int want, int shift, int state) {
        if (!brings(r)) {
            return 0;
        }
        int must = mustBeValid(r, want, shift);
        return fetched(want & must & ~state, must, want, state);
    }

    /**
     * Puts a store's bytes into a line of a write-through cache.
     *
     * @param there granules that the line has then
     * @param whole those of them that it has of this store
     */
    void update(Request r, int line, int there, int whole, int shift) {
        data.update(line, r, there, shift);
        tags.set(line, whole);
        CompressedLines packed = cache.compressed;
        if (packed != null) {
            packed.changed(line, there, r);
        }
    }

    /** A store in a write-through cache. */
    int storeThrough(Request r, int set, long number, int line, int want, int shift) {
        if (!outlet.hasRoom()) {
            return Lookups.NO_OUTPUT;
        }
        int state = line >= 0 ? tags.state(line) : 0;
        int pending = 0;
        boolean pinned = (state & TagArray.PINNED) != 0;
        if (pinned) {
            pending = mshrs.pending(TagArray.mshr(state));
        }
        int fetch = fetchedThrough(r, want, shift, state) & ~pending;
        int whole = wholeThrough(r, want, shift) & ~state & ~pending;
        if (fetch != 0 && !pinned && mshrs.full()) {
            return Lookups.NO_MSHR;
        }
        int at = line;
        if (at < 0 && (fetch | whole) != 0) {
            at = placement.allocate(set, number, r);
            if (at < 0) {
                return Lookups.NO_MSHR;
            }
        }
        if (line >= 0) {
            fills.poison(line, want & ~whole);
            lookups.touch(set, line, r, (want & ~state) != 0);
        }
        if (line >= 0 || whole != 0) {
            update(r, at, want & state | whole, whole, shift);
        }
        counts.through(cache, r, want, want & ~state, line >= 0, (pending & want) != 0);
        cache.counters.writeThroughBytes += r.byteCount();
        cache.counters.writtenSectors += Integer.bitCount(want);
        Pace pace = lookups.pace;
        if (pace != null) {
            pace.write(r);
        }
        cache.passOn(r);
        if (fetch != 0) {
            fills.fetch(pinned ? TagArray.mshr(state) : fills.open(at), fetch, r);
        }
        return Lookups.TAKEN;
    }
}
