// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import dev.sluice.machine.engine.Audit;
import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.engine.WaitGraph;
import dev.sluice.program.sync.CacheAction;
import dev.sluice.result.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Carries out the barriers of one queue: waits, maintains caches action by action, opens the gate. */
final class BarrierUnit extends Component {

    private static final int ACTION_DONE = 0;

    private final String queue;
    private final RunContext run;
    private final StageScoreboard scoreboard;
    private final List<BarrierRun> open = new ArrayList<>();

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
     * @param waitsFor what comes first; of layout transitions the queue's earlier ones do, too
     * @param beforeRelease runs when all is done, before the gate opens
     */
    BarrierRun start(BarrierOrder order, List<? extends Awaited> waitsFor, Consumer<BarrierRun> beforeRelease) {
        BarrierRun barrier = new BarrierRun(run.nextBarrier(), order, this, beforeRelease);
        List<Awaited> first = new ArrayList<>(waitsFor);
        if (!order.transitions().none()) {
            open.stream()
                    .filter(other -> !other.order.transitions().none())
                    .forEach(other -> first.add(other.completion));
        }
        Gate gate = order.gate();
        if (gate != null) {
            scoreboard.close(gate);
        }
        run.add(barrier);
        open.add(barrier);
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
        barrier.arm(first);
        return barrier;
    }

    /** A barrier may have changed. */
    void changed(BarrierRun barrier) {
        run.changed(barrier);
    }

    /** Cumulative cycles of compute units without work. */
    long idleUnitCycles() {
        return run.idleUnitCycles.getAsLong();
    }

    /** The releases of all barriers under way. */
    List<Awaited> releases() {
        List<Awaited> releases = new ArrayList<>();
        open.forEach(barrier -> releases.add(barrier.completion));
        return releases;
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

    /** Somebody begins to wait. */
    void waits(String waiter, Awaited awaited) {
        if (run.observed) {
            run.observer.awaits(now(), waiter, awaited.observedName());
        }
    }

    private void release(BarrierRun barrier) {
        open.remove(barrier);
        barrier.released(now());
        run.active(now());
        phase(barrier, "released");
        barrier.beforeRelease.accept(barrier);
        Gate gate = barrier.order.gate();
        if (gate != null) {
            scoreboard.open(gate);
        }
        barrier.completion.complete();
    }

    private void phase(BarrierRun barrier, String phase) {
        if (run.observed) {
            run.observer.barrier(now(), barrier.id(), phase);
        }
    }

    @Override
    public void audit(Audit audit) {
        audit.held(this, "barriers not released", open.size());
    }

    @Override
    public void describeWaits(WaitGraph graph) {
        for (BarrierRun barrier : open) {
            for (Awaited awaited : barrier.unmet()) {
                awaited.describe(graph, barrier.id());
            }
            if (barrier.drained()) {
                graph.edge(barrier.id(), "its cache actions", "their completion");
            }
        }
    }
}
