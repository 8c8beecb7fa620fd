// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import dev.sluice.machine.request.Request;

/**
 * The short way of a request through the slices of a node that have nothing beside their lines and that nobody watches: most look-ups of
 * most runs. All slices have the same one, so that what it knows stays in the host's cache while they take turns.
 *
 * <p>It takes what {@link PlainReads} and {@link PlainStores} know, with the same effects as {@link Lookups#accept}; whatever else comes up
 * is left to that.
 */
final class PlainLookups {

    /** Nothing was changed: {@link Lookups#accept} is to look the request up. */
    static final int OTHERWISE = -1;

    private final LineMap map;
    private final PlainReads reads;
    private final int banks;

    PlainLookups(Lookups lookups) {
        this.map = lookups.map;
        this.reads = new PlainReads(lookups);
        this.banks = lookups.cache.spec().geometry().banks();
    }

    /** Whether it is that of these look-ups, too. */
    boolean isOf(Lookups lookups) {
        return map == lookups.map && reads.pieceGranules == lookups.outlet.pieceBytes() / Request.SECTOR_BYTES;
    }

    /** Looks a request up that has come just now, or has it wait for its bank; returns false if it did neither and changed nothing. */
    boolean arrive(Cache cache, Request r, int port) {
        long number = map.lineNumber(r.address);
        long local = map.local(number);
        int bank = map.bankOf(local);
        long[] slots = cache.nextSlot;
        long now = cache.now();
        long free = slots[bank];
        if (free > now) {
            slots[bank] = free + 1;
            slots[banks + bank]++;
            cache.lookUpLater(r, port, free);
            return true;
        }
        int outcome = lookUp(cache, r, number, local);
        if (outcome == OTHERWISE) {
            return false;
        }
        slots[bank] = now + 1;
        slots[banks + bank]++;
        cache.lookedUpOnArrival(r, port, outcome);
        return true;
    }

    /** Reads what the look-up of an address will need; returns anything made of it. */
    long touch(Cache cache, long address) {
        long number = map.lineNumber(address);
        int set = map.set(number);
        return cache.tags.touch(set, number) + cache.policy.touch(set);
    }

    /** Looks a request up that waited since it came: an outcome of {@link Lookups}, or {@link #OTHERWISE}. */
    int take(Cache cache, Request r) {
        if (r.holder < Cache.NO_PORT) { // was looked up before, and has a part of what it wants
            return OTHERWISE;
        }
        long number = map.lineNumber(r.address);
        return lookUp(cache, r, number, map.local(number));
    }

    private int lookUp(Cache cache, Request r, long number, long local) {
        int set = map.setOf(local);
        int line = cache.tags.find(set, number);
        if (r.kind == Request.READ) {
            return reads.lookUp(cache, r, set, number, line);
        }
        PlainStores ways = cache.stores;
        return ways == null ? OTHERWISE : ways.lookUp(r, set, number, line);
    }
}
