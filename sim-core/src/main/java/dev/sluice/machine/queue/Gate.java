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

    private final String name;
    private final long stages;
    private final List<Passage> passages = new ArrayList<>(2);
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
