// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The unfinished tasks and closed gates of a queue that something comes after: all those of some stages that there are when
 * the queue reaches it.
 *
 * <p>Who waits for them waits for one at a time, the last that has not come about yet: most come about in the order in which they
 * were made, so that little is left then, and no list grows with all that is under way.
 */
final class Predecessors {

    private final StageScoreboard scoreboard;
    private final long taskStages;
    private final long gateStages;
    private final int lastTask;
    private final int lastGate;
    private final int lastTransition;
    private final int lastRelease;
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
        this.lastRelease = -1;
        this.count =
                scoreboard.running().count(taskStages) + scoreboard.closed().count(gateStages);
        this.front = new ArrayList<>(0);
        Clock covered = Clock.ZERO;
        if (scoreboard.lookedAt()) {
            List<Gate> gates = scoreboard.fronts(gateStages);
            for (Gate gate : gates) {
                covered = covered.join(gate.tasksBefore());
            }
            for (long rest = taskStages; rest != 0; rest &= rest - 1) {
                int done = covered.at(Long.numberOfTrailingZeros(rest));
                front.addAll(scoreboard.running().after(Long.lowestOneBit(rest), done));
            }
            front.addAll(gates);
            covered = taskStages == 0 ? covered : covered.withStages(0, taskStages, lastTask);
        }
        this.tasks = covered;
    }

    private Predecessors(Predecessors of, int lastTransition, int lastRelease, int more, Awaited last) {
        this.scoreboard = of.scoreboard;
        this.taskStages = of.taskStages;
        this.gateStages = of.gateStages;
        this.lastTask = of.lastTask;
        this.lastGate = of.lastGate;
        this.lastTransition = lastTransition;
        this.lastRelease = lastRelease;
        this.front = new ArrayList<>(of.front);
        this.front.add(last);
        this.tasks = of.tasks;
        this.count = of.count + more;
    }

    /** The same and the queue's barriers with layout transitions that are not released: each comes after those before it. */
    Predecessors withTransitions() {
        ByStages<BarrierRun> open = scoreboard.transitions();
        BarrierRun last = open.last();
        return last == null
                ? this
                : new Predecessors(
                        this, last.index, lastRelease, open.countOthers(gateStages, last.index), last.completion);
    }

    /** The same and the queue's barriers that are not released, those with transitions included. */
    Predecessors withReleases() {
        ByStages<BarrierRun> open = scoreboard.unreleased();
        BarrierRun last = open.lastOther(gateStages, Integer.MAX_VALUE);
        return last == null
                ? this
                : new Predecessors(this, -1, last.index, open.countOthers(gateStages, last.index), last.completion);
    }

    /** The turn of one who begins to wait. */
    long takeTurn() {
        return scoreboard.takeTurn();
    }

    /** Tells somebody once all have come about, in turn: at once if nothing is left. */
    void await(long turn, Waiter waiter) {
        Awaited left = lastOpen();
        if (left == null) {
            waiter.satisfied();
        } else {
            left.addWaiter(turn, () -> await(turn, waiter));
        }
    }

    /** One that has not come about yet, the last of its kind; null if all have. */
    private @Nullable Awaited lastOpen() {
        Gate gate = scoreboard.closed().last(gateStages, lastGate);
        if (gate != null) {
            return gate;
        }
        StageTask task = scoreboard.running().last(taskStages, lastTask);
        if (task != null) {
            return task;
        }
        // whose gate has just opened is released in the same breath
        BarrierRun barrier = scoreboard.transitions().last(lastTransition);
        if (barrier == null) {
            barrier = scoreboard.unreleased().lastOther(gateStages, lastRelease);
        }
        return barrier == null ? null : barrier.completion;
    }

    /** Some of them, for somebody who looks: once they have come about, so has all the rest. */
    List<Awaited> front() {
        return front;
    }

    /** How many there are. */
    int count() {
        return count;
    }

    /** By stage, the number of the last task that is done once all this is; for somebody who looks. */
    Clock tasks() {
        return tasks;
    }

    /** How many have not come about yet. */
    int countOpen() {
        return scoreboard.running().count(taskStages, lastTask)
                + scoreboard.closed().count(gateStages, lastGate)
                + scoreboard.transitions().countOthers(gateStages, lastTransition)
                + scoreboard.unreleased().countOthers(gateStages, lastRelease);
    }

    /** Those that have not come about yet: tasks by stage, gates, transitions, other barriers. */
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
        addOthers(scoreboard.transitions(), lastTransition, most, open);
        addOthers(scoreboard.unreleased(), lastRelease, most, open);
        return open;
    }

    private void addOthers(ByStages<BarrierRun> barriers, int last, int most, List<Awaited> to) {
        for (BarrierRun barrier : barriers.firstOthers(gateStages, last, most - to.size())) {
            to.add(barrier.completion);
        }
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

    /** The number of the last barrier of any kind that comes first; negative if none does but for its gate or its transitions. */
    int lastRelease() {
        return lastRelease;
    }

    QueueHistory history() {
        return scoreboard.history();
    }
}
