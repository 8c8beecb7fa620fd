// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Per stage of one queue: tasks under way, gates not yet open, and what later tasks already know. */
final class StageScoreboard {

    private final ByStages<StageTask> running = new ByStages<>();
    private final ByStages<Gate> closed = new ByStages<>();
    /** Of the closed ones, by stage, those that no later one covers: they know what all know. */
    private final List<List<Gate>> front = new ArrayList<>();

    /** By stage, what all closed gates will have passed on; null where none is closed. */
    private final @Nullable Knowledge[] coming = new Knowledge[Clock.STAGES];

    private final ByStages<BarrierRun> transitions = new ByStages<>();
    private final ByStages<BarrierRun> unreleased = new ByStages<>();
    private final QueueHistory history = new QueueHistory();
    private final WatchedWaits watched = new WatchedWaits();
    private final Clock[] settled = new Clock[Clock.STAGES];
    /** By stage, what the gates that were closed so far cover. */
    private final Clock[] covered = new Clock[Clock.STAGES];

    private final LongSupplier turns;
    private final BooleanSupplier lookedAt;
    private int tasksMade;
    private int closings;
    /** How often gates of several stages were gathered. */
    private long gatherings;

    /**
     * @param turns the next turn of one who begins to wait, higher than any before
     * @param lookedAt whether somebody wants to be told who waits for what
     */
    StageScoreboard(LongSupplier turns, BooleanSupplier lookedAt) {
        this.turns = turns;
        this.lookedAt = lookedAt;
        for (int i = 0; i < Clock.STAGES; i++) {
            front.add(new ArrayList<>(2));
            settled[i] = Clock.ZERO;
            covered[i] = Clock.ZERO;
        }
    }

    /** Whether somebody wants to be told who waits for what. */
    boolean lookedAt() {
        return lookedAt.getAsBoolean();
    }

    /** The turn of one who begins to wait. */
    long takeTurn() {
        return turns.getAsLong();
    }

    /** Adds a task, the number of which is that of {@link #tasksMade} from now on. */
    void add(StageTask task) {
        task.madeAs(++tasksMade);
        running.add(task.stage, tasksMade, task);
    }

    /** A task is done. */
    void remove(StageTask task, long cycle) {
        running.remove(task.stage, task.number());
        history.ended(task, cycle);
        watched.cameAbout();
    }

    /** Closes a gate in front of its stages. */
    void close(Gate gate) {
        gate.closedAs(++closings);
        closed.add(gate.stages(), closings, gate);
        for (long rest = gate.stages(); rest != 0; rest &= rest - 1) {
            int stage = Long.numberOfTrailingZeros(rest);
            Clock by = gate.covered(1L << stage);
            int last = by.at(stage);
            covered[stage] = covered[stage].join(by);
            List<Gate> before = front.get(stage);
            // they stand in the order of their numbers, and of many submissions that wait for one another none is
            // covered
            if (!before.isEmpty()
                    && before.get(0).number() <= last
                    && before.removeIf(earlier -> earlier.number() <= last)) {
                coming[stage] = null;
                before.forEach(left -> coming[stage] = new Knowledge(coming[stage], left, 1L << stage));
            }
            before.add(gate);
            coming[stage] = new Knowledge(coming[stage], gate, 1L << stage);
        }
    }

    /** Opens a gate: what it passes on is settled for all later tasks. */
    void open(Gate gate, long cycle) {
        closed.remove(gate.stages(), gate.number());
        for (long rest = gate.stages(); rest != 0; rest &= rest - 1) {
            int stage = Long.numberOfTrailingZeros(rest);
            front.get(stage).remove(gate);
            settled[stage] = settled[stage].join(gate.clockFor(1L << stage));
            if (front.get(stage).isEmpty()) {
                coming[stage] = null;
            }
        }
        history.opened(gate, cycle);
        watched.cameAbout();
        gate.complete();
    }

    /** A barrier is under way. */
    void begin(BarrierRun barrier) {
        long stages = barrier.order.destinationStages();
        unreleased.add(stages, barrier.index, barrier);
        if (!barrier.order.transitions().none()) {
            transitions.add(stages, barrier.index, barrier);
        }
    }

    /** A barrier is released. */
    void released(BarrierRun barrier, long cycle) {
        long stages = barrier.order.destinationStages();
        unreleased.remove(stages, barrier.index);
        transitions.remove(stages, barrier.index);
        history.released(barrier, cycle);
        watched.cameAbout();
    }

    /** What waits here, for somebody who looks. */
    WatchedWaits watched() {
        return watched;
    }

    /** The closed gates, by the stages in front of which they are. */
    ByStages<Gate> closed() {
        return closed;
    }

    /**
     * What the closed gates in front of a stage cover, at each stage's strand by the number of the last. What those cover that
     * are open already is open, too.
     */
    Clock covered(long stage) {
        return covered[bit(stage)];
    }

    /**
     * The closed gates in front of some stages that no later one covers: once they are open, so are all that are closed now, and
     * what these pass on they have passed on, too. Each gate once: stage by stage, in the order of their numbers.
     */
    List<Gate> fronts(long stages) {
        List<Gate> gates = new ArrayList<>();
        gatherings++;
        for (long rest = stages; rest != 0; rest &= rest - 1) {
            for (Gate gate : front.get(Long.numberOfTrailingZeros(rest))) {
                if (gate.firstIn(gatherings)) {
                    gates.add(gate);
                }
            }
        }
        return gates;
    }

    /**
     * What the closed gates in front of a stage will have passed on; null if there are none. Some of it may be {@linkplain
     * #settled settled} already.
     */
    @Nullable
    Knowledge coming(long stage) {
        return coming[bit(stage)];
    }

    /** How many gates were closed so far. */
    int closings() {
        return closings;
    }

    /** How many tasks were added so far. */
    int tasksMade() {
        return tasksMade;
    }

    /** The unfinished tasks, by their stage. */
    ByStages<StageTask> running() {
        return running;
    }

    /** The barriers that are not released, by the stages that they hold back. */
    ByStages<BarrierRun> unreleased() {
        return unreleased;
    }

    /** Those of them with layout transitions. */
    ByStages<BarrierRun> transitions() {
        return transitions;
    }

    /** What has come about. */
    QueueHistory history() {
        return history;
    }

    /** What a later task of any of these stages knows already. */
    Clock settled(long stages) {
        Clock clock = Clock.ZERO;
        for (long rest = stages; rest != 0; rest &= rest - 1) {
            clock = clock.join(settled[Long.numberOfTrailingZeros(rest)]);
        }
        return clock;
    }

    private static int bit(long stage) {
        return Long.numberOfTrailingZeros(stage);
    }
}
