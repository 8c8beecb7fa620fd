package dev.sluice.core.command.run;

import dev.sluice.core.barrier.AddressRange;
import dev.sluice.core.barrier.CacheAction;
import dev.sluice.core.command.Origin;
import dev.sluice.core.stats.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A barrier under way, declared or implicit: drains what it waits for, carries out its actions one after the other, then
 * opens its gate.
 */
final class BarrierRun implements Waiter {

    /** What a barrier is told by the queue that runs it. */
    interface Host {
        /** All that the barrier waited for is done; now its actions run. */
        void drained(BarrierRun barrier);
    }

    /** The barrier's release, for those that wait for it without being behind its gate. */
    final class Completion extends Awaited {
        @Override
        String awaitedName() {
            return id;
        }
    }

    final int index;
    final String id;
    final String command;
    final Origin origin;
    final boolean implicit;
    final @Nullable Gate gate;
    final List<CacheAction> actions;
    final @Nullable List<AddressRange> ranges;
    final Transitions transitions;
    final Consumer<BarrierRun> beforeRelease;
    final Completion completion = new Completion();
    private final Host host;
    private final LongSupplier clock;
    private final LongSupplier idleUnits;
    private final int sourceActions;
    private final List<Supplier<RunResult.ActionResult>> runs = new ArrayList<>();
    private boolean transitionsBegun;
    private final List<Awaited> awaited = new ArrayList<>();
    private int outstanding;
    private int nextAction;
    private final long reachedCycle;
    private final long idleAtStart;
    private long drainedCycle = -1;
    private long releasedCycle = -1;
    private long idleUnitCycles;

    BarrierRun(
            int index,
            String id,
            String command,
            Origin origin,
            boolean implicit,
            @Nullable Gate gate,
            List<CacheAction> actions,
            @Nullable List<AddressRange> ranges,
            Transitions transitions,
            int sourceActions,
            Consumer<BarrierRun> beforeRelease,
            Host host,
            LongSupplier clock,
            LongSupplier idleUnits) {
        this.index = index;
        this.id = id;
        this.command = command;
        this.origin = origin;
        this.implicit = implicit;
        this.gate = gate;
        this.actions = actions;
        this.ranges = ranges;
        this.transitions = transitions;
        this.sourceActions = sourceActions;
        this.beforeRelease = beforeRelease;
        this.host = host;
        this.clock = clock;
        this.idleUnits = idleUnits;
        this.reachedCycle = clock.getAsLong();
        this.idleAtStart = idleUnits.getAsLong();
    }

    /** Begins to wait for tasks and gates. */
    void arm(List<? extends Awaited> dependencies) {
        outstanding = 1;
        for (Awaited dependency : dependencies) {
            if (!dependency.done()) {
                outstanding++;
                awaited.add(dependency);
                dependency.addWaiter(this);
            }
        }
        satisfied();
    }

    @Override
    public void satisfied() {
        if (--outstanding == 0) {
            drainedCycle = clock.getAsLong();
            host.drained(this);
        }
    }

    @Override
    public String waiterName() {
        return id;
    }

    /** What it still waits for. */
    List<Awaited> unmet() {
        return awaited.stream().filter(a -> !a.done()).toList();
    }

    boolean drained() {
        return drainedCycle >= 0;
    }

    boolean released() {
        return releasedCycle >= 0;
    }

    /** The next action to carry out, or null when all are done. */
    @Nullable
    CacheAction takeAction() {
        return nextAction < actions.size() ? actions.get(nextAction++) : null;
    }

    /** Whether the layout transitions are to begin now; true once. */
    boolean takeTransitions() {
        if (transitionsBegun || transitions.none() || nextAction < sourceActions) {
            return false;
        }
        transitionsBegun = true;
        return true;
    }

    void add(ActionRun run) {
        runs.add(run::result);
    }

    /** Adds what is done already. */
    void add(RunResult.ActionResult action) {
        runs.add(() -> action);
    }

    void released(long cycle) {
        releasedCycle = cycle;
        idleUnitCycles = idleUnits.getAsLong() - idleAtStart;
    }

    /** The result; a barrier that a stopped run never released counts up to {@code now}. */
    RunResult.BarrierResult result(long now, CacheMaintenance caches) {
        long released = releasedCycle < 0 ? now : releasedCycle;
        long drained = drainedCycle < 0 ? now : drainedCycle;
        return new RunResult.BarrierResult(
                id,
                command,
                origin.label(),
                origin.where(),
                implicit,
                reachedCycle,
                released,
                released - reachedCycle,
                drained - reachedCycle,
                released - drained,
                caches.refillMisses(index),
                caches.refillBytes(index),
                idleUnitCycles,
                runs.stream().map(Supplier::get).toList());
    }
}
