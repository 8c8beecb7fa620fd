// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import dev.sluice.device.DramSpec;
import dev.sluice.machine.cache.Cache;
import dev.sluice.machine.cache.Maintenance;
import dev.sluice.machine.engine.Audit;
import dev.sluice.machine.engine.EventOrder;
import dev.sluice.machine.fault.StreamException;
import dev.sluice.machine.memory.AddressSpace;
import dev.sluice.machine.memory.SnoopedRanges;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.tlb.PageTableLayout;
import dev.sluice.machine.tlb.SharedTlb;
import dev.sluice.machine.trace.AccessTrace;
import dev.sluice.machine.trace.TraceKind;
import dev.sluice.machine.trace.TraceRecord;
import dev.sluice.result.Counted;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Feeds a trace of accesses into a device: each at its cycle, or as soon as those before it have been issued.
 *
 * <p>The trace is read as far as nothing waits that has no room: a lane (a path into the hierarchy) holds so many records that
 * wait, and the first one that it does not take ends the reading until it does. So records of a cycle are issued in the order
 * of the trace, and memory is bounded whatever the trace's length.
 */
final class AccessFeed extends TraceFeed {

    private static final int CYCLE = 0;
    private static final int ISSUE = 1;
    private static final int MAINTAINED = 2;

    private static final long NONE = Long.MAX_VALUE;
    /** Cycles that something with room waits for its place in the trace: units send what has room some cycles later if much has. */
    private static final int PATIENCE = 64;
    /** The barrier of all maintenance of barriers, which a trace does not tell apart. */
    private static final int SOME_BARRIER = 0;

    private final Gpu gpu;
    private final AccessTrace trace;
    private final SnoopedRanges snooped;
    private final Runnable reset;
    private final TraceRequests requests;
    private final ReplayedImages images;
    private final TraceLanes lanes;
    private final Map<String, Cache> caches = new HashMap<>();
    private final Map<String, Integer> unknown = new TreeMap<>();
    private final TraceRecord record = new TraceRecord();
    private @Nullable TraceRecord spare;
    private @Nullable EventOrder order;
    private long waitedIn = -1;
    private int waitedAt;
    private boolean pending;
    private boolean ended;
    /** Whether nothing has missed its place in the trace yet: as in the run, that is, if there are places. */
    private boolean exact = true;

    private long rooms;

    private long wakesAt = NONE;
    private boolean ticking;
    private long issued;
    private long lastActivity;
    private long orders;
    private long ordersDone;

    /**
     * Feeds a device.
     *
     * @param outstanding how many accesses of a lane may be under way; 0 for any number
     * @param images those whose tiles may lie compressed
     * @param reset has counters begin anew
     */
    AccessFeed(
            Gpu gpu,
            AccessTrace trace,
            TraceRequests requests,
            SnoopedRanges snooped,
            ReplayedImages images,
            int outstanding,
            Runnable reset) {
        super(gpu.engine, "trace");
        this.gpu = gpu;
        this.trace = trace;
        this.snooped = snooped;
        this.requests = requests;
        this.images = images;
        this.lanes = new TraceLanes(this, gpu, requests, outstanding, trace.ordered());
        this.reset = reset;
        gpu.hierarchy.nodes().forEach(node -> node.slices().forEach(slice -> caches.put(slice.name(), slice)));
    }

    @Override
    void begin() {
        if (trace.ordered()) {
            order = engine().order(this::atPlace);
        }
        wakeAt(0);
    }

    @Override
    long issued() {
        return issued;
    }

    @Override
    long lastActivity() {
        return lastActivity;
    }

    @Override
    List<String> notes() {
        List<String> notes = new ArrayList<>();
        if (lanes.elsewhere() > 0) {
            notes.add("units or clients of the trace that " + gpu.spec.name() + " has not: " + lanes.elsewhere()
                    + "; units are counted modulo those there are, such clients taken for storage");
        }
        unknown.forEach((cache, count) -> notes.add(
                Counted.of(count, "maintenance order of " + cache + " is", "maintenance orders of " + cache + " are")
                        + " left out: " + gpu.spec.name() + " has no such cache"));
        images.addNotes(notes);
        return notes;
    }

