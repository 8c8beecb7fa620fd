// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.order;

import dev.sluice.check.trace.DependencyId;
import dev.sluice.check.trace.MemoryAccess;
import dev.sluice.program.Barrier;
import dev.sluice.program.SemaphoreOperation;
import dev.sluice.program.SubpassScopes;
import dev.sluice.program.sync.QueueCapabilities;
import dev.sluice.program.sync.Stages;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is ordered before the work that a queue will do from now on, stage by stage (Vulkan specification, section
 * Execution and Memory Dependencies).
 *
 * <p>A reading is a stage and an access; what came before the barriers that make memory visible to it counts for writes whose
 * availability is known for themselves ({@code Facts}). In an island ({@link Islands}) barriers know its work only, and change
 * what its work knows.
 */
public final class QueueOrder {
    private final int queue;
    private final QueueCapabilities capabilities;
    private final Columns columns;
    private final Scopes scopes;
    private final List<Scopes.Reading> readings;
    /** The stages that the queue has. */
    private final long everyStage;

    /** What coming work is ordered after. */
    private StageClocks now;
    /** In an island: what work after it will be ordered after. */
    private @Nullable StageClocks outside;
    /** What the work of islands that are over was ordered after; null if there were none. */
    private @Nullable StageClocks past;
    /** The render pass instance under way, if its subpasses are islands. */
    private @Nullable InstanceOrder instance;

    private int island = MemoryAccess.NO_SUBPASS;
    /**
     * What the latest signal of the queue knew: signals come in order (Vulkan specification, section Implicit
     * Synchronization Guarantees).
     */
    private int[] signalled;

    private int[] signalledMemory;
    /**
     * What came before the submissions so far: all that they hold comes after it, whatever its stage, and so does a layout
     * transition whose barrier waits for no stage (Vulkan specification, section Host Write Ordering Guarantees).
     */
    private final int[] submittedAfter;

    private final int[] submittedMemory;
    private final SemaphoreWaits waits;
    /** Positions used so far. */
    private int position;

    public QueueOrder(
            int queue, QueueCapabilities capabilities, Columns columns, Scopes scopes, List<Scopes.Reading> readings) {
        this.queue = queue;
        this.capabilities = capabilities;
        this.columns = columns;
        this.scopes = scopes;
        this.readings = readings;
        this.everyStage = Stages.supportedBy(capabilities);
        int width = columns.width();
        now = StageClocks.nothing(readings.size(), width);
        signalled = new int[width];
        signalledMemory = new int[width];
        submittedAfter = new int[width];
        submittedMemory = new int[width];
        waits = new SemaphoreWaits(width, everyStage);
    }

    /** A copy: the queue's order as it is now. */
    public QueueOrder(QueueOrder other) {
        this.queue = other.queue;
        this.capabilities = other.capabilities;
        this.columns = other.columns;
        this.scopes = other.scopes;
        this.readings = other.readings;
        this.everyStage = other.everyStage;
        this.now = other.now.copy();
        this.past = other.past == null ? null : other.past.copy();
        this.island = other.island;
        this.signalled = other.signalled;
        this.signalledMemory = other.signalledMemory;
        this.submittedAfter = other.submittedAfter.clone();
        this.submittedMemory = other.submittedMemory.clone();
        this.waits = other.waits;
        this.position = other.position;
    }

    /**
     * A subpass begins. If it is an island, what orders its work says nothing about what comes after it.
     *
     * @param begins whether a render pass instance begins with it
     */
    public void enter(int subpass, boolean begins) {
        island = columns.island(subpass);
        if (begins) {
            instance = island == MemoryAccess.NO_SUBPASS
                    ? null
                    : new InstanceOrder(
                            subpass,
                            new InstanceOrder.Extent(
                                    now.copy(),
                                    past == null ? null : past.copy(),
                                    MemoryAccess.NO_SUBPASS,
                                    position,
                                    Stages.EVERY_EXPANDED));
        }
        if (island != MemoryAccess.NO_SUBPASS) {
            outside = now;
            now = now.copy();
        }
    }

