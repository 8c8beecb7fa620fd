// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import dev.sluice.machine.observe.SimObserver;
import dev.sluice.machine.truth.Agent;
import dev.sluice.result.RunResult;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

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
    private Clock base;
    private final Predecessors gates;
    private final @Nullable Knowledge coming;
    private final Starter starter;
    private final LongSupplier clock;
    private final SimObserver observer;
    private final Milestones milestones;
    private List<? extends Awaited> others = List.of();
    private int outstanding;
    private int number;
    long startCycle = -1;
    long endCycle = -1;

    StageTask(
            CommandRecord command,
            long stage,
            String stageName,
            Agent agent,
            ProgramOrder order,
            Clock base,
            Predecessors gates,
            @Nullable Knowledge coming,
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
        this.coming = coming;
        this.milestones = new Milestones(2, gates);
        this.starter = starter;
        this.clock = clock;
        this.observer = observer;
    }

    /** States before it begins to wait that it comes after what has come so far on a strand. */
    void knows(int strand, int position) {
        base = base.with(strand, position);
    }

    /** @param number how many tasks the queue has made, this one included */
    void madeAs(int number) {
        this.number = number;
    }

    /** The how-manieth task of its queue this is. */
    int number() {
        return number;
    }

    /**
     * Begins to wait; starts at once if there is nothing to wait for.
     *
     * @param alsoAfter what comes first beside the gates
     */
    void arm(List<? extends Awaited> alsoAfter) {
        outstanding = 1;
        others = alsoAfter;
        milestones.begin(clock.getAsLong());
        watch();
        long turn = gates.takeTurn();
        outstanding++;
        gates.await(turn, this::oneLess);
        for (Awaited earlier : alsoAfter) {
            if (!earlier.done()) {
                outstanding++;
                earlier.addWaiter(turn, this);
            }
        }
        satisfied();
    }

    /** Tells those who look of what it waits for. */
    private void watch() {
        if (observer != SimObserver.NONE) {
            watched(Integer.MAX_VALUE).forEach(this::awaits);
            others.stream().filter(other -> !other.done()).forEach(this::awaits);
        }
        if (command.viewed()) {
            gates.watch(command::changed);
        }
    }

    private void awaits(Awaited other) {
        observer.awaits(clock.getAsLong(), awaitedName(), other.observedName());
    }

    @Override
    public void satisfied(Awaited by) {
        milestones.heard(by, clock.getAsLong());
        satisfied();
    }

    /** For how many things it waits. */
    int waits() {
        if (outstanding == 0) {
            return 0;
        }
        int waits = gates.countOpen();
        for (Awaited other : others) {
            waits += other.done() ? 0 : 1;
        }
        return waits;
    }

    /** The first of the gates that it waits for. */
    List<Awaited> gates(int most) {
        return gates.open(most);
    }

    /** The same, for somebody who looks. */
    List<Awaited> watched(int most) {
        return gates.watched(most);
    }

    @Override
    public void satisfied() {
        oneLess();
    }

    /** One of the things waited for has come about, and the queue's history knows which. */
    private void oneLess() {
        command.changed();
        if (--outstanding == 0) {
            milestones.settle(command.id(), stageName);
            milestones.forget();
            others = List.of();
            order.began(agent.id(), coming == null ? base : base.join(coming.clock()));
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
