// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import java.util.ArrayList;
import java.util.List;

/**
 * The unfinished tasks and closed gates of a queue that something comes after: all those of some stages that there are when
 * the queue reaches it.
 *
 * <p>Few of them need be awaited: a gate opens after all that its barrier waited for, so that one who waits for the gate waits
 * for these as well. What is left is the {@linkplain #front() front}; its length does not grow with that of a chain of
 * barriers.
 */
final class Predecessors {

    private final StageScoreboard scoreboard;
    private final long taskStages;
    private final long gateStages;
    private final int lastTask;
    private final int lastGate;
    private final int lastTransition;
    private final List<Awaited> front;
    private final Clock tasks;
    private final int count;

    /**
     * @param taskStages whose unfinished tasks come first
     * @param gateStages in front of which the closed gates come first
     */
    Predecessors(StageScoreboard scoreboard, long taskStages, long gateStages) {
        this.scoreboard = scoreboard;
        this.taskStages = taskStages;
        this.gateStages = gateStages;
        this.lastTask = scoreboard.tasksMade();
        this.lastGate = scoreboard.closings();
        this.lastTransition = -1;
        List<Gate> gates = scoreboard.fronts(gateStages);
        Clock covered = Clock.ZERO;
        for (Gate gate : gates) {
            covered = covered.join(gate.tasksBefore());
        }
        this.front = new ArrayList<>(2);
        for (long rest = taskStages; rest != 0; rest &= rest - 1) {
            int done = covered.at(Long.numberOfTrailingZeros(rest));
            front.addAll(scoreboard.running().after(Long.lowestOneBit(rest), done));
        }
        front.addAll(gates);
        this.tasks = taskStages == 0 ? covered : covered.withStages(0, taskStages, lastTask);
        this.count =
                scoreboard.running().count(taskStages) + scoreboard.closed().count(gateStages);
    }

    private Predecessors(Predecessors of, int lastTransition, Awaited transition, int transitions) {
        this.scoreboard = of.scoreboard;
        this.taskStages = of.taskStages;
        this.gateStages = of.gateStages;
        this.lastTask = of.lastTask;
        this.lastGate = of.lastGate;
        this.lastTransition = lastTransition;
        this.front = new ArrayList<>(of.front);
        this.front.add(transition);
        this.tasks = of.tasks;
        this.count = of.count + transitions;
    }

    /** The same and the queue's barriers with layout transitions that are not released: each comes after those before it. */
    Predecessors withTransitions() {
        ByStages<BarrierRun> open = scoreboard.transitions();
        BarrierRun last = open.last();
        return last == null
                ? this
                : new Predecessors(this, last.index, last.completion, open.countOthers(gateStages, last.index));
    }

    /** What must be awaited: once it has come about, so has all the rest. */
    List<Awaited> front() {
        return front;
    }

    /** How many there are, those not in front included. */
    int count() {
        return count;
    }

    /** By stage, the number of the last task that is done once all this is. */
    Clock tasks() {
        return tasks;
    }

    /** How many have not come about yet. */
    int countOpen() {
        return scoreboard.running().count(taskStages, lastTask)
                + scoreboard.closed().count(gateStages, lastGate)
                + scoreboard.transitions().countOthers(gateStages, lastTransition);
    }

    /** Those that have not come about yet: tasks by stage, gates, transitions. */
    List<Awaited> open() {
        return open(Integer.MAX_VALUE);
    }

    /** The first of those that have not come about yet. */
    List<Awaited> open(int most) {
        List<Awaited> open = new ArrayList<>();
        for (long rest = taskStages; rest != 0; rest &= rest - 1) {
            open.addAll(scoreboard.running().first(Long.lowestOneBit(rest), lastTask, most - open.size()));
        }
        open.addAll(scoreboard.closed().first(gateStages, lastGate, most - open.size()));
        for (BarrierRun barrier :
                scoreboard.transitions().firstOthers(gateStages, lastTransition, most - open.size())) {
            open.add(barrier.completion);
        }
        return open;
    }

    /**
     * Tells somebody who looks whenever some have come about, as {@link WatchedWaits} does.
     *
     * @param changed is told of it
     */
    void watch(Runnable changed) {
        scoreboard.watched().watch(this, changed);
    }

    /** The first of those that have not come about yet, for somebody who looks; of more than are told of one by one, those in front. */
    List<Awaited> watched(int most) {
        return countOpen() > WatchedWaits.MOST ? front : open(most);
    }

    /** Whether a barrier's release is known from the opening of its gate, which is one of these. */
    boolean implies(BarrierRun barrier) {
        return (barrier.order.destinationStages() & gateStages) != 0;
    }

    long taskStages() {
        return taskStages;
    }

    long gateStages() {
        return gateStages;
    }

    int lastTask() {
        return lastTask;
    }

    int lastGate() {
        return lastGate;
    }

    /** The number of the last barrier with transitions that comes first; negative if none does. */
    int lastTransition() {
        return lastTransition;
    }

    QueueHistory history() {
        return scoreboard.history();
    }
}
