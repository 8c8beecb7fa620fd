// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import dev.sluice.device.CacheSpec;
import dev.sluice.device.PrefetchSpec;
import dev.sluice.machine.cache.prefetch.Prefetcher;
import dev.sluice.machine.cache.prefetch.Prefetcher.Outcome;
import dev.sluice.machine.cache.prefetch.Prefetchers;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.RequestPool;
import dev.sluice.result.PrefetchCounters;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Carries out the prefetches of one slice, and follows what becomes of them.
 *
 * <p>A prefetch has its turn when nothing else wants anything: no look-up waits, the way down is empty, the slice is not walked,
 * and more MSHRs are free than are kept for demand. It takes no slot of a bank, one goes a cycle, and it fetches what its line lacks
 * as any miss does: it is a fill of its own, which flushes, invalidates and stores treat like every other.
 *
 * <p>The slices of an instance share one {@link Prefetcher} and hand each other the lines that belong to another. See {@code
 * docs/decisions/0054-prefetchers-and-structure.md}.
 */
final class PrefetchUnit {

    private final Cache cache;
    private final RequestPool pool;
    private final TagArray tags;
    private final MshrTable mshrs;
    private final Outlet outlet;
    private final FillPath fills;
    private final LineMap map;
    private final SliceHash slices;
    private final RefillLedger ledger;
    private final PrefetchCounters counters;
    private final PolicyView view;
    private final PollutionFilter filter = new PollutionFilter();
    private final int reserve;
    private final long pageMask;
    private final long lineMask;
    private final int granules;
    private final boolean storesStay;
    /** Of each line: was prefetched, and nobody used it. */
    private final boolean[] unused;

    private Prefetcher prefetcher;
    private PrefetchUnit[] units;
    private boolean evicting;

    /** Lines that wait for their turn, and for whom they are. */
    private final long[] addresses;

    private final int[] commands;
    private final int[] agents;
    private final byte[] clients;
    private final byte[] flags;
    /** Which compute unit and which instruction they are because of. */
    private final int[] issuers;

    private final int[] sites;
    private int first;
    private int count;
    private boolean scheduled;

    /** The access that names lines now. */
    private @Nullable Request because;

    private final Prefetcher.Sink sink = this::add;
    private long trigger;
    private int resource;

    private PrefetchUnit(
            Cache cache,
            RequestPool pool,
            TagArray tags,
            MshrTable mshrs,
            Outlet outlet,
            FillPath fills,
            CacheNodeStats stats,
            SliceHash slices,
            RefillLedger ledger) {
        CacheSpec spec = cache.spec();
        PrefetchSpec prefetch = spec.structure().prefetch();
        int lineBytes = spec.geometry().line();
        this.cache = cache;
        this.pool = pool;
        this.tags = tags;
        this.mshrs = mshrs;
        this.outlet = outlet;
        this.fills = fills;
        this.map = stats.lines(slices);
        this.slices = slices;
        this.ledger = ledger;
        this.counters = stats.prefetches();
        this.view = new PolicyView(tags, lineBytes);
        this.reserve = prefetch.reserve();
        this.pageMask = -prefetch.page();
        this.lineMask = -lineBytes;
        this.granules = (1 << lineBytes / Request.SECTOR_BYTES) - 1;
        this.storesStay = spec.policy().canBeDirty();
        this.unused = new boolean[tags.lines];
        this.prefetcher = Prefetchers.create(prefetch, lineBytes);
        this.units = new PrefetchUnit[] {this};
        this.addresses = new long[prefetch.queue()];
        this.commands = new int[prefetch.queue()];
        this.agents = new int[prefetch.queue()];
        this.clients = new byte[prefetch.queue()];
        this.flags = new byte[prefetch.queue()];
        this.issuers = new int[prefetch.queue()];
        this.sites = new int[prefetch.queue()];
    }

    /** That of a slice, or null if the cache prefetches nothing. */
    static @Nullable PrefetchUnit of(
            Cache cache,
            RequestPool pool,
            TagArray tags,
            MshrTable mshrs,
            Outlet outlet,
            FillPath fills,
            CacheNodeStats stats,
            SliceHash slices,
            RefillLedger ledger) {
        return cache.spec().structure().prefetch().on()
                ? new PrefetchUnit(cache, pool, tags, mshrs, outlet, fills, stats, slices, ledger)
                : null;
    }

    /** Makes the units of all slices of an instance, in their order, work together. */
    static void join(List<PrefetchUnit> slicesUnits) {
        PrefetchUnit[] all = slicesUnits.toArray(new PrefetchUnit[0]);
        for (PrefetchUnit unit : all) {
            unit.units = all;
            unit.prefetcher = all[0].prefetcher;
        }
    }

