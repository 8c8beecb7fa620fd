package dev.sluice.core.checker.hazard;

import dev.sluice.core.barrier.QueueCapabilities;
import dev.sluice.core.barrier.Stages;
import dev.sluice.core.command.Barrier;
import java.util.List;

/**
 * What is ordered before the work that a queue will do from now on, stage by stage (seed 003, execution and memory
 * dependencies).
 *
 * <p>Four families of clocks. Per stage: what happens before it, and which writes are available before it. Per reading (a
 * stage and an access): which writes are visible to it, and what came before the global barriers that make memory visible
 * to it, for writes whose availability is known for themselves ({@link Facts}).
 */
final class QueueOrder {
    private final int queue;
    private final QueueCapabilities capabilities;
    private final Columns columns;
    private final Scopes scopes;
    private final List<Scopes.Reading> readings;
    /** The stages that the queue has. */
    private final long everyStage;

    private final int[][] execution;
    private final int[][] available;
    private final int[][] visible;
    private final int[][] visibleAfter;
    /** What the latest signal of the queue knew: signals come in order (seed 003, signal operation order). */
    private int[] signalled;

    private int[] signalledMemory;
    /** Positions used so far. */
    private int position;

    QueueOrder(
            int queue, QueueCapabilities capabilities, Columns columns, Scopes scopes, List<Scopes.Reading> readings) {
        this.queue = queue;
        this.capabilities = capabilities;
        this.columns = columns;
        this.scopes = scopes;
        this.readings = readings;
        this.everyStage = Stages.supportedBy(capabilities);
        int width = columns.width();
        execution = new int[Columns.ROWS][width];
        available = new int[Columns.ROWS][width];
        visible = new int[readings.size()][width];
        visibleAfter = new int[readings.size()][width];
        signalled = new int[width];
        signalledMemory = new int[width];
    }

    /** A copy: the queue's order as it is now. */
    QueueOrder(QueueOrder other) {
        this.queue = other.queue;
        this.capabilities = other.capabilities;
        this.columns = other.columns;
        this.scopes = other.scopes;
        this.readings = other.readings;
        this.everyStage = other.everyStage;
        this.execution = copy(other.execution);
        this.available = copy(other.available);
        this.visible = copy(other.visible);
        this.visibleAfter = copy(other.visibleAfter);
        this.signalled = other.signalled;
        this.signalledMemory = other.signalledMemory;
        this.position = other.position;
    }

    private static int[][] copy(int[][] clocks) {
        int[][] copy = new int[clocks.length][];
        for (int i = 0; i < copy.length; i++) {
            copy[i] = clocks[i].clone();
        }
        return copy;
    }

    int queue() {
        return queue;
    }

    QueueCapabilities capabilities() {
        return capabilities;
    }

    /** Takes the next position. */
    int next() {
        return ++position;
    }

    /** The latest position taken. */
    int position() {
        return position;
    }

    int[] execution(int row) {
        return execution[row];
    }

    int[] available(int row) {
        return available[row];
    }

    int[] visible(int reading) {
        return visible[reading];
    }

    int[] visibleAfter(int reading) {
        return visibleAfter[reading];
    }

    /** What all stages together know; for an acquisition of ownership. */
    int[] everything() {
        int[] all = new int[columns.width()];
        for (int[] clock : execution) {
            Columns.join(all, clock);
        }
        return all;
    }

    /** The first half of a barrier that stands here. */
    Signal.Half first(Barrier barrier) {
        long scope = scopes.first(barrier.srcStages(), capabilities);
        long named = scopes.named(barrier.srcStages(), capabilities);
        int[] before = new int[columns.width()];
        int[] carried = new int[columns.width()];
        gather(scope, before, carried);
        int[] memory = carried.clone();
        for (long rest = named; rest != 0; rest &= rest - 1) {
            int row = Columns.row(rest);
            if (scopes.writes(barrier.srcAccess(), row)) {
                Columns.raise(memory, columns.column(queue, row), position);
                if (row == Columns.HOST_ROW) {
                    takeHost(before, memory);
                }
            }
        }
        return new Signal.Half(before, carried, memory);
    }

    /** What happens before the end of some stages' work so far, and what is available by then. */
    private void gather(long stages, int[] before, int[] memory) {
        for (long rest = stages; rest != 0; rest &= rest - 1) {
            int row = Columns.row(rest);
            Columns.join(before, execution[row]);
            Columns.join(memory, available[row]);
            Columns.raise(before, columns.column(queue, row), position);
        }
        if ((everyStage & ~stages) == 0) {
            Columns.raise(before, columns.column(queue, Columns.ALL_DONE_ROW), position);
        }
    }

