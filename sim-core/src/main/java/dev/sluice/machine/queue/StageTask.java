// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import dev.sluice.machine.observe.SimObserver;
import dev.sluice.machine.truth.Agent;
import dev.sluice.result.RunResult;
import java.util.List;
import java.util.function.LongSupplier;

/** One stage of one command: waits for its gates and for the command's earlier stage, runs, and is done. */
final class StageTask extends Awaited implements Waiter {

    /** Starts the work of a task; the queue is told when it is done. */
    @FunctionalInterface
    interface Starter {
        void start(StageTask task);
    }

    final CommandRecord command;
    final long stage;
    final String stageName;
    final Agent agent;
    private final ProgramOrder order;
    private final Clock base;
    private final List<Gate> gates;
    private final Starter starter;
    private final LongSupplier clock;
    private final SimObserver observer;
    private final Milestones milestones = new Milestones(2);
    private int outstanding;
    long startCycle = -1;
    long endCycle = -1;

    StageTask(
            CommandRecord command,
            long stage,
            String stageName,
            Agent agent,
            ProgramOrder order,
            Clock base,
            List<Gate> gates,
            Starter starter,
            LongSupplier clock,
            SimObserver observer) {
        this.command = command;
        this.stage = stage;
        this.stageName = stageName;
        this.agent = agent;
        this.order = order;
        this.base = base;
        this.gates = gates;
        this.starter = starter;
        this.clock = clock;
        this.observer = observer;
    }

    /** Begins to wait; starts at once if there is nothing to wait for. */
    void arm(List<? extends Awaited> alsoAfter) {
        outstanding = 1;
        milestones.begin(clock.getAsLong());
        for (Gate gate : gates) {
            await(gate);
        }
        for (Awaited earlier : alsoAfter) {
            await(earlier);
        }
        satisfied();
    }

    private void await(Awaited other) {
        if (!other.done()) {
            outstanding++;
            other.addWaiter(this);
            if (observer != SimObserver.NONE) {
                observer.awaits(clock.getAsLong(), awaitedName(), other.observedName());
            }
        }
    }

    @Override
    public void satisfied(Awaited by) {
        milestones.reached(by, clock.getAsLong());
        satisfied();
    }

    /** For how many things it waits. */
    int waits() {
        return outstanding;
    }

    /** The gates that it waits for, or has waited for. */
    List<Gate> gates() {
        return gates;
    }

    @Override
    public void satisfied() {
        command.changed();
        if (--outstanding == 0) {
            milestones.settle(command.id(), stageName);
            milestones.forget();
            Clock known = base;
            for (Gate gate : gates) {
                known = known.join(gate.clockFor(stage));
            }
            order.began(agent.id(), known);
            starter.start(this);
        }
    }

    /** The task's name, for a wait-for chain. */
    String waiterName() {
        return awaitedName();
    }

    @Override
    RunResult.Milestone milestone(long cycle) {
        return new RunResult.Milestone(command.id(), stageName, cycle);
    }

    @Override
    String awaitedName() {
        return command.id() + " " + stageName;
    }
}
