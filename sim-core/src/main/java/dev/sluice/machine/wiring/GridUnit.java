// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import dev.sluice.device.ComputeSpec;
import dev.sluice.machine.engine.Audit;
import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.WaitGraph;
import dev.sluice.machine.request.Downstream;
import dev.sluice.machine.request.OrderedSender;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.RequestChain;
import dev.sluice.machine.trace.Entrance;
import dev.sluice.machine.trace.GridTrace;
import dev.sluice.machine.trace.TraceBlock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A compute unit that does what a trace says its warps did: each warp's accesses in order, the oldest warp first.
 *
 * <p>Instructions that access no memory take issue slots and time. A load holds its warp up only where the trace says that an
 * instruction needs what it loads. Requests wait in the unit's queue and leave at its rate, as those of a {@code ComputeUnit}.
 */
final class GridUnit extends Component implements TraceClient {

    private static final int TICK = 0;
    private static final int REPLY = 1;
    private static final int START = 2;
    private static final int CREDIT = 3;

    /** Accesses of a warp that are under way at most. */
    private static final int WINDOW = 64;

    private static final int WINDOW_SHIFT = 6;

    private static final class Resident {
        final GridTrace.Kernel kernel;
        final TraceBlock block;
        int warps;

        Resident(GridTrace.Kernel kernel, TraceBlock block) {
            this.kernel = kernel;
            this.block = block;
            this.warps = block.warps();
        }
    }

    private static final class Warp {
        final Resident resident;
        final TraceBlock.Cursor at;
        final int slot;
        /** By number of an access, modulo the window: its requests without an answer. */
        final int[] open = new int[WINDOW];

        int issued;
        int answered;
        boolean more;
        long nextAt;

        Warp(Resident resident, TraceBlock.Cursor at, int slot) {
            this.resident = resident;
            this.at = at;
            this.slot = slot;
        }
    }

    private final GridFeed feed;
    private final ComputeSpec spec;
    private final int index;
    private final TraceCoalescer coalescer;
    private final Gpu gpu;
    private final OrderedSender[] senders = new OrderedSender[Entrance.all().size()];
    private final List<OrderedSender> distinct = new ArrayList<>();
    private final List<Warp> warps = new ArrayList<>();
    private @Nullable Warp[] slots;
    private int residents;
    private long usedShared;
    private long usedRegisters;
    private final RequestChain queue = new RequestChain();
    private int queued;
    /** Issue slots that are taken, counted from cycle 0 on. */
    private long slotClock;

    private long tickAt = Long.MAX_VALUE;
    private long ticked = -1;
    private int sentInCycle;
    private long accesses;
    private long sent;
    private long answered;

    GridUnit(GridFeed feed, Gpu gpu, int index, TraceRequests requests) {
        super(gpu.engine, "trace unit[" + index + "]");
        this.feed = feed;
        this.spec = gpu.spec.compute();
        this.index = index;
        this.gpu = gpu;
        this.coalescer = new TraceCoalescer(gpu.pool, requests, index);
        this.slots = new @Nullable Warp[spec.wavesPerUnit()];
        List<Downstream> paths = new ArrayList<>();
        for (Entrance entrance : Entrance.all()) {
            if (entrance.ofComputeUnit()) {
                Downstream path = Objects.requireNonNull(gpu.entrances.path(entrance, index));
                if (!paths.contains(path)) {
                    distinct.add(new OrderedSender(this, path, CREDIT + paths.size()));
                    paths.add(path);
                }
                coalescer.path(entrance, path);
                senders[entrance.ordinal()] = distinct.get(paths.indexOf(path));
            }
        }
    }

    int index() {
        return index;
    }

    @Override
    public String inPlaceOf() {
        return "cu[" + index + "]";
    }

    long accesses() {
        return accesses;
    }

    /** Whether a unit of this kind has what a block of the kernel asks for. */
    static boolean fits(ComputeSpec spec, GridTrace.Kernel kernel) {
        return kernel.warps() <= spec.wavesPerUnit()
                && kernel.sharedBytes() <= spec.sharedMemory().size()
                && (spec.registersPerUnit() == 0 || registers(spec, kernel) <= spec.registersPerUnit());
    }

    private static long registers(ComputeSpec spec, GridTrace.Kernel kernel) {
        return (long) kernel.registers() * kernel.warps() * spec.waveSize();
    }

    boolean idle() {
        return residents == 0;
    }

    boolean hasRoom(GridTrace.Kernel kernel) {
        return warps.size() + kernel.warps() <= spec.wavesPerUnit()
                && usedShared + kernel.sharedBytes() <= spec.sharedMemory().size()
                && (spec.registersPerUnit() == 0 || usedRegisters + registers(spec, kernel) <= spec.registersPerUnit());
    }

    /** Begins with a block, for which there is room. */
    void place(GridTrace.Kernel kernel, TraceBlock block) {
        Resident resident = new Resident(kernel, block);
        residents++;
        usedShared += kernel.sharedBytes();
        usedRegisters += registers(spec, kernel);
        for (int i = 0; i < block.warps(); i++) {
            Warp warp = new Warp(resident, block.cursor(i), freeSlot());
            slots[warp.slot] = warp;
            warps.add(warp);
            if (spec.groupStartCycles() == 0) {
                advance(warp, now());
            } else {
                warp.nextAt = Long.MAX_VALUE;
                engine().schedule(this, spec.groupStartCycles(), START, warp.slot);
            }
        }
        if (block.warps() == 0) {
            end(resident);
        }
    }

