// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import dev.sluice.device.CacheSpec;
import dev.sluice.device.ClockRatio;
import dev.sluice.machine.observe.SimObserver.DropReason;
import dev.sluice.machine.observe.SimObserver.WriteBackReason;
import dev.sluice.machine.request.Request;
import dev.sluice.result.CacheCounters;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Walks the tags of a slice for flushes and invalidates, one after the other.
 *
 * <p>The walk examines {@code walkLinesPerCycle} tags a cycle, whatever they hold, and owns the tag port meanwhile: it yields
 * once per {@value #BURST} cycles to look-ups that wait, and each look-up lengthens it by a cycle. Host time goes with the lines
 * that need something done, because occupancy bitmaps tell where they are and clean lines are dropped in passing.
 */
final class Walker {

    private static final int BURST = 32;

    private final Cache cache;
    private final TagArray tags;
    private final FillPath fills;
    private final WriteBacks writeBacks;
    private final Outlet outlet;
    private final CacheCounters counters;
    private final int perCycle;
    private final @Nullable ClockRatio clock;
    private final int lineBytes;
    private final boolean honoursRanges;
    private final String[] actions;

    private @Nullable Maintenance active;
    private @Nullable Maintenance queueTail;
    private boolean blocked;
    private boolean everything;
    private long began;
    private long blockedSince;
    private long walkCycles;
    private int position;
    private int target;

    Walker(Cache cache, TagArray tags, FillPath fills, WriteBacks writeBacks, Outlet outlet) {
        CacheSpec spec = cache.spec();
        this.cache = cache;
        this.tags = tags;
        this.fills = fills;
        this.writeBacks = writeBacks;
        this.outlet = outlet;
        this.counters = cache.counters;
        this.perCycle = spec.upkeep().walkLinesPerCycle();
        this.clock = OwnClock.of(spec);
        this.lineBytes = spec.geometry().line();
        this.honoursRanges = spec.upkeep().rangedMaintenance();
        this.actions = new String[] {
            "flush:" + spec.role(),
            "invalidate:" + spec.role(),
            "flush+invalidate:" + spec.role(),
            "discard:" + spec.role()
        };
    }

    boolean idle() {
        return active == null;
    }

    void order(Maintenance maintenance) {
        maintenance.next = null;
        if (active == null) {
            begin(maintenance);
        } else if (queueTail == null) {
            active.next = maintenance;
            queueTail = maintenance;
        } else {
            queueTail.next = maintenance;
            queueTail = maintenance;
        }
    }

    /** Carries an order out at once, outside simulated time, while nothing is under way here. */
    void perform(Maintenance m) {
        open(m);
        HollowLines hollow = cache.lookups.hollow;
        boolean within = hollow.begin();
        pass(m, tags.lines);
        passed(m);
        hollow.end(within, m.command);
        close(m);
    }

    private void begin(Maintenance m) {
        active = m;
        cache.walking = true;
        began = cache.now();
        open(m);
        int rate = m.exact ? 1 : perCycle;
        walkCycles = (m.linesVisited + rate - 1) / rate;
        if (clock != null) {
            walkCycles = clock.coreCycles(walkCycles);
        }
        if (m.drops()) {
            poisonOutstanding(m);
        }
        plan(m);
    }

    /** Goes to the first of the lines that an order concerns. */
    private void open(Maintenance m) {
        m.startCycle = cache.now();
        boolean keepsToRanges = honoursRanges || m.verb == Maintenance.Verb.DISCARD;
        everything = !m.exact && (!keepsToRanges || m.ranges == 0);
        m.linesVisited = everything ? cache.ownLines() : m.rangeLines(lineBytes, cache.ownLines());
        position = 0;
        if (cache.observed) {
            cache.observer.maintenance(m.startCycle, cache.name(), actions[m.verb.ordinal()], m.barrier, true);
        }
    }

    /** Says that an order was carried out. */
    private void close(Maintenance m) {
        m.endCycle = cache.now();
        if (cache.observed) {
            cache.observer.maintenance(m.endCycle, cache.name(), actions[m.verb.ordinal()], m.barrier, false);
        }
        cache.orders().over(m);
    }

    /** A fill under way when an invalidate begins may carry bytes from before it. */
    private void poisonOutstanding(Maintenance m) {
        if (cache.outstandingLines() == 0) {
            return;
        }
        for (int line = tags.nextPresent(0); line < tags.lines; line = tags.nextPresent(line + 1)) {
            if ((tags.state(line) & TagArray.PINNED) != 0 && covers(m, line)) {
                fills.poison(line, TagArray.VALID);
            }
        }
    }

    private boolean covers(Maintenance m, int line) {
        return everything || m.covers(tags.lineNumber(line) * lineBytes, lineBytes);
    }

    /** Schedules the walk's arrival at the next dirty line or at the end. */
    private void plan(Maintenance m) {
        int line = tags.nextDirty(position);
        while (line < tags.lines && !covers(m, line)) {
            line = tags.nextDirty(line + 1);
        }
        target = line;
        cache.wakeWalker(Math.max(0, arrival() - cache.now()));
    }

    /** The cycle at which the walk has examined the target, or all lines. */
    private long arrival() {
        return began + (target >= tags.lines ? walkCycles : (long) target * walkCycles / tags.lines);
    }

    void onWalk() {
        Maintenance m = active;
        if (m == null || !cache.walking || blocked) {
            return;
        }
        long late = arrival() - cache.now();
        if (late > 0) {
            cache.wakeWalker(late); // look-ups lengthened the walk
            return;
        }
        while (target < tags.lines && arrival() <= cache.now()) {
            if (!outlet.hasRoom()) {
                blocked = true;
                cache.walking = false;
                blockedSince = cache.now();
                return;
            }
            pass(m, target + 1);
            int line = tags.nextDirty(position);
            while (line < tags.lines && !covers(m, line)) {
                line = tags.nextDirty(line + 1);
            }
            target = line;
        }
        if (target >= tags.lines && arrival() <= cache.now()) {
            pass(m, tags.lines);
            passed(m);
            cache.walking = false;
            writeBacks.closeEpoch();
            awaitSettled();
        } else {
            cache.wakeWalker(arrival() - cache.now());
        }
    }

    /** The queue to the next level has room again. */
    void onRoom() {
        if (blocked) {
            blocked = false;
            cache.walking = true;
            began += cache.now() - blockedSince;
            cache.wakeWalker(0);
        }
    }

    /** Examines the lines from the current position up to {@code end}. */
    private void pass(Maintenance m, int end) {
        boolean drops = m.drops();
        int line = drops ? tags.nextPresent(position) : tags.nextDirty(position);
        while (line < end) {
            if (covers(m, line)) {
                if ((tags.state(line) & TagArray.DIRTY) != 0) {
                    m.dirtyLines++;
                    if (m.verb == Maintenance.Verb.DISCARD && wholly(m, line)) {
                        writeBacks.forget(line);
                        m.discardedLines++;
                    } else {
                        writeBack(m, line);
                    }
                }
                if (drops) {
                    invalidate(m, line);
                }
            }
            line = drops ? tags.nextPresent(line + 1) : tags.nextDirty(line + 1);
        }
        position = end;
    }

    /** Has it noted which lines the walk has dropped: all but those that came meanwhile, or come still. */
    private void passed(Maintenance m) {
        LookupTrace trace = cache.trace();
        if (trace == null || !m.drops()) {
            return;
        }
        LongStream.Builder left = LongStream.builder();
        for (int line = tags.nextPresent(0); line < tags.lines; line = tags.nextPresent(line + 1)) {
            if (covers(m, line)) {
                left.add(tags.lineNumber(line));
            }
        }
        trace.drop(m, everything, left.build().sorted().toArray());
    }

    private boolean wholly(Maintenance m, int line) {
        return m.coversWhole(tags.lineNumber(line) * lineBytes, lineBytes);
    }

    private void writeBack(Maintenance m, int line) {
        counters.flushedLines++;
        m.writtenBackBytes += writeBacks.write(
                line,
                WriteBacks.maintenanceClient(),
                m.command,
                m.drops() ? WriteBackReason.INVALIDATE : WriteBackReason.FLUSH,
                m.tally);
    }

    private void invalidate(Maintenance m, int line) {
        int held = tags.state(line) & TagArray.VALID;
        if (held != 0) {
            m.invalidatedLines++;
            m.invalidatedBytes += (long) Integer.bitCount(held) * Request.SECTOR_BYTES;
            counters.invalidatedLines++;
        }
        if (cache.observed) {
            cache.reports.dropped(line, m.command, DropReason.INVALIDATE);
        }
        CacheProbe probe = cache.probe;
        if (probe != null) {
            probe.lost(tags.lineNumber(line), held);
        }
        if (m.barrier >= 0) {
            tags.dropped.mark(line, held, m.barrier);
        }
        fills.poison(line, tags.state(line) & TagArray.VALID);
        tags.clear(line, TagArray.VALID);
        if ((tags.state(line) & TagArray.PINNED) == 0) {
            cache.drop(line);
        }
    }

    /** Brings the walk up to date before a look-up; returns the first cycle at which the look-up gets the tag port. */
    long yieldTo(long now) {
        Maintenance m = active;
        if (m == null || !cache.walking) {
            return now;
        }
        long walked = now - began;
        if (walked >= walkCycles) {
            return now;
        }
        long next = began + (walked / BURST + 1) * BURST;
        began++;
        return Math.min(next, began + walkCycles);
    }

    /** Drops what the walk has passed by now, so that a look-up finds what it would find. */
    void catchUp(long now) {
        Maintenance m = active;
        if (m == null || !cache.walking || !m.drops()) {
            return;
        }
        long walked = Math.max(0, now - began);
        int reached = walked >= walkCycles ? target : (int) Math.min(target, walked * tags.lines / walkCycles);
        if (reached > position) {
            pass(m, reached);
        }
    }

    /** A write-back was answered: if it was the last that a walk waited for, the walk is over when the answer comes. */
    void answered() {
        if (active != null && !cache.walking && !blocked) {
            awaitSettled();
        }
    }

    /** The walk has ended, and its write-backs are all sent. */
    private void awaitSettled() {
        long at = writeBacks.settledAt();
        if (at <= cache.now()) {
            finishIfSettled();
        } else if (at != WriteBacks.NEVER) {
            cache.wakeSettled(at - cache.now());
        }
    }

    /** The cycle has come in which the last write-back was answered. */
    void finishIfSettled() {
        Maintenance m = active;
        if (m == null || cache.walking || blocked || writeBacks.settledAt() > cache.now()) {
            return;
        }
        close(m);
        Maintenance next = m.next;
        m.next = null;
        active = null;
        if (next == queueTail) {
            queueTail = null;
        }
        if (m.replyTo != null) {
            cache.engine().schedule(m.replyTo, 0, m.replyKind, m.replyArgument);
        }
        if (next != null) {
            begin(next);
        }
    }
}