    @Override
    public void onEvent(int kind, int argument) {
        switch (kind) {
            case CYCLE -> {
                // after what else is there in this cycle, as compute units are
                if (now() >= wakesAt) {
                    wakesAt = NONE;
                }
                tick();
            }
            case ISSUE -> {
                ticking = false;
                issue();
            }
            case MAINTAINED -> {
                ordersDone++;
                lastActivity = now();
            }
            default -> throw new IllegalStateException("event kind " + kind);
        }
    }

    /** A lane has room again, or may issue what it held back. */
    void wake() {
        tick();
    }

    private void tick() {
        if (!ticking) {
            ticking = true;
            engine().schedule(this, 0, ISSUE, 0);
        }
    }

    private void wakeAt(long cycle) {
        if (cycle < wakesAt) {
            wakesAt = cycle;
            engine().scheduleAt(this, cycle, CYCLE, 0);
        }
    }

    private void issue() {
        long now = now();
        boolean blocked = false;
        letIn(now);
        lanes.issue(now);
        while (read()) {
            if (record.time > now) {
                wakeAt(record.time);
                break;
            }
            if (!placed(now) && waits(now)) {
                tick();
                break;
            }
            if (!perform(now)) {
                blocked = record.kind == TraceKind.ENTER;
                break;
            }
        }
        if (blocked || lanes.wantNextCycle()) {
            wakeAt(now + 1);
        }
    }

    /** Does what the trace has in this place of the cycle. */
    private void atPlace() {
        long now = now();
        while (read() && record.after != TraceRecord.LAST && record.time <= now && placed(now)) {
            if (!perform(now)) {
                if (record.kind == TraceKind.ENTER) {
                    wakeAt(now + 1); // whatever happens in this cycle
                }
                return;
            }
        }
        if (pending && record.time > now) {
            wakeAt(record.time);
        }
    }

    /** Whether what has room waits for the place that the trace gives it. */
    boolean exact() {
        return exact;
    }

    /** There is room for something that waits for its place: how many times there was before. */
    long countRoom() {
        return rooms++;
    }

    /** A lane has room for what is to go in when the trace says so. */
    void hasRoom(TraceLane lane) {
        if (pending && record.kind == TraceKind.ENTER && record.time <= now() && placed(now())) {
            atPlace(); // which may have come to it already
        }
        if (lane.roomSince() != TraceLane.NOT_YET) {
            wakeAt(now() + PATIENCE);
        }
    }

    /** Lets in what has room and has waited too long for its place: in this hierarchy, or in that of the run, it did not wait. */
    private void letIn(long now) {
        long since = lanes.roomSince();
        if (since == TraceLane.NOT_YET) {
            return;
        }
        exact = exact && now - since < PATIENCE;
        if (exact) {
            wakeAt(since + PATIENCE);
        } else {
            lanes.enter();
        }
    }

    /** Something missed its place: what waits for its own does so no longer. */
    private void missed() {
        if (exact) {
            exact = false;
            tick();
        }
    }

    /** Lets a lane's request in, if it waits for that; false if there is no room for it yet, but may be before the place is over. */
    private boolean enter(long now) {
        TraceLane lane = lanes.waitingFor(record);
        if (!lane.waits()) {
            return true;
        }
        if (lane.roomSince() != TraceLane.NOT_YET) {
            lane.enter();
            return true;
        }
        EventOrder places = order;
        if (places != null && record.time == now && record.after == places.place()) {
            return false;
        }
        missed();
        return true;
    }

    /** Whether the place of the record within its cycle has come. */
    private boolean placed(long now) {
        EventOrder places = order;
        return places == null || record.time < now || record.after <= places.place();
    }

    /** Whether a place may yet come in this cycle: where the hierarchy is another one than that of the run, it may not. */
    private boolean waits(long now) {
        int place = Objects.requireNonNull(order).place();
        boolean changed = waitedIn != now || waitedAt != place;
        waitedIn = now;
        waitedAt = place;
        return changed;
    }

    private boolean read() {
        if (!pending && !ended) {
            pending = trace.next(record);
            ended = !pending;
        }
        return pending;
    }

