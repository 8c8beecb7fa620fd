package dev.sluice.core.command.run;

import dev.sluice.core.barrier.AddressRange;
import dev.sluice.core.barrier.CacheAction;
import dev.sluice.core.command.Origin;
import dev.sluice.core.stats.RunResult;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A barrier under way, declared or implicit: drains what it waits for, carries out its actions one after the other, then
 * opens its gate. See {@code docs/decisions/0008-one-drain-per-barrier-command.md}.
 */
final class BarrierRun implements Waiter {

    /** How many of the things that a barrier waited for are named. */
    private static final int LAST_WAITS = 16;

    /** What a barrier is told by the queue that runs it. */
    interface Host {
        /** All that the barrier waited for is done; now its actions run. */
        void drained(BarrierRun barrier);
    }

    /** The barrier's release, for those that wait for it without being behind its gate. */
    final class Completion extends Awaited {
        @Override
        @Nullable
        Awaited impliedBy() {
            return gate;
        }

        @Override
        void heldBack(RunResult.HeldBack waiter) {
            holdsBack(waiter);
        }

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
    final boolean exact;
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
    private final Milestones milestones = new Milestones(LAST_WAITS);
    private final List<RunResult.HeldBack> heldBack = new ArrayList<>(0);
    private int waits;
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
            boolean exact,
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
        this.exact = exact;
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
        Set<@Nullable Awaited> known = dependencies.stream().anyMatch(other -> other.impliedBy() != null)
                ? new HashSet<>(dependencies)
                : Collections.emptySet();
        milestones.begin(reachedCycle);
        for (Awaited dependency : dependencies) {
            if (!dependency.done()) {
                outstanding++;
                awaited.add(dependency);
                waits += known.contains(dependency.impliedBy()) ? 0 : 1;
                dependency.addWaiter(this);
            }
        }
        satisfied();
    }

    @Override
    public void satisfied(Awaited by) {
        milestones.reached(by, clock.getAsLong());
        satisfied();
    }

    @Override
    public void satisfied() {
        if (--outstanding == 0) {
            milestones.settle(id, null);
            awaited.clear();
            drainedCycle = clock.getAsLong();
            host.drained(this);
        }
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

    /** Notes one that waited for this barrier last of all, without being behind its gate. */
    void holdsBack(RunResult.HeldBack waiter) {
        heldBack.add(waiter);
    }

    /** Cycles from when it was reached until now. */
    long stalledFor(long now) {
        return now - reachedCycle;
    }

    void released(long cycle) {
        releasedCycle = cycle;
        idleUnitCycles = idleUnits.getAsLong() - idleAtStart;
    }

    /** The result; a barrier that a stopped run never released counts up to {@code now}. */
    RunResult.BarrierResult result(long now, CacheMaintenance caches) {
        long released = releasedCycle < 0 ? now : releasedCycle;
        long drained = drainedCycle < 0 ? now : drainedCycle;
        List<RunResult.HeldBack> behind = new ArrayList<>(gate == null ? List.of() : gate.heldBack());
        behind.addAll(heldBack);
        List<RunResult.Refill> refills = caches.refills(index);
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
                runs.stream().map(Supplier::get).toList(),
                waits,
                milestones.named(),
                behind,
                byResource(refills, RunResult.Refill::misses),
                byResource(refills, RunResult.Refill::bytes),
                refills);
    }

    private static Map<String, Long> byResource(
            List<RunResult.Refill> refills, ToLongFunction<RunResult.Refill> count) {
        Map<String, Long> sums = new LinkedHashMap<>();
        refills.forEach(refill -> sums.merge(refill.resource(), count.applyAsLong(refill), Long::sum));
        return sums;
    }
}
