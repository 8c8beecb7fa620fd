// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import dev.sluice.device.CacheSpec;
import dev.sluice.machine.cache.policy.ReplacementPolicy;
import dev.sluice.machine.request.Request;
import dev.sluice.result.AccessCounters;
import org.jspecify.annotations.Nullable;

/**
 * The short way of stores and atomics, under the conditions of {@link PlainLookups}.
 *
 * <p>Through a cache that writes through and allocates nothing: a store that updates what is there and goes on, an atomic of whose
 * line nothing is there. In a cache that writes back: what changes a line at once, after a fetch, or after
 * fills that are under way.
 */
final class PlainStores {

    private final Cache cache;
    private final TagArray tags;
    private final DataArray data;
    private final MshrTable mshrs;
    private final Outlet outlet;
    private final FillPath fills;
    private final Stores stores;
    private final CacheNodeStats stats;
    private final ReplacementPolicy policy;
    private final int ways;
    private final int lineMask;
    private final int granuleMask;
    private final int merges;
    private final boolean functional;
    private final boolean back;
    private final boolean executesAtomics;
    /** Flags of stores that may go past. */
    private final int diverted;

    private final long passesFrom;

    private PlainStores(Lookups lookups) {
        CacheSpec spec = lookups.cache.spec();
        this.cache = lookups.cache;
        this.tags = lookups.tags;
        this.data = lookups.data;
        this.mshrs = lookups.mshrs;
        this.outlet = lookups.outlet;
        this.fills = lookups.fills;
        this.stores = lookups.stores;
        this.stats = cache.stats();
        this.policy = lookups.policy;
        this.ways = tags.ways;
        this.lineMask = lookups.lineMask;
        this.granuleMask = lookups.granuleMask;
        this.merges = spec.ports().mshrMerges();
        this.functional = data.functional();
        this.back = lookups.canBeDirty;
        this.executesAtomics = lookups.executesAtomics;
        this.passesFrom = lookups.passesFrom;
        this.diverted = (back ? Request.BYPASS : 0) | (lookups.firstLevel ? Request.COHERENT : 0);
    }

    /** Of a slice's look-ups, or null where stores go past it or fetch what they do not write through. */
    static @Nullable PlainStores of(Lookups lookups) {
        boolean fetches = !lookups.canBeDirty && lookups.stores.fetchesOnWrite;
        return lookups.readOnly || lookups.storesPass || fetches ? null : new PlainStores(lookups);
    }

    /** Looks a store or an atomic up, given where its line belongs and where it lies. */
    int lookUp(Request r, int set, long number, int line) {
        boolean atomic = r.kind == Request.ATOMIC;
        if (atomic && !executesAtomics) {
            return pass(r, line);
        }
        if (line < 0 && r.address >= passesFrom || !atomic && (r.flags & diverted) != 0) {
            return PlainLookups.OTHERWISE;
        }
        return atomic || back ? change(r, set, number, line) : through(r, set, line);
    }

    /** Where a request's first granule lies in its line. */
    private int shift(Request r) {
        return (int) (r.address >>> 5) & granuleMask;
    }

    private int pass(Request r, int line) {
        int want = r.sectors << shift(r);
        if (line >= 0 || (want & ~lineMask) != 0) {
            return PlainLookups.OTHERWISE;
        }
        if (!outlet.hasRoom()) {
            return Lookups.NO_OUTPUT;
        }
        cache.counters.bypasses++;
        cache.counters.bypassedWrites += Integer.bitCount(want);
        cache.passOn(r);
        return Lookups.TAKEN;
    }

    private int through(Request r, int set, int line) {
        int shift = shift(r);
        int want = r.sectors << shift;
        int state = line < 0 ? 0 : tags.state(line);
        boolean pinned = (state & TagArray.PINNED) != 0;
        if (pinned && mshrs.hasDeferred(TagArray.mshr(state)) || (want & ~lineMask) != 0) {
            return PlainLookups.OTHERWISE;
        }
        if (!outlet.hasRoom()) {
            return Lookups.NO_OUTPUT;
        }
        if (line >= 0) {
            if (pinned) {
                mshrs.addPoison(TagArray.mshr(state), want);
            }
            policy.onHit(set, line - set * ways);
            if (functional) {
                data.update(line, r, want & state, shift);
            }
        }
        int sectors = Integer.bitCount(want);
        count(r, sectors, Integer.bitCount(want & ~state), line);
        cache.counters.writeThroughBytes += r.byteCount();
        cache.counters.writtenSectors += sectors;
        cache.passOn(r);
        return Lookups.TAKEN;
    }

    private int change(Request r, int set, long number, int line) {
        int shift = shift(r);
        int want = r.sectors << shift;
        if ((want & ~lineMask) != 0) {
            return PlainLookups.OTHERWISE;
        }
        int word = line < 0 ? 0 : tags.word(line);
        if ((word & TagArray.PINNED) != 0) {
            return join(r, set, line, word & 0xFFFF, want, shift);
        }
        int state = word & (TagArray.VALID | TagArray.DIRTY);
        int must = stores.mustBeValid(r, want, shift);
        int missing = must & ~state;
        if (missing != 0 && mshrs.full()) {
            return Lookups.NO_MSHR;
        }
        if ((missing != 0 || line < 0) && !outlet.hasRoom()) {
            return Lookups.NO_OUTPUT;
        }
        int at = line;
        if (at >= 0) {
            policy.onHit(set, at - set * ways);
        } else {
            if (!tags.dropped.none()) {
                return PlainLookups.OTHERWISE;
            }
            at = LinePlacement.place(cache, set, number, r);
            if (at < 0) {
                return Lookups.NO_MSHR;
            }
        }
        count(r, Integer.bitCount(want), Integer.bitCount(want & ~Stores.held(state)), line);
        if (missing == 0) {
            stores.perform(r, at, want, shift);
        } else {
            fills.openForChange(r, at, want, stores.fetched(missing, must, want, state));
        }
        return Lookups.TAKEN;
    }

    /** Lets a store or an atomic wait for fills that are under way, where these bring all that is missing. */
    private int join(Request r, int set, int line, int entry, int want, int shift) {
        int state = mshrs.state(entry);
        int conflict = want & (mshrs.waitReads(entry) | mshrs.waitWrites(entry));
        int missing = stores.mustBeValid(r, want, shift) & ~state;
        if (mshrs.hasDeferred(entry)
                || (want & mshrs.poison(entry)) != 0
                || (missing | conflict) == 0
                || (missing & ~mshrs.pending(entry)) != 0) {
            return PlainLookups.OTHERWISE;
        }
        if (mshrs.count(entry) >= merges) {
            return Lookups.NO_MSHR;
        }
        policy.onHit(set, line - set * ways);
        count(r, Integer.bitCount(want), Integer.bitCount(want & ~Stores.held(state) | conflict), line);
        cache.counters.mshrMerges++;
        mshrs.addWaitWrites(entry, want);
        mshrs.append(entry, r);
        return Lookups.TAKEN;
    }

    private void count(Request r, int sectors, int misses, int line) {
        AccessCounters counters = stats.of(r.command, r.client);
        counters.writes += sectors;
        counters.writeMisses += misses;
        counters.writeHits += sectors - misses;
        if (line >= 0) {
            cache.counters.sectorMisses += misses;
        }
    }
}
