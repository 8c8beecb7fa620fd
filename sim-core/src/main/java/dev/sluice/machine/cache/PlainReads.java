// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import dev.sluice.device.CacheSpec;
import dev.sluice.machine.request.Request;
import dev.sluice.result.AccessCounters;

/**
 * The short way of reads, under the conditions of {@link PlainLookups}: of one that hits, and of one whose sectors are all missing and
 * that goes down for itself.
 */
final class PlainReads {

    private final CacheNodeStats stats;
    private final int[] widen;
    private final int ways;
    private final int lineMask;
    private final int granuleMask;
    private final int latency;
    /** Granules that go down in one request. */
    final int pieceGranules;

    /** Flags of reads that may go past. */
    private final int diverted;

    private final boolean functional;
    private final long passesFrom;

    PlainReads(Lookups lookups) {
        CacheSpec spec = lookups.cache.spec();
        this.stats = lookups.cache.stats();
        this.widen = lookups.widen;
        this.ways = lookups.tags.ways;
        this.lineMask = lookups.lineMask;
        this.granuleMask = lookups.granuleMask;
        this.pieceGranules = lookups.outlet.pieceBytes() / Request.SECTOR_BYTES;
        this.latency = spec.timing().latency();
        this.diverted = lookups.firstLevel ? Request.BYPASS | Request.COHERENT : Request.BYPASS;
        this.functional = lookups.data.functional();
        this.passesFrom = lookups.passesFrom;
    }

    /** Looks a read up, given where its line belongs and where it lies. */
    int lookUp(Cache cache, Request r, int set, long number, int line) {
        int word = line < 0 ? 0 : cache.tags.word(line);
        if ((word & TagArray.PINNED) != 0 || (r.flags & diverted) != 0) {
            return PlainLookups.OTHERWISE;
        }
        int want = r.sectors << shift(r);
        return (want & ~(word & TagArray.VALID)) == 0
                ? hit(cache, r, set, line, want)
                : miss(cache, r, set, number, line, word, want);
    }

    /** Where a request's first granule lies in its line. */
    private int shift(Request r) {
        return (int) (r.address >>> 5) & granuleMask;
    }

    private int hit(Cache cache, Request r, int set, int line, int want) {
        if (functional) {
            cache.data.load(line, r, want, shift(r));
            r.servedBy(cache);
        }
        r.servedAt(cache.level);
        cache.policy.onHit(set, line - set * ways);
        int sectors = Integer.bitCount(want);
        AccessCounters counters = stats.of(r.command, r.client);
        counters.reads += sectors;
        counters.readHits += sectors;
        cache.answer(r, latency);
        return Lookups.TAKEN;
    }

    private int miss(Cache cache, Request r, int set, long number, int line, int word, int want) {
        int state = word & (TagArray.VALID | TagArray.DIRTY);
        if ((want & (state | ~lineMask)) != 0
                || line < 0 && r.address >= passesFrom
                || (widen[want] & ~state) != want
                || !FillPath.carries(r, shift(r), pieceGranules)
                || !cache.tags.dropped.none()) {
            return PlainLookups.OTHERWISE;
        }
        if (cache.mshrs.full()) {
            return Lookups.NO_MSHR;
        }
        if (!cache.outlet.hasRoom()) {
            return Lookups.NO_OUTPUT;
        }
        int sectors = Integer.bitCount(want);
        int at = line;
        if (at < 0) {
            at = LinePlacement.place(cache, set, number, r);
            if (at < 0) {
                return Lookups.NO_MSHR;
            }
        } else {
            cache.policy.onHit(set, at - set * ways);
            cache.counters.sectorMisses += sectors;
        }
        AccessCounters counters = stats.of(r.command, r.client);
        counters.reads += sectors;
        counters.readMisses += sectors;
        goDown(cache, r, at, state, want);
        return Lookups.TAKEN;
    }

    /** Opens a register for a line in this state, and sends a read down for granules of it that it wants itself. */
    private static void goDown(Cache cache, Request r, int line, int state, int granules) {
        MshrTable mshrs = cache.mshrs;
        int entry = mshrs.allocateFor(line, state, granules);
        if (mshrs.full()) {
            mshrs.filled(cache.now());
        }
        cache.tags.pin(line, entry);
        cache.carried.send(r, entry, granules);
        cache.outlet.push(r);
    }
}
