// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import dev.sluice.machine.cache.policy.ReplacementPolicy;
import dev.sluice.machine.cache.policy.WayCandidates;
import dev.sluice.machine.observe.SimObserver.WriteBackReason;
import dev.sluice.machine.request.Request;
import org.jspecify.annotations.Nullable;

/** Where a new line goes in its set: a way by replacement policy, and what it evicts. */
final class LinePlacement {

    private final Cache cache;
    private final TagArray tags;
    private final WriteBacks writeBacks;
    private final ReplacementPolicy policy;
    /** Null where the policy does not ask for accesses. */
    private final @Nullable PolicyView view;

    /** Null where every client uses all ways. */
    private final @Nullable WayPartition partition;

    private final int ways;
    private final int lineShift;

    LinePlacement(
            Cache cache, TagArray tags, WriteBacks writeBacks, ReplacementPolicy policy, @Nullable PolicyView view) {
        this.cache = cache;
        this.tags = tags;
        this.writeBacks = writeBacks;
        this.policy = policy;
        this.view = view;
        this.partition = WayPartition.of(tags, cache.spec().structure().partition());
        this.ways = tags.ways;
        this.lineShift = Integer.numberOfTrailingZeros(cache.spec().geometry().line());
    }

    /** Finds a line for a line number, evicting if need be; -1 if every way waits for a fill. */
    int allocate(int set, long number, Request r) {
        WayPartition mine = partition == null ? null : partition.of(r.client);
        int line = mine == null ? tags.freeLine(set, number) : mine.freeLine(set);
        if (line < 0) {
            WayCandidates candidates = mine == null ? tags : mine;
            int way = view == null ? policy.victim(set, candidates) : policy.victim(view.coming(r, set), candidates);
            if (way < 0) {
                return -1;
            }
            line = set * ways + way;
            evict(line, set, r);
        }
        tags.allocate(line, set, number);
        if (view == null) {
            policy.onFill(set, line - set * ways, r.has(Request.STREAMING));
        } else {
            policy.onFill(view.came(r, set, line));
        }
        return line;
    }

    private void evict(int line, int set, Request r) {
        if ((tags.state(line) & TagArray.DIRTY) != 0) {
            cache.counters.dirtyEvictions++;
            writeBacks.write(line, r.client, r.command, WriteBackReason.EVICTION);
        }
        cache.counters.evictions++;
        if (cache.prefetches != null) {
            cache.prefetches.evicted(line);
        }
        if (cache.observed) {
            cache.observer.drop(cache.now(), cache.name(), tags.lineNumber(line) << lineShift, r.command, false);
        }
        CopiesAbove above = cache.above;
        if (above != null) {
            cache.stats().structure().backInvalidations +=
                    above.drop(tags.lineNumber(line) << lineShift, 1 << lineShift, r);
        }
        tags.evict(line, set);
    }
}