    /** The subpass is over, if there is one: what its work came after is known to who comes after its work. */
    public void leave() {
        StageClocks next = outside;
        if (next != null) {
            if (past == null) {
                past = StageClocks.nothing(0, columns.width());
            }
            past.joinOrder(now);
            if (instance != null) {
                instance.over(island, now);
            }
            now = next;
            outside = null;
        }
        island = MemoryAccess.NO_SUBPASS;
    }

    /**
     * The island that the second half of a barrier which stands here is limited to; {@link MemoryAccess#NO_SUBPASS} for one that
     * concerns all later work.
     */
    public int within(Barrier barrier) {
        SubpassScopes subpasses = barrier.subpasses();
        if (subpasses == null) {
            return island;
        }
        // what no stage waits for is told to who waits for all commands, which no subpass does
        return instance == null || subpasses.dst() == SubpassScopes.EXTERNAL || secondScope(barrier) == 0
                ? MemoryAccess.NO_SUBPASS
                : columns.island(instance.number(subpasses.dst()));
    }

    /** The subpass that coming work belongs to, if it is an island; else {@link MemoryAccess#NO_SUBPASS}. */
    public int island() {
        return island;
    }

    public int queue() {
        return queue;
    }

    public QueueCapabilities capabilities() {
        return capabilities;
    }

    /** Takes the next position. */
    public int next() {
        return ++position;
    }

    /** The latest position taken. */
    public int position() {
        return position;
    }

    public int[] execution(int row) {
        return now.execution()[row];
    }

    public int[] available(int row) {
        return now.available()[row];
    }

    public int[] visible(int reading) {
        return now.visible()[reading];
    }

    public int[] visibleAfter(int reading) {
        return now.visibleAfter()[reading];
    }

    /**
     * What an ownership acquire comes after: no command of its own queue, as its first scope is empty (Vulkan
     * specification, section Queue Family Ownership Transfer), but what all of the queue waits for, or the stages that
     * it names.
     */
    public Signal.Half acquiring(Barrier barrier) {
        long scope = scopes.first(barrier.srcStages(), capabilities);
        int[] before = new int[columns.width()];
        int[] memory = new int[columns.width()];
        for (long rest = scope; rest != 0; rest &= rest - 1) {
            Columns.join(before, now.execution()[Columns.row(rest)]);
            Columns.join(memory, now.available()[Columns.row(rest)]);
        }
        Columns.join(before, common(now.execution()));
        Columns.join(memory, common(now.available()));
        return new Signal.Half(before, memory, memory);
    }

    /** The semaphores that were waited for. */
    public SemaphoreWaits waits() {
        return waits;
    }

    /** What every stage of the queue knows. */
    private int[] common(int[][] clocks) {
        int[] common = clocks[Columns.row(everyStage)].clone();
        for (long rest = everyStage; rest != 0; rest &= rest - 1) {
            int[] clock = clocks[Columns.row(rest)];
            for (int i = 0; i < common.length; i++) {
                common[i] = Math.min(common[i], clock[i]);
            }
        }
        return common;
    }

    /**
     * The first half of a barrier that stands here; in an island, of its work only, and of a subpass dependency, of that of its
     * subpasses (Vulkan specification, chapter Render Pass).
     */
    public Signal.Half first(Barrier barrier) {
        long scope = scopes.first(barrier.srcStages(), capabilities);
        long named = scopes.named(barrier.srcStages(), capabilities);
        List<InstanceOrder.Extent> work = work(barrier.subpasses());
        int[] before = submittedAfter.clone();
        int[] carried = submittedMemory.clone();
        work.forEach(extent -> gather(extent, scope, before, carried));
        int[] memory = carried.clone();
        for (long rest = named; rest != 0; rest &= rest - 1) {
            int row = Columns.row(rest);
            if (scopes.writes(barrier.srcAccess(), row)) {
                long stage = rest & -rest;
                work.stream()
                        .filter(extent -> (extent.stages() & stage) != 0)
                        .forEach(extent -> reach(extent, memory, row));
                if (row == Columns.HOST_ROW) {
                    takeHost(before, memory);
                }
            }
        }
        return new Signal.Half(before, carried, memory);
    }

