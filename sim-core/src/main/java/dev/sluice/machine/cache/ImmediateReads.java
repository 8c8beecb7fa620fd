// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import dev.sluice.device.CacheStructure;
import dev.sluice.machine.cache.policy.ReplacementPolicy;
import dev.sluice.machine.request.MeantBytes;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.SectorStore;
import dev.sluice.result.AccessCounters;
import org.jspecify.annotations.Nullable;

/**
 * The short way of a read at once through a slice that has nothing beside its lines and that nobody watches: {@link PlainReads}
 * without time.
 *
 * <p>It takes a read that hits, and one whose sectors are all missing and that goes down for itself, with the same effects as
 * {@link ImmediateAccess}; whatever else comes up is left to that.
 */
final class ImmediateReads {

    private static final int DIVERTED = Request.COHERENT | Request.BYPASS;

    private final Cache cache;
    private final ImmediateAccess access;
    private final TagArray tags;
    private final DataArray data;
    private final HollowLines hollow;
    private final LinePlacement placement;
    private final LineMap map;
    private final CacheNodeStats stats;
    private final ReplacementPolicy policy;
    private final boolean functional;
    private final long passesFrom;
    private final int granuleMask;
    /** Granules that are fetched where a set of granules is missing, by that set. */
    private final int[] widen;

    private ImmediateReads(ImmediateAccess access, Lookups lookups) {
        this.cache = lookups.cache;
        this.access = access;
        this.tags = lookups.tags;
        this.data = lookups.data;
        this.hollow = lookups.hollow;
        this.placement = lookups.placement;
        this.map = lookups.map;
        this.stats = cache.stats();
        this.policy = lookups.policy;
        this.functional = data.functional();
        this.passesFrom = lookups.passesFrom;
        this.granuleMask = lookups.granuleMask;
        this.widen = lookups.widen;
    }

    /** The short way through a slice; null where there is more to do. */
    static @Nullable ImmediateReads of(ImmediateAccess access, Lookups lookups) {
        Cache cache = lookups.cache;
        boolean alone = cache.prefetches == null
                && cache.compressed == null
                && cache.above == null
                && cache.handDown == null
                && cache.halves == null
                && lookups.exclusive == null
                && lookups.placement.plain();
        boolean passes = cache.spec().structure().bypass().contains(CacheStructure.Bypass.LOADS);
        return alone && !passes && !cache.observed ? new ImmediateReads(access, lookups) : null;
    }

    /** Looks a read up; returns whether it did, else nothing was changed. */
    boolean take(Request r) {
        if ((r.flags & DIVERTED) != 0 || cache.probe != null || cache.watch != null || cache.records()) {
            return false;
        }
        long number = map.lineNumber(r.address);
        int set = map.set(number);
        int line = tags.find(set, number);
        int shift = (int) (r.address >>> 5) & granuleMask;
        int want = r.sectors << shift;
        int state = line < 0 ? 0 : tags.word(line) & TagArray.VALID;
        if ((want & ~state) == 0) {
            hit(r, set, line, want, shift);
            return true;
        }
        if ((want & state) != 0
                || (widen[want] & ~state) != want
                || !access.carries(want, shift)
                || line < 0 && r.address >= passesFrom) {
            return false;
        }
        miss(r, set, number, line, want);
        return true;
    }

    /** Looks a read up that hits, and of whose bytes there is nothing to be told; returns their slot, else -1 with nothing changed. */
    int inPlace(long address, int sectors, int flags, int client, int command, @Nullable MeantBytes meant) {
        if ((flags & DIVERTED) != 0 || cache.probe != null || cache.watch != null || cache.records()) {
            return -1;
        }
        long number = map.lineNumber(address);
        int set = map.set(number);
        int line = tags.find(set, number);
        int shift = (int) (address >>> 5) & granuleMask;
        int want = sectors << shift;
        if (line < 0 || (want & ~tags.word(line)) != 0) {
            return -1;
        }
        int slot = data.slot(line) + shift;
        SectorStore bytes = data.contents();
        if (bytes != null && meant != null && !meant.isMeant(address, sectors, bytes, slot)) {
            return -1;
        }
        cache.counters.lookups++;
        int count = Integer.bitCount(want);
        AccessCounters counters = stats.of(command, client);
        counters.reads += count;
        counters.readHits += count;
        policy.onHit(set, line - set * tags.ways);
        return slot;
    }

    private void hit(Request r, int set, int line, int want, int shift) {
        cache.counters.lookups++;
        int sectors = Integer.bitCount(want);
        AccessCounters counters = stats.of(r.command, r.client);
        counters.reads += sectors;
        counters.readHits += sectors;
        policy.onHit(set, line - set * tags.ways);
        if (functional) {
            data.load(line, r, want, shift);
            r.servedBy(cache);
        }
    }

    private void miss(Request r, int set, long number, int line, int want) {
        cache.counters.lookups++;
        int sectors = Integer.bitCount(want);
        AccessCounters counters = stats.of(r.command, r.client);
        counters.reads += sectors;
        counters.readMisses += sectors;
        boolean within = hollow.begin(); // for what is evicted, here and below
        int at = line;
        if (at >= 0) {
            policy.onHit(set, at - set * tags.ways);
            cache.counters.sectorMisses += sectors;
        } else {
            at = tags.dropped.none() ? LinePlacement.place(cache, set, number, r) : placement.allocate(set, number, r);
        }
        access.fetchInto(at, want, r);
        hollow.end(within, r.command);
    }
}
