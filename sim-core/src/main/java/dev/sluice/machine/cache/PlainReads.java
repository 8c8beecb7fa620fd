// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import dev.sluice.device.CacheSpec;
import dev.sluice.machine.cache.policy.ReplacementPolicy;
import dev.sluice.machine.request.Request;
import dev.sluice.result.AccessCounters;

/**
 * The short way of a read through a slice that has nothing beside its lines and that nobody watches: most look-ups of most runs.
 *
 * <p>It takes a read that hits, and one whose sectors are all missing and that goes down for itself, with the same effects as
 * {@link Lookups#accept}; whatever else comes up is left to that.
 */
final class PlainReads {

    /** Nothing was changed: {@link Lookups#accept} is to look the request up. */
    static final int OTHERWISE = -1;

    private final Cache cache;
    private final TagArray tags;
    private final DataArray data;
    private final MshrTable mshrs;
    private final Outlet outlet;
    private final FillPath fills;
    private final LinePlacement placement;
    private final LineMap map;
    private final CacheNodeStats stats;
    private final ReplacementPolicy policy;
    private final int[] widen;
    private final int ways;
    private final int granuleMask;
    private final int lineMask;
    private final int latency;
    /** Flags of reads that may go past. */
    private final int diverted;

    private final boolean functional;

    PlainReads(
            Cache cache,
            TagArray tags,
            DataArray data,
            MshrTable mshrs,
            Outlet outlet,
            FillPath fills,
            LinePlacement placement,
            LineMap map,
            ReplacementPolicy policy) {
        CacheSpec spec = cache.spec();
        this.cache = cache;
        this.tags = tags;
        this.data = data;
        this.mshrs = mshrs;
        this.outlet = outlet;
        this.fills = fills;
        this.placement = placement;
        this.map = map;
        this.stats = cache.stats();
        this.policy = policy;
        this.widen = Cache.fetchedWith(spec);
        this.ways = tags.ways;
        this.granuleMask = (spec.geometry().line() >>> 5) - 1;
        this.lineMask = (1 << (spec.geometry().line() >>> 5)) - 1;
        this.latency = spec.timing().latency();
        this.diverted = spec.scope() == CacheSpec.Scope.COMPUTE_UNIT ? Request.BYPASS | Request.COHERENT : Request.BYPASS;
        this.functional = data.functional();
    }

    /** Looks a request up that did not before: an outcome of {@link Lookups}, or {@link #OTHERWISE}. */
    int take(Request r) {
        if (r.kind != Request.READ || (r.flags & diverted) != 0) {
            return OTHERWISE;
        }
        long address = r.address;
        long number = map.lineNumber(address);
        int set = map.set(number);
        int line = tags.find(set, number);
        int shift = (int) (address >>> 5) & granuleMask;
        int want = r.sectors << shift;
        int word = line < 0 ? 0 : tags.word(line);
        if ((word & TagArray.PINNED) != 0) {
            return OTHERWISE;
        }
        int missing = want & ~(word & TagArray.VALID);
        if (missing != 0) {
            return miss(r, set, number, line, word & (TagArray.VALID | TagArray.DIRTY), want, shift);
        }
        if (functional) {
            data.load(line, r, want, shift);
            r.servedBy(cache);
        }
        r.servedAt(cache.level);
        policy.onHit(set, line - set * ways);
        int sectors = Integer.bitCount(want);
        AccessCounters counters = stats.of(r.command, r.client);
        counters.reads += sectors;
        counters.readHits += sectors;
        cache.answer(r, latency);
        return Lookups.TAKEN;
    }

    private int miss(Request r, int set, long number, int line, int state, int want, int shift) {
        if ((want & (state | ~lineMask)) != 0
                || (widen[want] & ~state) != want
                || !fills.carries(r, shift)
                || mshrs.full()
                || !outlet.hasRoom()
                || !tags.dropped.none()) {
            return OTHERWISE;
        }
        int sectors = Integer.bitCount(want);
        int at = line;
        if (at < 0) {
            at = placement.place(set, number, r);
            if (at < 0) {
                return Lookups.NO_MSHR;
            }
        } else {
            policy.onHit(set, at - set * ways);
            cache.counters.sectorMisses += sectors;
        }
        AccessCounters counters = stats.of(r.command, r.client);
        counters.reads += sectors;
        counters.readMisses += sectors;
        fills.openFor(r, at, state, want);
        return Lookups.TAKEN;
    }
}
