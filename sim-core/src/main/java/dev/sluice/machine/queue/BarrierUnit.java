// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import dev.sluice.machine.engine.Audit;
import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.engine.WaitGraph;
import dev.sluice.program.sync.CacheAction;
import dev.sluice.result.RunResult;
import java.util.List;
import java.util.function.Consumer;

/** Carries out the barriers of one queue: waits, maintains caches action by action, opens the gate. */
final class BarrierUnit extends Component {

    private static final int ACTION_DONE = 0;

    private final String queue;
    private final RunContext run;
    private final StageScoreboard scoreboard;

    /** @param queue whose it is */
    BarrierUnit(Engine engine, String queue, RunContext run, StageScoreboard scoreboard) {
        super(engine, queue + " barriers");
        this.queue = queue;
        this.run = run;
        this.scoreboard = scoreboard;
    }

    /**
     * Begins a barrier, whose gate is closed from now on.
     *
     * @param predecessors what comes first on the queue; of layout transitions and of what waits for all stages the queue's earlier
     *     transitions do, too
     * @param others what else comes first
     * @param beforeRelease runs when all is done, before the gate opens
     */
    BarrierRun start(
            BarrierOrder order,
            Predecessors predecessors,
            List<? extends Awaited> others,
            Consumer<BarrierRun> beforeRelease) {
        Predecessors first = order.afterTransitions() ? predecessors.withTransitions() : predecessors;
        BarrierRun barrier = new BarrierRun(run.nextBarrier(), order, first, this, beforeRelease);
        Gate gate = order.gate();
        if (gate != null) {
            gate.opensAfter(first.tasks());
            scoreboard.close(gate);
        }
        run.add(barrier);
        scoreboard.begin(barrier);
        if (run.observed) {
            BarrierOrder.Cause cause = order.cause();
            run.observer.barrierIs(
                    now(),
                    barrier.index,
                    barrier.id(),
                    queue,
                    cause.kind(),
                    cause.origin().where(),
                    cause.implicit());
        }
        phase(barrier, "reached");
        barrier.arm(others);
        return barrier;
    }

    /** Begins a barrier that waits for nothing on its queue. */
    BarrierRun start(BarrierOrder order, List<? extends Awaited> others, Consumer<BarrierRun> beforeRelease) {
        return start(order, new Predecessors(scoreboard, 0, 0), others, beforeRelease);
    }

    boolean observed() {
        return run.observed;
    }

    boolean viewed() {
        return run.viewed();
    }

    /** A barrier may have changed. */
    void changed(BarrierRun barrier) {
        run.changed(barrier);
    }

    /** Cumulative cycles of compute units without work. */
    long idleUnitCycles() {
        return run.idleUnitCycles.getAsLong();
    }

    @Override
    public void onEvent(int kind, int argument) {
        BarrierRun barrier = run.barrier(argument);
        ended(barrier);
        carryOn(barrier);
    }

    /** All that a barrier waited for is done; now its actions run. */
    void drained(BarrierRun barrier) {
        phase(barrier, "drained");
        carryOn(barrier);
    }

    private void carryOn(BarrierRun barrier) {
        while (true) {
            Overheads.Delay first = barrier.takeFirst();
            if (first != null) {
                delay(barrier, first);
                return;
            }
            if (barrier.takeTransitions()) {
                if (run.observed) {
                    begins(barrier, "transition", "");
                }
                barrier.order.transitions().run(barrier, this::now, () -> {
                    ended(barrier);
                    carryOn(barrier);
                });
                return;
            }
            CacheAction action = barrier.takeAction();
            if (action == null) {
                Overheads.Delay last = barrier.takeLast();
                if (last == null) {
                    break;
                }
                delay(barrier, last);
                return;
            }
            long cycles = run.profile.costs().of(action);
            if (action.isWait()) {
                if (cycles > 0) {
                    delay(barrier, new Overheads.Delay(action.immediate().toString(), cycles));
                    return;
                }
                continue;
            }
            ActionRun actionRun = new ActionRun(action, barrier, this, ACTION_DONE, cycles);
            run.caches.begin(actionRun);
            if (!actionRun.empty()) {
                barrier.add(actionRun);
                if (run.observed) {
                    begins(barrier, actionRun.kind(), actionRun.caches());
                }
                return;
            }
        }
        release(barrier);
    }

    private void delay(BarrierRun barrier, Overheads.Delay delay) {
        barrier.add(RunResult.ActionResult.overhead(delay.what(), now(), now() + delay.cycles()));
        engine().schedule(this, delay.cycles(), ACTION_DONE, barrier.index);
        if (run.observed) {
            begins(barrier, "cost:" + delay.what(), "");
        }
    }

    private void begins(BarrierRun barrier, String action, String on) {
        barrier.underWay = action;
        run.observer.action(now(), barrier.id(), action, on, true);
    }

    private void ended(BarrierRun barrier) {
        if (run.observed) {
            run.observer.action(now(), barrier.id(), barrier.underWay, "", false);
        }
    }

    /** Somebody begins to wait, in a run that is observed. */
    void waits(String waiter, Awaited awaited) {
        run.observer.awaits(now(), waiter, awaited.observedName());
    }

    private void release(BarrierRun barrier) {
        barrier.released(now());
        run.active(now());
        phase(barrier, "released");
        barrier.beforeRelease.accept(barrier);
        Gate gate = barrier.order.gate();
        if (gate != null) {
            scoreboard.open(gate, now());
        }
        scoreboard.released(barrier, now());
        barrier.completion.complete();
    }

    private void phase(BarrierRun barrier, String phase) {
        if (run.observed) {
            run.observer.barrier(now(), barrier.id(), phase);
        }
    }

    @Override
    public void audit(Audit audit) {
        audit.held(this, "barriers not released", scoreboard.unreleased().size());
    }

    @Override
    public void describeWaits(WaitGraph graph) {
        for (BarrierRun barrier : scoreboard.unreleased().all()) {
            for (Awaited awaited : barrier.unmet()) {
                awaited.describe(graph, barrier.id());
            }
            if (barrier.drained()) {
                graph.edge(barrier.id(), "its cache actions", "their completion");
            }
        }
    }
}
