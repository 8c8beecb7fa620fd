// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import dev.sluice.device.CacheSpec;
import dev.sluice.machine.cache.policy.ReplacementPolicy;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.request.Downstream;
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
    private final Engine engine;
    /** The first free look-up slot of each bank, then the slots that each has taken. */
    private final long[] nextSlot;

    private final int banks;

    PlainReads(
            Cache cache,
            TagArray tags,
            DataArray data,
            MshrTable mshrs,
            Outlet outlet,
            FillPath fills,
            LinePlacement placement,
            LineMap map,
            ReplacementPolicy policy,
            long[] nextSlot) {
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
        this.diverted =
                spec.scope() == CacheSpec.Scope.COMPUTE_UNIT ? Request.BYPASS | Request.COHERENT : Request.BYPASS;
        this.functional = data.functional();
        this.engine = cache.engine();
        this.nextSlot = nextSlot;
        this.banks = spec.geometry().banks();
    }

    /** Looks a request up that has come just now, if its bank is free; returns whether it did, else nothing was changed. */
    boolean arrive(Request r, int port) {
        if (r.kind != Request.READ || (r.flags & diverted) != 0) {
            return false;
        }
        long number = map.lineNumber(r.address);
        long local = map.local(number);
        int bank = map.bankOf(local);
        long[] slots = nextSlot;
        long now = engine.now();
        if (slots[bank] > now) {
            return false;
        }
        int outcome = lookUp(r, number, local);
        if (outcome == OTHERWISE) {
            return false;
        }
        slots[bank] = now + 1;
        slots[banks + bank]++;
        cache.lookedUpOnArrival(r, port, outcome);
        return true;
    }

    /** Looks a request up that did not before: an outcome of {@link Lookups}, or {@link #OTHERWISE}. */
    int take(Request r) {
        if (r.kind != Request.READ || (r.flags & diverted) != 0) {
            return OTHERWISE;
        }
        long number = map.lineNumber(r.address);
        return lookUp(r, number, map.local(number));
    }

    private int lookUp(Request r, long number, long local) {
        int set = map.setOf(local);
        int line = tags.find(set, number);
        int shift = (int) (r.address >>> 5) & granuleMask;
        int want = r.sectors << shift;
        int word = line < 0 ? 0 : tags.word(line);
        if ((word & TagArray.PINNED) != 0) {
            return OTHERWISE;
        }
        return (want & ~(word & TagArray.VALID)) == 0
                ? hit(r, set, line, want, shift)
                : miss(r, set, number, line, word & (TagArray.VALID | TagArray.DIRTY), want, shift);
    }

    private int hit(Request r, int set, int line, int want, int shift) {
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
        cache.countAnswer();
        Downstream path = r.via;
        if (path == null) {
            r.reply(latency);
        } else {
            path.reply(r, latency); // here, where the host sees that there are few kinds of paths
        }
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
