// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import dev.sluice.device.CacheSpec;
import dev.sluice.machine.cache.policy.ReplacementPolicy;
import dev.sluice.machine.observe.SimObserver.WriteBackReason;
import dev.sluice.machine.request.Request;

/** Where a line lies in a cache slice: its set by hash, its way by replacement policy, and what it evicts. */
final class LinePlacement {

    private final Cache cache;
    private final TagArray tags;
    private final WriteBacks writeBacks;
    private final ReplacementPolicy policy;
    private final SliceHash slices;
    private final int sets;
    private final boolean setsPowerOfTwo;
    private final int setBits;
    private final boolean xor;
    private final int ways;
    private final int lineShift;

    LinePlacement(Cache cache, TagArray tags, WriteBacks writeBacks, ReplacementPolicy policy, SliceHash slices) {
        CacheSpec spec = cache.spec();
        this.cache = cache;
        this.tags = tags;
        this.writeBacks = writeBacks;
        this.policy = policy;
        this.slices = slices;
        this.sets = spec.geometry().sets();
        this.setsPowerOfTwo = Integer.bitCount(sets) == 1;
        this.setBits = Math.max(1, 32 - Integer.numberOfLeadingZeros(sets - 1));
        this.xor = spec.geometry().hash() == CacheSpec.Hash.XOR;
        this.ways = spec.geometry().ways();
        this.lineShift = Integer.numberOfTrailingZeros(spec.geometry().line());
    }

    /** The line that holds an address, or -1. */
    int find(long address) {
        long number = lineNumber(address);
        return tags.find(set(number), number);
    }

    /** The line number of an address: the address in units of the line's size. */
    long lineNumber(long address) {
        return address >>> lineShift;
    }

    /** The set to which a line number belongs. */
    int set(long lineNumber) {
        long local = slices.local(lineNumber);
        return sets == 1 ? 0 : SliceHash.choose(local, sets, setsPowerOfTwo, setBits, xor);
    }

    /** Tells the replacement policy that a line of a set was used. */
    void touch(int set, int line) {
        policy.onHit(set, line - set * ways);
    }

    /** Finds a line for a line number, evicting if need be; -1 if every way waits for a fill. */
    int allocate(int set, long number, Request r) {
        int line = tags.freeLine(set, number);
        if (line < 0) {
            int way = policy.victim(set, tags);
            if (way < 0) {
                return -1;
            }
            line = set * ways + way;
            evict(line, set, r);
        }
        tags.allocate(line, set, number);
        policy.onFill(set, line - set * ways, r.has(Request.STREAMING));
        return line;
    }

    private void evict(int line, int set, Request r) {
        if ((tags.state(line) & TagArray.DIRTY) != 0) {
            cache.counters.dirtyEvictions++;
            writeBacks.write(line, r.client, r.command, WriteBackReason.EVICTION);
        }
        cache.counters.evictions++;
        if (cache.observed) {
            cache.observer.drop(cache.now(), cache.name(), tags.lineNumber(line) << lineShift, r.command, false);
        }
        tags.evict(line, set);
    }
}