    /** A demand access was looked up, which missed some of what it wanted or nothing. */
    void demand(Request r, boolean missed) {
        if (r.kind != Request.READ && !storesStay) {
            return;
        }
        long number = map.lineNumber(r.address);
        int set = map.set(number);
        int line = tags.find(set, number);
        Outcome outcome = outcome(line, number, missed);
        because = r;
        trigger = r.address;
        resource = ledger.resource(r.address);
        prefetcher.onAccess(view.used(r, set, line, missed), outcome, sink);
        because = null;
        wake();
    }

    private Outcome outcome(int line, long number, boolean missed) {
        if (line >= 0 && unused[line]) {
            if (!missed) {
                unused[line] = false;
                counters.useful++;
                return Outcome.FIRST_HIT;
            }
            if ((tags.state(line) & TagArray.PINNED) != 0) {
                unused[line] = false;
                counters.late++;
                return Outcome.LATE;
            }
        }
        if (!missed) {
            return Outcome.HIT;
        }
        counters.demandMisses++;
        if (filter.blames(number)) {
            counters.pollution++;
        }
        return Outcome.MISS;
    }

    /** Takes a line from the prefetcher, for whichever slice it belongs to. */
    private void add(long address) {
        Request r = because;
        if (r == null
                || ((address ^ trigger) & pageMask) != 0
                || ((address ^ trigger) & lineMask) == 0
                || ledger.resource(address) != resource) {
            return;
        }
        int slice = slices.slice(address);
        if (units.length == slices.slices()) {
            units[slice].enqueue(address & lineMask, r);
        } else if (units.length == 1) {
            enqueue(address & lineMask, r);
        }
    }

    private void enqueue(long address, Request r) {
        int size = addresses.length;
        for (int i = 0; i < count; i++) {
            if (addresses[(first + i) % size] == address) {
                return;
            }
        }
        if (count == size) {
            first = (first + 1) % size;
            count--;
            counters.overrun++;
        }
        int at = (first + count++) % size;
        addresses[at] = address;
        commands[at] = r.command;
        agents[at] = r.agent;
        clients[at] = r.client;
        flags[at] = (byte) (cache.fillFlags | r.flags & (Request.STREAMING | Request.IMAGE));
        issuers[at] = r.unit();
        sites[at] = r.site();
        wake();
    }

    /** What prefetches waited for may be there now. */
    void wake() {
        if (count > 0 && !scheduled) {
            scheduled = true;
            cache.wakePrefetches();
        }
    }

    /** One prefetch has its turn, if nothing else wants anything. */
    void onTurn() {
        scheduled = false;
        while (count > 0 && !busy()) {
            long address = addresses[first];
            long number = map.lineNumber(address);
            int set = map.set(number);
            int line = tags.find(set, number);
            int state = line >= 0 ? tags.state(line) : 0;
            if (line >= tags.inSets || (state & TagArray.PINNED) != 0 || (state & granules) == granules) {
                counters.redundant++;
            } else if (!issue(address, number, set, line, state)) {
                return;
            } else {
                forgetFirst();
                wake();
                return;
            }
            forgetFirst();
        }
    }

    private boolean busy() {
        return cache.walking || mshrs.size() - mshrs.used() <= reserve || outlet.queued() > 0 || !cache.waiting.none();
    }

    private void forgetFirst() {
        first = (first + 1) % addresses.length;
        count--;
    }

    /** Sends for what a line lacks, unless the policy has no room for it; false if every way of its set waits for a fill. */
    private boolean issue(long address, long number, int set, int line, int state) {
        Request request = pool.acquire();
        request.start(Request.READ, address, granules, clients[first], commands[first], agents[first]);
        request.flags = flags[first];
        request.origin(issuers[first], sites[first]);
        int at = line;
        if (at < 0) {
            if (cache.lookups.placement.refuses(set, number, request)) {
                counters.refused++;
                pool.release(request);
                return true;
            }
            evicting = true;
            at = cache.lookups.placement.allocate(set, number, request);
            evicting = false;
        }
        if (at >= 0) {
            counters.issued++;
            filter.brought(number);
            unused[at] = true;
            fills.fetch(fills.open(at), granules & ~state, request);
        }
        pool.release(request);
        return at >= 0;
    }

    /** A line makes room for another. */
    void evicted(int line) {
        if (unused[line]) {
            unused[line] = false;
            counters.useless++;
        } else if (evicting) {
            filter.evicted(tags.lineNumber(line));
        }
    }

    /** Two lines change places. */
    void exchanged(int a, int b) {
        boolean mark = unused[a];
        unused[a] = unused[b];
        unused[b] = mark;
    }

    /** A line leaves without making room. */
    void dropped(int line) {
        if (unused[line]) {
            unused[line] = false;
            counters.dropped++;
        }
    }
}
