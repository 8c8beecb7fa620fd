// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.request.Request;
import org.jspecify.annotations.Nullable;

/**
 * The short way of a request through a slice that has nothing beside its lines and that nobody watches: most look-ups of most runs.
 *
 * <p>It takes what {@link PlainReads} and {@link PlainStores} know, with the same effects as {@link Lookups#accept}; whatever else comes up
 * is left to that.
 */
final class PlainLookups {

    /** Nothing was changed: {@link Lookups#accept} is to look the request up. */
    static final int OTHERWISE = -1;

    private final Cache cache;
    private final TagArray tags;
    private final LineMap map;
    private final PlainReads reads;
    /** Null where stores have more to do. */
    private final @Nullable PlainStores stores;

    private final Engine engine;
    /** The first free look-up slot of each bank, then the slots that each has taken. */
    private final long[] nextSlot;

    private final int banks;

    PlainLookups(Lookups lookups, long[] nextSlot) {
        this.cache = lookups.cache;
        this.tags = lookups.tags;
        this.map = lookups.map;
        this.reads = new PlainReads(lookups);
        this.stores = PlainStores.of(lookups);
        this.engine = cache.engine();
        this.nextSlot = nextSlot;
        this.banks = cache.spec().geometry().banks();
    }

    /** Looks a request up that has come just now, if its bank is free; returns whether it did, else nothing was changed. */
    boolean arrive(Request r, int port) {
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

    /** Looks a request up that waited since it came: an outcome of {@link Lookups}, or {@link #OTHERWISE}. */
    int take(Request r) {
        if (r.holder < Cache.NO_PORT) { // was looked up before, and has a part of what it wants
            return OTHERWISE;
        }
        long number = map.lineNumber(r.address);
        return lookUp(r, number, map.local(number));
    }

    private int lookUp(Request r, long number, long local) {
        int set = map.setOf(local);
        int line = tags.find(set, number);
        if (r.kind == Request.READ) {
            return reads.lookUp(r, set, number, line);
        }
        PlainStores ways = stores;
        return ways == null ? OTHERWISE : ways.lookUp(r, set, number, line);
    }
}