    /** The work that a first scope is limited to. */
    private List<InstanceOrder.Extent> work(@Nullable SubpassScopes subpasses) {
        return subpasses == null || instance == null ? List.of(here()) : instance.of(subpasses, position);
    }

    /** All work of the queue so far; in an island, its work in there. */
    private InstanceOrder.Extent here() {
        return new InstanceOrder.Extent(
                now, island == MemoryAccess.NO_SUBPASS ? past : null, island, position, Stages.EVERY_EXPANDED);
    }

    /** What even a dependency whose first scope is empty comes after; a view. */
    public Signal.Half unscoped() {
        return new Signal.Half(submittedAfter, submittedMemory, submittedMemory);
    }

    /** What happens before the end of some stages' work, and what is available by then. */
    private void gather(InstanceOrder.Extent work, long stages, int[] before, int[] memory) {
        for (long rest = stages & work.stages(); rest != 0; rest &= rest - 1) {
            int row = Columns.row(rest);
            Columns.join(before, work.clocks().execution()[row]);
            Columns.join(memory, work.clocks().available()[row]);
            StageClocks islands = work.past();
            if (islands != null) {
                Columns.join(before, islands.execution()[row]);
                Columns.join(memory, islands.available()[row]);
            }
            reach(work, before, row);
        }
        if (work.island() == MemoryAccess.NO_SUBPASS && (everyStage & ~stages) == 0) {
            Columns.raise(before, columns.column(queue, Columns.ALL_DONE_ROW), work.position());
        }
    }

    /** Takes a stage's work into a clock. */
    private void reach(InstanceOrder.Extent work, int[] clock, int row) {
        if (work.island() == MemoryAccess.NO_SUBPASS) {
            columns.raiseAll(clock, queue, row, work.position());
        } else {
            Columns.raise(clock, columns.column(queue, work.island(), row), work.position());
        }
    }

    /**
     * A source access of the host brings its writes to the device (Vulkan specification, section Availability,
     * Visibility, and Domain Operations).
     */
    private void takeHost(int[] before, int[] memory) {
        for (int i = 0; i < columns.threads(); i++) {
            Columns.raise(memory, columns.thread(i), before[columns.thread(i)]);
        }
    }

    /**
     * The second half of a barrier.
     *
     * @param global whether no range limits its memory part
     * @param within the island that it is limited to; {@link MemoryAccess#NO_SUBPASS} for one that concerns all later work
     */
    public void second(Barrier barrier, Signal.Half half, boolean global, int within) {
        if (within == MemoryAccess.NO_SUBPASS || within == island) {
            second(now, barrier, half, global);
        }
        StageClocks after = outside;
        if (after != null && within == MemoryAccess.NO_SUBPASS) {
            second(after, barrier, half, global);
        }
    }

    private void second(StageClocks clocks, Barrier barrier, Signal.Half half, boolean global) {
        clocks.order(
                scopes.second(barrier.dstStages(), capabilities),
                half.execution(),
                global ? half.available() : half.carried());
        if (global) {
            long named = scopes.named(barrier.dstStages(), capabilities);
            for (int i = 0; i < readings.size(); i++) {
                if (scopes.covers(named, barrier.dstAccess(), readings.get(i))) {
                    clocks.show(i, half.available(), half.execution());
                }
            }
        }
    }

    /** Stages of a second scope, as bits of stages; for facts about ranges. */
    public long secondScope(Barrier barrier) {
        return scopes.second(barrier.dstStages(), capabilities);
    }

    /** Stages of a second access scope. */
    public long secondNamed(Barrier barrier) {
        return scopes.named(barrier.dstStages(), capabilities);
    }

