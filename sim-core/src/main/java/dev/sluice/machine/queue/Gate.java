// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import dev.sluice.result.RunResult;
import java.util.ArrayList;
import java.util.List;

/**
 * What keeps later tasks of some stages from starting: a barrier, a submission's begin, a semaphore wait.
 *
 * <p>When it opens it passes on what happens-before it, stage by stage.
 */
final class Gate extends Awaited {

    private record Passage(long stages, Clock clock) {}

    /** Gates closed before, by stage and number, that this one opens after and whose knowledge it passes on. */
    private record Coverage(long stages, Clock earlier) {}

    private final String name;
    private final long stages;
    private final List<Passage> passages = new ArrayList<>(2);
    private final List<Coverage> coverages = new ArrayList<>(1);
    private Clock tasksBefore = Clock.ZERO;
    private int number;
    /** The last gathering of gates that it was met in. */
    private long gathering;

    private final List<RunResult.HeldBack> heldBack = new ArrayList<>(2);

    /** @param stages the expanded stages that wait for this gate */
    Gate(String name, long stages) {
        this.name = name;
        this.stages = stages;
    }

    long stages() {
        return stages;
    }

    /** States that tasks of these stages, once through, come after everything the clock knows. */
    void pass(long toStages, Clock clock) {
        passages.add(new Passage(toStages, clock));
    }

    /**
     * States that tasks of these stages, once through, also come after everything that earlier gates will have passed on:
     * said before this one is closed.
     *
     * @param earlier at each stage's strand, the number of the last gate in front of the stage that is covered; those closed
     *     before it are, too
     */
    void covers(long toStages, Clock earlier) {
        coverages.add(new Coverage(toStages, earlier));
    }

    /** The gates that this one covers for tasks of a stage: at each stage's strand the number of the last. */
    Clock covered(long stage) {
        Clock earlier = Clock.ZERO;
        for (Coverage coverage : coverages) {
            if ((coverage.stages() & stage) != 0) {
                earlier = earlier.join(coverage.earlier());
            }
        }
        return earlier;
    }

    /** @param tasks by stage, the number of the last task that is done before this opens */
    void opensAfter(Clock tasks) {
        tasksBefore = tasks;
    }

    /** At each stage's strand the number of the last task that is done once this is open. */
    Clock tasksBefore() {
        return tasksBefore;
    }

    /** Whether it is met for the first time in a gathering of gates, which are numbered upwards. */
    boolean firstIn(long gatheringOfGates) {
        boolean first = gathering != gatheringOfGates;
        gathering = gatheringOfGates;
        return first;
    }

    /** @param number how many gates the queue has closed, this one included */
    void closedAs(int number) {
        this.number = number;
    }

    /** The how-manieth gate of its queue this is. */
    int number() {
        return number;
    }

    /** What a task of one of these stages knows when it has come through. */
    Clock clockFor(long stageMask) {
        Clock clock = Clock.ZERO;
        for (Passage passage : passages) {
            if ((passage.stages() & stageMask) != 0) {
                clock = clock.join(passage.clock());
            }
        }
        return clock;
    }

    @Override
    void heldBack(RunResult.HeldBack waiter) {
        heldBack.add(waiter);
    }

    /** Who waited for this gate last of all. */
    List<RunResult.HeldBack> heldBack() {
        return heldBack;
    }

    @Override
    String awaitedName() {
        return name;
    }
}
