// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import dev.sluice.machine.cache.policy.ReplacementPolicy;
import dev.sluice.machine.cache.policy.WayCandidates;
import dev.sluice.machine.observe.SimObserver.DropReason;
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
    final @Nullable WayPartition partition;
    /** Null where no lines persist. */
    private final @Nullable PersistingLines persisting;
    /** Null where evicted lines leave at once. */
    final @Nullable VictimLines victims;
    /** The policy, if it may refuse lines; else null. */
    private final @Nullable ReplacementPolicy refuser;

    private final int ways;
    private final int lineShift;
    private final Rivals rivals;

    LinePlacement(
            Cache cache,
            TagArray tags,
            DataArray data,
            WriteBacks writeBacks,
            ReplacementPolicy policy,
            @Nullable PolicyView view,
            @Nullable PersistingLines persisting) {
        this.cache = cache;
        this.tags = tags;
        this.writeBacks = writeBacks;
        this.policy = policy;
        this.view = view;
        this.partition = WayPartition.of(tags, cache.spec());
        this.persisting = persisting;
        this.victims = VictimLines.of(cache, tags, data);
        this.refuser =
                view != null && policy.mayRefuse() && !cache.spec().geometry().tile() ? policy : null;
        this.ways = tags.ways;
        this.rivals = new Rivals(ways, persisting);
        this.lineShift = Integer.numberOfTrailingZeros(cache.spec().geometry().line());
    }

    /** Whether a read that misses goes past: the policy would rather not evict a line for it, or there is never room for it. */
    boolean refuses(int set, long number, Request r) {
        HalfCopies halves = cache.halves;
        if (halves != null && halves.goesPast(r)) {
            return true;
        }
        ReplacementPolicy asked = refuser;
        PolicyView seen = view;
        if (asked == null
                || seen == null
                || r.holder < Cache.MOVED) { // one that has a part of its sectors already must get the rest
            return false;
        }
        WayPartition mine = mine(r);
        return freeLine(mine, set, number) < 0
                && (persisting == null || !persisting.asked(r))
                && asked.refuses(seen.coming(r, set), rivals.of(set, mine));
    }

    /** Has new lines go into the first so many ways of each set, where {@link dev.sluice.device.CacheStructure.Split} is on. */
    void limit(int allowed) {
        if (partition != null) {
            partition.limit(allowed);
        }
    }

    /** The ways of a request's client; null where it may use all. */
    private @Nullable WayPartition mine(Request r) {
        return partition == null ? null : partition.of(r.client);
    }

    private int freeLine(@Nullable WayPartition mine, int set, long number) {
        return mine == null ? tags.freeLine(set, number) : mine.freeLine(set);
    }

    /** Finds a line for a line number, evicting if need be; -1 if every way waits for a fill. */
    int allocate(int set, long number, Request r) {
        WayPartition mine = mine(r);
        HalfCopies halves = cache.halves;
        if (mine != null && halves != null && halves.isCopy(r.address)) {
            mine.without(halves.room.closed(set));
        }
        int line = freeLine(mine, set, number);
        if (line < 0) {
            int way = wayFor(mine, set, r);
            if (way < 0) {
                return -1;
            }
            line = set * ways + way;
            VictimLines beside = victims;
            if (beside == null) {
                evict(line, set, r);
            } else {
                stepAside(line, set, r, beside);
            }
        }
        tags.allocate(line, set, number);
        HandDown down = cache.handDown;
        if (down != null) {
            down.came(line);
        }
        came(line, set, r);
        CompressedLines packed = cache.compressed;
        if (packed != null) {
            packed.came(set);
        }
        return line;
    }

    /** Whether lines go where the policy says and leave at once. */
    boolean plain() {
        return view == null && partition == null && persisting == null && victims == null;
    }

    /** As {@link #allocate} where placement is {@link #plain}, while nothing is remembered of lines that were dropped. */
    static int place(Cache cache, int set, long number, Request r) {
        TagArray tags = cache.tags;
        int free = tags.presentLines() == tags.lines ? -1 : tags.freeLine(set, number);
        if (free < 0) {
            return replace(cache, set, number, r);
        }
        tags.allocate(free, set, number);
        cache.policy.onFill(set, free - set * tags.ways, (r.flags & Request.STREAMING) != 0);
        return free;
    }

    private static int replace(Cache cache, int set, long number, Request r) {
        TagArray tags = cache.tags;
        ReplacementPolicy policy = cache.policy;
        int way = policy.victim(set, tags);
        if (way < 0) {
            return -1;
        }
        int line = set * tags.ways + way;
        if (tags.dirty(line)) {
            cache.counters.dirtyEvictions++;
            cache.writeBacks.write(line, r.client, r.command, WriteBackReason.EVICTION);
        }
        cache.counters.evictions++;
        tags.replace(line, set, number);
        policy.onFill(set, way, (r.flags & Request.STREAMING) != 0);
        return line;
    }

    /** Evicts a line of a set for a request, by the policy among those that may go. */
    void makeRoom(int set, Request r, WayCandidates among) {
        int way = choose(among, set, r);
        if (way < 0) {
            throw new IllegalStateException(cache.name() + ": no line of set " + set + " makes room");
        }
        evict(set * ways + way, set, r);
        policy.onInvalidate(set, way);
    }

    /** The way that makes room for a request, by the policy; -1 if every one waits for a fill. */
    private int wayFor(@Nullable WayPartition mine, int set, Request r) {
        return choose(mine == null ? tags : mine, set, r);
    }

    private int choose(WayCandidates candidates, int set, Request r) {
        return persisting != null
                ? persisting.victim(policy, view, r, set, candidates)
                : view == null ? policy.victim(set, candidates) : policy.victim(view.coming(r, set), candidates);
    }

    /** A request put a line into its way. */
    private void came(int line, int set, Request r) {
        if (view == null) {
            policy.onFill(set, line - set * ways, r.has(Request.STREAMING));
        } else {
            policy.onFill(view.came(r, set, line));
        }
        if (persisting != null) {
            persisting.used(set, line, r);
        }
        SliceWatch watch = cache.watch;
        if (watch != null) {
            watch.placed(line, r);
        }
    }

    /** A line of a set goes to the victim cache, whose oldest is evicted if it is full. */
    private void stepAside(int line, int set, Request r, VictimLines beside) {
        int to = beside.place();
        if (!tags.empty(to)) {
            evict(to, set, r);
        }
        if (persisting != null) {
            persisting.left(line, set);
        }
        beside.exchange(line, set, to, cache);
        beside.counters.victimInsertions++;
    }

    /** Brings a line of the victim cache back into its set for a request; returns its place there, -1 if every way waits for a fill. */
    int bringBack(int from, int set, long number, Request r, VictimLines beside) {
        WayPartition mine = mine(r);
        int line = freeLine(mine, set, number);
        if (line < 0) {
            int way = wayFor(mine, set, r);
            if (way < 0) {
                return -1;
            }
            line = set * ways + way;
            if (persisting != null) {
                persisting.left(line, set);
            }
        }
        beside.exchange(line, set, from, cache);
        beside.counters.victimHits++;
        came(line, set, r);
        return line;
    }

    private void evict(int line, int set, Request r) {
        CopiesAbove above = cache.above;
        if (above != null && !leavesAbove(line, r, above)) {
            return;
        }
        if ((tags.state(line) & TagArray.DIRTY) != 0) {
            cache.counters.dirtyEvictions++;
            writeBacks.write(line, r.client, r.command, WriteBackReason.EVICTION);
        } else {
            HandDown down = cache.handDown;
            if (down != null) {
                down.send(line, r);
            }
        }
        cache.counters.evictions++;
        if (cache.prefetches != null) {
            cache.prefetches.evicted(line);
        }
        CacheProbe probe = cache.probe;
        if (probe != null) {
            probe.evicted(tags.lineNumber(line));
        }
        if (cache.observed) {
            cache.reports.dropped(line, r.command, DropReason.EVICTION);
        }
        if (persisting != null) {
            persisting.left(line, set);
        }
        CompressedLines packed = cache.compressed;
        if (packed != null) {
            packed.left(line, set);
        }
        tags.evict(line, set);
    }

    /**
     * Drops the copies above of a line that is about to go, before it does: without time what they write back is merged into it. If that
     * brings it back from the victim cache, another one may lie in its place.
     *
     * @return whether a line is there yet
     */
    private boolean leavesAbove(int line, Request r, CopiesAbove above) {
        while (!tags.empty(line)) {
            long number = tags.lineNumber(line);
            cache.stats().structure().backInvalidations +=
                    above.drop(number << lineShift, 1 << lineShift, r, writeBacks.atOnce());
            if (!tags.empty(line) && tags.lineNumber(line) == number) {
                return true;
            }
        }
        return false;
    }
}