    /** A submission of a host thread that knows this: everything is ordered after it, and sees what is available. */
    public void submitted(Signal known) {
        Columns.join(submittedAfter, known.execution());
        Columns.join(submittedMemory, known.available());
        now.order(Stages.EVERY_EXPANDED, known.execution(), known.available());
        for (int i = 0; i < readings.size(); i++) {
            if (readings.get(i).row() != Columns.HOST_ROW) {
                now.show(i, known.available(), known.execution());
            }
        }
    }

    /** A semaphore wait of some stages: all memory accesses of theirs see what is available. */
    public void waited(DependencyId id, SemaphoreOperation wait, Signal signal) {
        waits.add(id, wait, signal);
        long scope = scopes.second(wait.stages(), capabilities);
        if (signal.byHost()) {
            scope |= dev.sluice.program.sync.Stage.HOST.mask();
        }
        now.order(scope, signal.execution(), signal.available());
        for (int i = 0; i < readings.size(); i++) {
            Scopes.Reading reading = readings.get(i);
            if (reading.row() == Columns.HOST_ROW) {
                int host = reading.equals(Scopes.Reading.HOST_READ) ? 0 : 1;
                now.show(i, signal.hostVisible()[host], signal.hostExecution()[host]);
            } else if ((scope >> Columns.STAGES.get(reading.row()).bit() & 1) != 0) {
                now.show(i, signal.available(), signal.execution());
            }
        }
    }

    /** A signal of a semaphore or fence after some stages of all work so far; all their writes are available by then. */
    public Signal signal(long scope) {
        int[] before = new int[columns.width()];
        int[] memory = new int[columns.width()];
        gather(here(), scope, before, memory);
        for (long rest = scope; rest != 0; rest &= rest - 1) {
            columns.raiseAll(memory, queue, Columns.row(rest), position);
        }
        Columns.join(before, signalled);
        Columns.join(memory, signalledMemory);
        broughtToHost(before);
        int[] all = before.clone();
        gather(here(), Stages.EVERY_EXPANDED, all, new int[columns.width()]);
        Columns.join(all, waits.heard());
        int[][] hostVisible = new int[2][columns.width()];
        int[][] hostExecution = new int[2][columns.width()];
        for (int i = 0; i < readings.size(); i++) {
            Scopes.Reading reading = readings.get(i);
            if (reading.row() == Columns.HOST_ROW) {
                int host = reading.equals(Scopes.Reading.HOST_READ) ? 0 : 1;
                hostVisible[host] = now.visible()[i].clone();
                hostExecution[host] = now.visibleAfter()[i].clone();
            }
        }
        return new Signal(before, all, memory, hostVisible, hostExecution, false, waits.last());
    }

    /** Adds what barriers of ranges have brought to the host so far: whatever stages a signal names, it goes along, as with global ones. */
    private void broughtToHost(int[] clock) {
        Columns.raise(clock, columns.column(queue, Columns.HOST_ROW), position);
    }

    /**
     * What a host thread gets to know that finds an event set with these first halves: their scopes, and what was brought to
     * the host before.
     */
    public Signal told(List<Barrier> barriers) {
        int[] before = new int[columns.width()];
        int[] memory = new int[columns.width()];
        for (Barrier barrier : barriers) {
            Signal.Half half = first(barrier);
            Columns.join(before, half.execution());
            Columns.join(memory, half.available());
        }
        broughtToHost(before);
        Signal all = signal(0);
        return new Signal(before, all.submitted(), memory, all.hostVisible(), all.hostExecution(), false, null);
    }

    /** Signals, one after the other: what one knows the next one knows as well. Those of one batch are not ordered. */
    public void signalled(Signal signal) {
        signalled = signalled.clone();
        signalledMemory = signalledMemory.clone();
        Columns.join(signalled, signal.execution());
        Columns.join(signalledMemory, signal.available());
    }

    /** The stages before which a semaphore is signalled. */
    public long signalScope(long named) {
        return scopes.first(named, capabilities);
    }
}
