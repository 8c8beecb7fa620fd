// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import dev.sluice.machine.engine.WaitGraph;
import dev.sluice.result.RunResult;
import java.util.ArrayList;
import java.util.List;

/** Something that comes about once and that others wait for. */
abstract class Awaited {

    /**
     * One who waits.
     *
     * @param turn tells who began to wait first; who waits for one thing after the other keeps it
     */
    private record Registered(long turn, Waiter waiter) {}

    private final List<Registered> waiters = new ArrayList<>(2);
    private boolean done;

    final boolean done() {
        return done;
    }

    /** Adds one who is told after all that wait already. */
    final void addWaiter(Waiter waiter) {
        waiters.add(new Registered(waiters.isEmpty() ? Long.MIN_VALUE : last().turn(), waiter));
    }

    /** Adds one who is told after those with the same or an earlier turn. */
    final void addWaiter(long turn, Waiter waiter) {
        int place = waiters.size();
        while (place > 0 && waiters.get(place - 1).turn() > turn) {
            place--;
        }
        waiters.add(place, new Registered(turn, waiter));
    }

    private Registered last() {
        return waiters.get(waiters.size() - 1);
    }

    /** Marks this as done and tells everyone, in the order in which they began to wait. */
    final void complete() {
        done = true;
        List<Registered> told = List.copyOf(waiters);
        waiters.clear();
        for (Registered one : told) {
            one.waiter().satisfied(this);
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
