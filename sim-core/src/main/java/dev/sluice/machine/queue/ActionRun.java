// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import dev.sluice.machine.cache.Maintenance;
import dev.sluice.machine.cache.WriteBackTally;
import dev.sluice.machine.engine.Component;
import dev.sluice.machine.memory.ResourceRanges;
import dev.sluice.program.sync.AddressRange;
import dev.sluice.program.sync.CacheAction;
import dev.sluice.result.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** One cache action of one barrier while it is carried out on every instance of its role. */
public final class ActionRun {

    private final CacheAction action;
    private final BarrierRun barrier;
    private final Component owner;
    private final int replyKind;
    private final long overhead;
    private String cache = "";
    private int instances;
    private int outstanding;
    private long linesVisited;
    private long dirtyLines;
    private long writtenBackBytes;
    private long invalidatedLines;
    private long invalidatedBytes;
    private final long startCycle;
    private long endCycle;
    private @Nullable WriteBackTally tally;
    /** Walks that are not done: what they did so far counts where a run is stopped. */
    private final List<Maintenance> underWay = new ArrayList<>();

    /**
     * @param owner who is told when it is done
     * @param replyKind as which event; its argument is the barrier's number
     * @param overhead cycles that it takes when the caches are done
     */
    ActionRun(CacheAction action, BarrierRun barrier, Component owner, int replyKind, long overhead) {
        this.action = action;
        this.barrier = barrier;
        this.owner = owner;
        this.replyKind = replyKind;
        this.overhead = overhead;
        this.startCycle = owner.now();
        this.endCycle = startCycle;
    }

    /** What to do. */
    public CacheAction action() {
        return action;
    }

    /** As results name it. */
    String kind() {
        return action.verb().text() + ":" + action.target();
    }

    /** The cache nodes that carry it out, with commas between. */
    String caches() {
        return cache;
    }

    /** The bytes concerned; null for all. */
    public @Nullable List<AddressRange> ranges() {
        return barrier.order.caches().ranges();
    }

    /** Whether lines of the ranges are looked up one by one, whatever a cache does as a rule with ranges. */
    public boolean exact() {
        return barrier.order.caches().exact();
    }

    /** The barrier's number, to which later refills are charged. */
    public int barrier() {
        return barrier.index;
    }

    /** Where all instances count what they write back by resource. */
    public WriteBackTally tally(ResourceRanges resources) {
        WriteBackTally known = tally;
        if (known == null) {
            known = new WriteBackTally(resources);
            tally = known;
        }
        return known;
    }

    /** Notes that {@code count} instances (slices) of a cache node have begun; each calls {@link #instanceDone} once. */
    public void began(String node, int count) {
        cache = cache.isEmpty() ? node : cache + "," + node;
        instances += count;
        outstanding += count;
    }

    /** Notes a walk of an instance that begins. */
    public void walks(Maintenance walk) {
        underWay.add(walk);
    }

    /** Counts what a walk of an instance did, which is done. */
    public void walked(Maintenance walk) {
        underWay.remove(walk);
        walked(walk.linesVisited, walk.dirtyLines, walk.writtenBackBytes, walk.invalidatedLines, walk.invalidatedBytes);
    }

    /** Counts what a walk of an instance did. */
    public void walked(long visited, long dirty, long writtenBack, long invalidated, long bytesInvalidated) {
        linesVisited += visited;
        dirtyLines += dirty;
        writtenBackBytes += writtenBack;
        invalidatedLines += invalidated;
        invalidatedBytes += bytesInvalidated;
    }

    /** One instance is done; the last one wakes the barrier. */
    public void instanceDone() {
        if (--outstanding == 0) {
            endCycle = owner.now() + overhead;
            owner.engine().schedule(owner, overhead, replyKind, barrier.index);
        }
    }

    /** Whether no cache of the device has this role. */
    boolean empty() {
        return instances == 0;
    }

    private long soFar(long done, ToLongFunction<Maintenance> count) {
        return done + underWay.stream().mapToLong(count).sum();
    }

    RunResult.ActionResult result() {
        return new RunResult.ActionResult(
                kind(),
                cache,
                instances,
                soFar(linesVisited, walk -> walk.linesVisited),
                soFar(dirtyLines, walk -> walk.dirtyLines),
                soFar(writtenBackBytes, walk -> walk.writtenBackBytes),
                soFar(invalidatedLines, walk -> walk.invalidatedLines),
                soFar(invalidatedBytes, walk -> walk.invalidatedBytes),
                startCycle,
                endCycle,
                tally == null ? Map.of() : tally.lines(),
                tally == null ? Map.of() : tally.bytes());
    }
}
