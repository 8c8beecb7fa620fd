// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import dev.sluice.machine.observe.SimObserver.DropReason;
import dev.sluice.machine.request.Request;
import dev.sluice.result.StructureCounters;
import org.jspecify.annotations.Nullable;

/**
 * What makes a slice exclusive of the caches above it: clean sectors that they read leave, and come back when they evict them, as far
 * as nothing changed meanwhile (Jouppi and Wilton, Tradeoffs in Two-Level On-Chip Caching, ISCA 1994).
 *
 * <p>Dirty lines stay, and so does what others read than caches above: it is mostly exclusive, as the shared caches of CPUs are. A
 * fill takes a way until it is answered.
 */
final class ExclusiveLines {

    private final Cache cache;
    private final TagArray tags;
    private final DataArray data;
    private final StructureCounters counters;
    /** Of each MSHR the granules that leave when the line is no longer waited for. */
    private final byte[] leaving;

    /** Shared by the slices of an instance. */
    ChangeStamps stamps = new ChangeStamps(1);

    private ExclusiveLines(Cache cache, TagArray tags, DataArray data, MshrTable mshrs) {
        this.cache = cache;
        this.tags = tags;
        this.data = data;
        this.counters = cache.stats().structure();
        this.leaving = new byte[mshrs.size()];
    }

    /** Those of a slice, or null if it is not exclusive. */
    static @Nullable ExclusiveLines of(Cache cache, TagArray tags, DataArray data, MshrTable mshrs) {
        return cache.spec().structure().exclusive() ? new ExclusiveLines(cache, tags, data, mshrs) : null;
    }

    /** A request read granules of a line that is there. */
    void read(Request r, int line, int granules) {
        if (!r.has(Request.EXCHANGE)) {
            return;
        }
        int state = tags.state(line);
        if ((state & TagArray.PINNED) != 0) {
            leaving[TagArray.mshr(state)] |= (byte) granules;
        } else if ((state & TagArray.DIRTY) == 0) {
            counters.handedUp += Integer.bitCount(state & granules);
            tags.clear(line, granules);
            CompressedLines packed = cache.compressed;
            if (packed != null) {
                packed.shrunk(line, granules);
            }
            if ((tags.state(line) & TagArray.VALID) == 0) {
                if (cache.observed) {
                    cache.reports.dropped(line, r.command, DropReason.HANDED_UP);
                }
                cache.drop(line);
            }
        }
    }

    /** Nobody waits any more at a register; returns the state of its line without what left. */
    int settled(int entry, int state) {
        int granules = leaving[entry] & 0xFF;
        leaving[entry] = 0;
        if ((state & TagArray.DIRTY) != 0) {
            return state;
        }
        counters.handedUp += Integer.bitCount(state & granules);
        return state & ~granules;
    }

    /** Whether clean granules of a line that come down may come in; {@code line} is where it lies, or -1. */
    boolean takes(Request r, long number, int line, int want) {
        int state = line >= 0 ? tags.state(line) : 0;
        if ((state & TagArray.PINNED) == 0
                && stamps.unchangedSince(number, r.agent)
                && (want & ~Stores.held(state)) != 0) {
            return true;
        }
        counters.refusedVictims += Integer.bitCount(want);
        return false;
    }

    /** Puts clean granules that came down into a line, where it has none of its own. */
    void put(Request r, int line, int want, int shift) {
        int granules = want & ~Stores.held(tags.state(line));
        data.install(line, r, granules, shift);
        tags.set(line, granules);
        CompressedLines packed = cache.compressed;
        if (packed != null) {
            packed.changed(line, granules, r);
        }
        counters.takenIn += Integer.bitCount(granules);
        counters.refusedVictims += Integer.bitCount(want & ~granules);
        if (cache.observed) {
            cache.observer.fill(
                    cache.now(),
                    cache.name(),
                    cache.setOf(line),
                    cache.wayOf(line),
                    r.address,
                    granules >>> shift,
                    r.command);
        }
    }

    /** No way of the set has room for granules that came down. */
    void refused(int want) {
        counters.refusedVictims += Integer.bitCount(want);
    }
}
