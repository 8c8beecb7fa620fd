// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import dev.sluice.machine.cache.policy.ReplacementPolicy;
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

    /** Null where no lines persist. */
    private final @Nullable PersistingLines persisting;
    /** The policy, if it may refuse lines; else null. */
    private final @Nullable ReplacementPolicy refuser;

    private final int ways;
    private final int lineShift;

    LinePlacement(
            Cache cache,
            TagArray tags,
            WriteBacks writeBacks,
            ReplacementPolicy policy,
            @Nullable PolicyView view,
            @Nullable PersistingLines persisting) {
        this.cache = cache;
        this.tags = tags;
        this.writeBacks = writeBacks;
        this.policy = policy;
        this.view = view;
        this.persisting = persisting;
        this.refuser =
                view != null && policy.mayRefuse() && !cache.spec().geometry().tile() ? policy : null;
        this.ways = tags.ways;
        this.lineShift = Integer.numberOfTrailingZeros(cache.spec().geometry().line());
    }

    /** Whether the policy would have a read that misses go past rather than evict a line for it. */
    boolean refuses(int set, long number, Request r) {
        ReplacementPolicy asked = refuser;
        PolicyView seen = view;
        return asked != null
                && seen != null
                && r.holder >= Cache.MOVED // one that has a part of its sectors already must get the rest
                && tags.freeLine(set, number) < 0
                && (persisting == null || !persisting.asked(r))
                && asked.refuses(seen.coming(r, set));
    }

    /** Finds a line for a line number, evicting if need be; -1 if every way waits for a fill. */
    int allocate(int set, long number, Request r) {
        int line = tags.freeLine(set, number);
        if (line < 0) {
            int way = persisting == null
                    ? view == null ? policy.victim(set, tags) : policy.victim(view.coming(r, set), tags)
                    : persisting.victim(policy, view, r, set);
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
        if (persisting != null) {
            persisting.used(set, line, r);
        }
        return line;
    }

    private void evict(int line, int set, Request r) {
        if ((tags.state(line) & TagArray.DIRTY) != 0) {
            cache.counters.dirtyEvictions++;
            writeBacks.write(line, r.client, r.command, WriteBackReason.EVICTION);
        }
        cache.counters.evictions++;
        CacheProbe probe = cache.probe;
        if (probe != null) {
            probe.evicted(tags.lineNumber(line));
        }
        if (cache.observed) {
            cache.observer.drop(cache.now(), cache.name(), tags.lineNumber(line) << lineShift, r.command, false);
        }
        if (persisting != null) {
            persisting.left(line, set);
        }
        tags.evict(line, set);
    }
}