    private int freeSlot() {
        for (int i = 0; i < slots.length; i++) {
            if (slots[i] == null) {
                return i;
            }
        }
        slots = Arrays.copyOf(slots, slots.length * 2); // of a block that has a unit alone
        return slots.length / 2;
    }

    /** Goes on to a warp's next access, which can be issued once the instructions before it have been. */
    private void advance(Warp warp, long from) {
        warp.more = warp.at.advance();
        long instructions = warp.more ? warp.at.gap() + 1L : warp.at.tail();
        slotClock = Math.max(slotClock, from * spec.issuePerCycle()) + instructions;
        warp.nextAt = Math.max(from + Math.max(0, instructions - 1), (slotClock - 1) / spec.issuePerCycle());
        wakeAt(Math.max(now(), warp.nextAt));
    }

    private void wakeAt(long cycle) {
        if (cycle < tickAt) {
            tickAt = cycle;
            engine().scheduleAt(this, cycle, TICK, 0);
        }
    }

    @Override
    public void onEvent(int kind, int argument) {
        switch (kind) {
            case TICK -> {
                if (now() >= tickAt) {
                    tickAt = Long.MAX_VALUE;
                    tick(now());
                }
            }
            case REPLY -> answer(gpu.pool.get(argument));
            case START -> advance(Objects.requireNonNull(slots[argument]), now());
            default -> {
                distinct.get(kind - CREDIT).onCredit();
                wakeAt(now());
            }
        }
    }

    private void tick(long now) {
        if (ticked != now) {
            ticked = now;
            sentInCycle = 0;
        }
        long next = Long.MAX_VALUE;
        boolean stalled = false;
        for (int i = 0; i < warps.size(); i++) {
            Warp warp = warps.get(i);
            while (warp.more && warp.nextAt <= now && free(warp)) {
                issue(warp, now);
            }
            stalled |= warp.more && warp.nextAt <= now && queued >= spec.loadStoreQueue();
            if (warp.more && warp.nextAt > now) {
                next = Math.min(next, warp.nextAt);
            } else if (!warp.more && warp.answered == warp.issued) {
                if (warp.nextAt > now) {
                    next = Math.min(next, warp.nextAt);
                } else {
                    warps.remove(i--);
                    leave(warp);
                }
            }
        }
        send();
        if (sendable(queue.first()) || stalled && queued < spec.loadStoreQueue()) {
            next = now + 1;
        }
        if (next != Long.MAX_VALUE) {
            wakeAt(next);
        }
    }

    private boolean free(Warp warp) {
        return queued < spec.loadStoreQueue()
                && warp.issued - warp.answered < WINDOW
                && warp.answered >= warp.at.after();
    }

    private void issue(Warp warp, long now) {
        TraceBlock.Cursor at = warp.at;
        int place = warp.issued & WINDOW - 1;
        int count = coalescer.coalesce(at, warp.resident.kernel.name().hashCode());
        warp.open[place] = count;
        warp.issued++;
        accesses++;
        for (int i = 0; i < count; i++) {
            Request request = coalescer.request(i);
            request.replyTo(this, REPLY, request.index);
            request.tag = warp.slot << WINDOW_SHIFT | place;
            request.holder = at.entrance().ordinal();
            queue.add(request);
            queued++;
        }
        settle(warp);
        advance(warp, now + 1);
    }

    private boolean sendable(@Nullable Request request) {
        return request != null && senders[request.holder].isEmpty();
    }

    private void send() {
        while (sentInCycle < spec.requestsPerCycle() && sendable(queue.first())) {
            Request request = Objects.requireNonNull(queue.poll());
            queued--;
            sentInCycle++;
            sent++;
            senders[request.holder].send(request);
        }
    }

    private void answer(Request request) {
        answered++;
        feed.active();
        Warp warp = Objects.requireNonNull(slots[request.tag >>> WINDOW_SHIFT]);
        int place = request.tag & WINDOW - 1;
        gpu.pool.release(request);
        if (--warp.open[place] == 0) {
            settle(warp);
            wakeAt(now());
        }
    }

    /** Counts a warp's accesses that are answered, with all before them. */
    private static void settle(Warp warp) {
        while (warp.answered < warp.issued && warp.open[warp.answered & WINDOW - 1] == 0) {
            warp.answered++;
        }
    }

    private void leave(Warp warp) {
        slots[warp.slot] = null;
        if (--warp.resident.warps == 0) {
            end(warp.resident);
        }
    }

    private void end(Resident resident) {
        residents--;
        usedShared -= resident.kernel.sharedBytes();
        usedRegisters -= registers(spec, resident.kernel);
        feed.ended(resident.block);
    }

    @Override
    public void audit(Audit audit) {
        audit.balance(this, "requests", sent, answered);
        audit.held(this, "queued requests", queued);
        audit.held(this, "warps", warps.size());
    }

    @Override
    public void describeWaits(WaitGraph graph) {
        distinct.forEach(sender -> sender.describeWaits(graph));
    }
}
