// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import dev.sluice.machine.observe.SimObserver.Outcome;
import dev.sluice.machine.request.Request;
import dev.sluice.result.AccessCounters;
import java.util.Objects;

/**
 * Counts the sectors that look-ups hit and miss, and tells the observer of them.
 *
 * <p>All slices of a node share one. Sectors are given as masks of the line's granules. A request that looks up again is not counted twice.
 */
final class LookupCounts {

    private final CacheNodeStats stats;

    LookupCounts(CacheNodeStats stats) {
        this.stats = stats;
    }

    /** Counts a read that joined a register, {@code joined} being granules that were under way already. */
    void join(Cache cache, Request r, int want, int missing, int joined) {
        if (r.holder >= Cache.MOVED && !cache.isAskedByHalf(r)) {
            stats.of(r.command, r.client).readJoined += Integer.bitCount(joined);
            read(cache, r, want, missing, true, true);
        }
    }

    /** Counts what a request asks for that this cache passes on without looking, or because it lost what it had found. */
    void pass(Cache cache, Request r, int want) {
        goesDown(cache, r, r.holder < Cache.MOVED ? r.sectors : want);
        if (cache.isAskedByHalf(r)) {
            return;
        }
        cache.counters.bypasses++;
        if (r.holder < Cache.MOVED) {
            passCounted(cache, r);
        } else if (r.kind == Request.READ) {
            cache.counters.bypassedReads += Integer.bitCount(want);
        } else {
            cache.counters.bypassedWrites += Integer.bitCount(want);
        }
    }

    /** Counts what goes down of a request that was counted when it was looked up first. */
    private static void passCounted(Cache cache, Request r) {
        int sectors = Integer.bitCount(r.sectors);
        if (r.kind == Request.READ) {
            cache.counters.refusedReads += sectors;
        } else {
            cache.counters.writtenSectors += sectors;
        }
    }

    /** Counts a read that goes past to the level below, and not to the half that answers for its line. */
    private static void goesDown(Cache cache, Request r, int want) {
        HalfCopies halves = cache.halves;
        if (r.kind == Request.READ && (halves == null || !halves.isCopy(r.address))) {
            cache.counters.passedReads += Integer.bitCount(want);
        }
    }

    /** Counts a read that the policy refuses a line, so that it goes past. */
    void refuse(Cache cache, Request r, int want) {
        goesDown(cache, r, want);
        if (cache.isAskedByHalf(r)) {
            return;
        }
        read(cache, r, want, want, false, false);
        cache.counters.bypasses++;
        cache.counters.refusedReads += Integer.bitCount(want);
    }

    /** Counts a read of {@code want}; {@code present}: its line was there, {@code merged}: it joined a register. */
    void read(Cache cache, Request r, int want, int missing, boolean present, boolean merged) {
        if (cache.isAskedByHalf(r)) {
            return; // it was counted where its unit's half looked it up
        }
        if (r.holder < Cache.MOVED) {
            lookedUpAgain(cache, r, want);
            return;
        }
        AccessCounters counters = stats.of(r.command, r.client);
        int misses = Integer.bitCount(missing);
        int sectors = Integer.bitCount(want);
        counters.reads += sectors;
        counters.readMisses += misses;
        counters.readHits += sectors - misses;
        if (cache.records()) {
            Objects.requireNonNull(cache.trace()).read(r, want, missing);
        }
        if (present) {
            cache.counters.sectorMisses += misses;
        }
        if (cache.prefetches != null) {
            cache.prefetches.demand(r, misses != 0);
        }
        CacheProbe probe = cache.probe;
        if (probe != null) {
            probe.accessed(cache.lineNumber(r.address), want, missing, want, true, present, merged);
        }
        if (cache.observed) {
            cache.reports.lookedUp(r, sectors, misses, outcome(misses, present, merged));
        }
    }

    /** A request was counted when it was looked up first, which is not all that a bound has to know of it. */
    private static void lookedUpAgain(Cache cache, Request r, int want) {
        if (cache.records()) {
            Objects.requireNonNull(cache.trace()).again(r, want);
        }
    }

    /** Counts a store or an atomic as {@link #read} counts a read. */
    void write(Cache cache, Request r, int want, int missing, boolean present, boolean merged) {
        write(cache, r, want, missing, present, merged, merged);
    }

    /** Counts a store that joins no register, be it that granules of it are under way. */
    void through(Cache cache, Request r, int want, int missing, boolean present, boolean underWay) {
        write(cache, r, want, missing, present, false, underWay);
    }

    private void write(
            Cache cache, Request r, int want, int missing, boolean present, boolean merged, boolean underWay) {
        if (r.holder < Cache.MOVED) {
            lookedUpAgain(cache, r, want);
            return;
        }
        AccessCounters counters = stats.of(r.command, r.client);
        int misses = Integer.bitCount(missing);
        int sectors = Integer.bitCount(want);
        counters.writes += sectors;
        counters.writeMisses += misses;
        counters.writeHits += sectors - misses;
        Stores stores = cache.lookups.stores;
        if (cache.records() && stores.brings(r)) {
            Objects.requireNonNull(cache.trace()).write(r, want, missing, stores.fetched(r, want));
        }
        if (present) {
            cache.counters.sectorMisses += misses;
        }
        if (cache.prefetches != null) {
            cache.prefetches.demand(r, misses != 0);
        }
        CacheProbe probe = cache.probe;
        if (probe != null) {
            int fetched = stores.fetched(r, want);
            probe.accessed(cache.lineNumber(r.address), want, missing, fetched, stores.brings(r), present, underWay);
        }
        if (cache.observed) {
            cache.reports.lookedUp(r, sectors, misses, outcome(misses, present, merged));
        }
    }

    private static Outcome outcome(int misses, boolean present, boolean merged) {
        return merged ? Outcome.MERGED : misses == 0 ? Outcome.HIT : present ? Outcome.SECTOR_MISS : Outcome.MISS;
    }
}