    /** A source access of the host brings its writes to the device (seed 000). */
    private void takeHost(int[] before, int[] memory) {
        for (int i = 0; i < columns.threads(); i++) {
            Columns.raise(memory, columns.thread(i), before[columns.thread(i)]);
        }
    }

    /** The second half of a barrier; {@code global} if no range limits its memory part. */
    void second(Barrier barrier, Signal.Half half, boolean global) {
        order(
                scopes.second(barrier.dstStages(), capabilities),
                half.execution(),
                global ? half.available() : half.carried());
        if (global) {
            long named = scopes.named(barrier.dstStages(), capabilities);
            for (int i = 0; i < readings.size(); i++) {
                if (scopes.covers(named, barrier.dstAccess(), readings.get(i))) {
                    Columns.join(visible[i], half.available());
                    Columns.join(visibleAfter[i], half.execution());
                }
            }
        }
    }

    private void order(long stages, int[] before, int[] memory) {
        for (long rest = stages; rest != 0; rest &= rest - 1) {
            int row = Columns.row(rest);
            Columns.join(execution[row], before);
            Columns.join(available[row], memory);
        }
    }

    /** Stages of a second scope, as bits of stages; for facts about ranges. */
    long secondScope(Barrier barrier) {
        return scopes.second(barrier.dstStages(), capabilities);
    }

    /** Stages of a second access scope. */
    long secondNamed(Barrier barrier) {
        return scopes.named(barrier.dstStages(), capabilities);
    }

    /** A submission of a host thread that knows this: everything is ordered after it, and sees what is available. */
    void submitted(Signal known) {
        for (int row = 0; row < Columns.ROWS; row++) {
            Columns.join(execution[row], known.execution());
            Columns.join(available[row], known.available());
        }
        for (int i = 0; i < readings.size(); i++) {
            if (readings.get(i).row() != Columns.HOST_ROW) {
                Columns.join(visible[i], known.available());
                Columns.join(visibleAfter[i], known.execution());
            }
        }
    }

    /** A semaphore wait of some stages: all memory accesses of theirs see what is available. */
    void waited(Signal signal, long named) {
        long scope = scopes.second(named, capabilities);
        if (signal.byHost()) {
            scope |= dev.sluice.core.barrier.Stage.HOST.mask();
        }
        order(scope, signal.execution(), signal.available());
        for (int i = 0; i < readings.size(); i++) {
            Scopes.Reading reading = readings.get(i);
            if (reading.row() == Columns.HOST_ROW) {
                int host = reading.equals(Scopes.Reading.HOST_READ) ? 0 : 1;
                Columns.join(visible[i], signal.hostVisible()[host]);
                Columns.join(visibleAfter[i], signal.hostExecution()[host]);
            } else if ((scope >> Columns.STAGES.get(reading.row()).bit() & 1) != 0) {
                Columns.join(visible[i], signal.available());
                Columns.join(visibleAfter[i], signal.execution());
            }
        }
    }

    /** A signal of a semaphore or fence after some stages of all work so far; all their writes are available by then. */
    Signal signal(long scope) {
        int[] before = new int[columns.width()];
        int[] memory = new int[columns.width()];
        gather(scope, before, memory);
        for (long rest = scope; rest != 0; rest &= rest - 1) {
            Columns.raise(memory, columns.column(queue, Columns.row(rest)), position);
        }
        Columns.join(before, signalled);
        Columns.join(memory, signalledMemory);
        int[][] hostVisible = new int[2][columns.width()];
        int[][] hostExecution = new int[2][columns.width()];
        for (int i = 0; i < readings.size(); i++) {
            Scopes.Reading reading = readings.get(i);
            if (reading.row() == Columns.HOST_ROW) {
                int host = reading.equals(Scopes.Reading.HOST_READ) ? 0 : 1;
                hostVisible[host] = visible[i].clone();
                hostExecution[host] = visibleAfter[i].clone();
            }
        }
        return new Signal(before, memory, hostVisible, hostExecution, false, queue);
    }

    /** Signals, one after the other: what one knows the next one knows as well. Those of one batch are not ordered. */
    void signalled(Signal signal) {
        signalled = signalled.clone();
        signalledMemory = signalledMemory.clone();
        Columns.join(signalled, signal.execution());
        Columns.join(signalledMemory, signal.available());
    }

    /** The stages before which a semaphore is signalled. */
    long signalScope(long named) {
        return scopes.first(named, capabilities);
    }
}
