// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import dev.sluice.machine.engine.WaitGraph;
import dev.sluice.result.RunResult;
import java.util.ArrayList;
import java.util.List;

/** Something that comes about once and that others wait for. */
abstract class Awaited {

    private final List<Waiter> waiters = new ArrayList<>(2);
    private boolean done;

    final boolean done() {
        return done;
    }

    final void addWaiter(Waiter waiter) {
        waiters.add(waiter);
    }

    /** Marks this as done and tells everyone, in the order in which they began to wait. */
    final void complete() {
        done = true;
        List<Waiter> told = List.copyOf(waiters);
        waiters.clear();
        for (Waiter waiter : told) {
            waiter.satisfied(this);
        }
    }

    /** Hears of one that waited for this last of all. */
    void heldBack(RunResult.HeldBack waiter) {}

    /** This as something that came about at a cycle, for results. */
    RunResult.Milestone milestone(long cycle) {
        return new RunResult.Milestone(awaitedName(), null, cycle);
    }

    abstract String awaitedName();

    /** Whether it is a signal of the program, which may never come. */
    boolean signalled() {
        return false;
    }

    /** What of it is awaited, for a wait-for chain. */
    String awaitedPart() {
        return "its completion";
    }

    /** As observers hear of it: what a signal is awaited for belongs to its name. */
    final String observedName() {
        return signalled() ? awaitedName() + " " + awaitedPart() : awaitedName();
    }

    /** Says in a wait-for graph that somebody waits for this. */
    final void describe(WaitGraph graph, String waiter) {
        if (signalled()) {
            graph.signal(waiter, awaitedName(), awaitedPart());
        } else {
            graph.edge(waiter, awaitedName(), awaitedPart());
        }
    }
}