    /** Does what the record says, or has a lane keep it; false if it has to wait. */
    private boolean perform(long now) {
        if (record.kind == TraceKind.ENTER) {
            if (!enter(now)) {
                return false;
            }
        } else if (record.kind.access()) {
            check(record);
            if (record.time < now) {
                missed();
            }
            if (!lanes.of(record).offer(record, now)) {
                return false;
            }
            issued++;
        } else if (record.kind.maintenance()) {
            maintain();
        } else if (record.kind == TraceKind.RESET) {
            reset.run();
        } else if (record.kind == TraceKind.PAGETABLE) {
            placePageTable();
        } else if (record.kind == TraceKind.CONTENTS) {
            check(record);
            atStart(issued == 0);
            if (gpu.pool.functional()) {
                requests.store(record, gpu.host, gpu.vram.store());
            }
        } else if (record.kind == TraceKind.STORAGE) {
            images.allow(record, trace.where());
        } else if (record.kind == TraceKind.CLEAR) {
            check(record);
            orders += images.clear(record, trace.where(), this, MAINTAINED) ? 1 : 0;
        } else if (OpenedTrace.ofHead(record.kind)) {
            atStart(false);
        } else {
            snoop();
        }
        pending = false;
        return true;
    }

    private void atStart(boolean still) {
        if (!still) {
            throw new StreamException(
                    trace.where(),
                    "'" + record.kind.key() + "' belongs to the start of a trace, before all that happens");
        }
    }

    private void snoop() {
        try {
            snooped.add(record.ranges[0], record.ranges[1]);
        } catch (IllegalArgumentException e) {
            throw new StreamException(trace.where(), "the range that is snooped is part of another one");
        }
    }

    /** The page table lies where it lay in the run, if it is one that finds room there. */
    private void placePageTable() {
        SharedTlb translation = gpu.translation;
        long base = record.ranges[0];
        if (translation != null
                && base % PageTableLayout.ALIGNMENT == 0
                && base <= gpu.spec.vram().size() - translation.table().size()) {
            translation.moveTable(base);
        }
    }

    /** A device's own addresses are in its memory or in the host's. */
    private void check(TraceRecord access) {
        if (!trace.deviceAddresses()) {
            return;
        }
        DramSpec ram = gpu.spec.host().ram();
        boolean ofHost = AddressSpace.isHost(access.address);
        long base = ofHost ? AddressSpace.HOST_BASE : 0;
        DramSpec memory = ofHost ? ram : gpu.spec.vram();
        int sectors = Integer.SIZE - Integer.numberOfLeadingZeros(access.sectors);
        long end = access.address - base + Math.max(access.size, sectors * Request.SECTOR_BYTES);
        if (memory == null || end > memory.size()) {
            throw new StreamException(
                    trace.where(),
                    "the access of 0x" + Long.toHexString(access.address) + " lies outside the memory of "
                            + gpu.spec.name() + "; a column 'address' in place of 'device_address' is for addresses of"
                            + " programs, which may be anywhere");
        }
    }

    private void maintain() {
        Cache cache = caches.get(record.cache);
        if (cache == null) {
            unknown.merge(record.cache, 1, Integer::sum);
            return;
        }
        Maintenance order = new Maintenance();
        Maintenance.Verb verb = switch (record.kind) {
            case FLUSH -> Maintenance.Verb.FLUSH;
            case DISCARD -> Maintenance.Verb.DISCARD;
            default -> Maintenance.Verb.INVALIDATE;
        };
        order.start(verb, (record.flags & TraceRecord.OF_BARRIER) != 0 ? SOME_BARRIER : -1, -1);
        order.exact = (record.flags & TraceRecord.EXACT) != 0;
        for (int i = 0; i < record.ranges.length; i += 2) {
            order.addRange(record.ranges[i], record.ranges[i + 1]);
        }
        order.replyTo(this, MAINTAINED, 0);
        orders++;
        cache.orders().start(order);
    }

    /** A record to keep another in, and back to {@link #giveBack}. */
    TraceRecord take() {
        TraceRecord taken = spare;
        if (taken == null) {
            return new TraceRecord();
        }
        spare = taken.next;
        taken.next = null;
        return taken;
    }

    void giveBack(TraceRecord done) {
        done.clear();
        done.next = spare;
        spare = done;
    }

    /** The request of an answer that a lane was given. */
    Request answered(int index) {
        lastActivity = now();
        return gpu.pool.get(index);
    }

    /** A lane is done with a request. */
    void release(Request request) {
        gpu.pool.release(request);
    }

    @Override
    public void audit(Audit audit) {
        audit.balance(this, "maintenance orders", orders, ordersDone);
        audit.held(this, "record not issued", pending ? 1 : 0);
    }
}
