// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import dev.sluice.program.sync.CacheAction;
import dev.sluice.result.RunResult;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
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

    /** The barrier's release, for those that wait for it without being behind its gate. */
    final class Completion extends Awaited {
        @Override
        void heldBack(RunResult.HeldBack waiter) {
            holdsBack(waiter);
        }

        @Override
        String awaitedName() {
            return id();
        }
    }

    final int index;
    final BarrierOrder order;
    final Consumer<BarrierRun> beforeRelease;
    final Completion completion = new Completion();
    private final BarrierUnit unit;
    private final List<Supplier<RunResult.ActionResult>> runs = new ArrayList<>();
    private boolean transitionsBegun;
    private final Deque<Overheads.Delay> before;
    private final Deque<Overheads.Delay> after;
    private final Predecessors predecessors;
    private final Milestones milestones;
    private List<? extends Awaited> others = List.of();
    private final List<RunResult.HeldBack> heldBack = new ArrayList<>(0);
    private int waits;
    private int outstanding;
    private int nextAction;
    private final long reachedCycle;
    private final long idleAtStart;
    private long drainedCycle = -1;
    private long releasedCycle = -1;
    private long idleUnitCycles;
    /** The action that is carried out, for observers; nobody else sets it. */
    String underWay = "";

    /**
     * @param index its number in the run
     * @param predecessors the tasks and gates of its queue that it comes after
     * @param unit whose it is: it is told when all that the barrier waited for is done
     * @param beforeRelease runs when all is done, before the gate opens
     */
    BarrierRun(
            int index,
            BarrierOrder order,
            Predecessors predecessors,
            BarrierUnit unit,
            Consumer<BarrierRun> beforeRelease) {
        this.index = index;
        this.order = order;
        this.predecessors = predecessors;
        this.milestones = new Milestones(LAST_WAITS, predecessors);
        this.unit = unit;
        this.beforeRelease = beforeRelease;
        this.before = new ArrayDeque<>(order.overheads().before());
        this.after = new ArrayDeque<>(order.overheads().after());
        this.reachedCycle = unit.now();
        this.idleAtStart = unit.idleUnitCycles();
    }

    String id() {
        return order.cause().id();
    }

    /**
     * Begins to wait.
     *
     * @param alsoAfter what comes first beside the predecessors
     */
    void arm(List<? extends Awaited> alsoAfter) {
        outstanding = 1;
        others = alsoAfter;
        waits = predecessors.count();
        milestones.begin(reachedCycle);
        watch();
        long turn = predecessors.takeTurn();
        outstanding++;
        predecessors.await(turn, this::oneLess);
        for (Awaited other : alsoAfter) {
            if (!other.done()) {
                outstanding++;
                waits++;
                other.addWaiter(turn, this);
            }
        }
        satisfied();
    }

    /** Tells those who look of what it waits for. */
    private void watch() {
        if (unit.observed()) {
            watched(Integer.MAX_VALUE).forEach(awaited -> unit.waits(id(), awaited));
        }
        if (unit.viewed()) {
            predecessors.watch(() -> unit.changed(this));
        }
    }

    @Override
    public void satisfied(Awaited by) {
        milestones.heard(by, unit.now());
        satisfied();
    }

    long drainedCycle() {
        return drainedCycle;
    }

    /** Cache actions begun. */
    int actionsBegun() {
        return nextAction;
    }

    /** The last cache action that was begun; empty for none. */
    String lastAction() {
        return nextAction == 0
                ? ""
                : order.caches().actions().get(nextAction - 1).toString();
    }

    @Override
    public void satisfied() {
        oneLess();
    }

    /** One of the things waited for has come about, and the queue's history knows which. */
    private void oneLess() {
        unit.changed(this);
        if (--outstanding == 0) {
            milestones.settle(id(), null);
            others = List.of();
            drainedCycle = unit.now();
            long left = reachedCycle + order.overheads().frontEnd() - drainedCycle;
            if (left > 0) {
                before.addFirst(new Overheads.Delay("command", left));
            }
            unit.drained(this);
        }
    }

    /** What it still waits for. */
    List<Awaited> unmet() {
        return drained() ? List.of() : withOthers(predecessors.open(), Integer.MAX_VALUE);
    }

    /** The first of them, for somebody who looks; of more than are told of one by one, those in front. */
    List<Awaited> watched(int most) {
        return drained() ? List.of() : withOthers(predecessors.watched(most), most);
    }

    private List<Awaited> withOthers(List<Awaited> first, int most) {
        List<Awaited> unmet = new ArrayList<>(first);
        others.stream()
                .filter(other -> !other.done())
                .limit(Math.max(0, most - unmet.size()))
                .forEach(unmet::add);
        return unmet;
    }

    /** For how many things it still waits. */
    long countUnmet() {
        return drained()
                ? 0
                : predecessors.countOpen()
                        + others.stream().filter(other -> !other.done()).count();
    }

    boolean drained() {
        return drainedCycle >= 0;
    }

    boolean released() {
        return releasedCycle >= 0;
    }

    /** The next overhead before the first action; null when none is left. */
    Overheads.@Nullable Delay takeFirst() {
        return before.poll();
    }

    /** The next overhead after the last action; null when none is left. */
    Overheads.@Nullable Delay takeLast() {
        return after.poll();
    }

    /** The next action to carry out, or null when all are done. */
    @Nullable
    CacheAction takeAction() {
        unit.changed(this);
        List<CacheAction> actions = order.caches().actions();
        return nextAction < actions.size() ? actions.get(nextAction++) : null;
    }

    /** Whether the layout transitions are to begin now; true once. */
    boolean takeTransitions() {
        if (transitionsBegun
                || order.transitions().none()
                || nextAction < order.caches().sourceActions()) {
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
        unit.changed(this);
        idleUnitCycles = unit.idleUnitCycles() - idleAtStart;
    }

    long reachedCycle() {
        return reachedCycle;
    }

    /** Its release; {@code now} if a stopped run never released it. */
    long releasedCycle(long now) {
        return releasedCycle < 0 ? now : releasedCycle;
    }

    /** The result; a barrier that a stopped run never released counts up to {@code now}. */
    RunResult.BarrierResult result(long now, CacheMaintenance caches) {
        long released = releasedCycle(now);
        long drained = drainedCycle < 0 ? now : drainedCycle;
        BarrierOrder.Cause cause = order.cause();
        Gate gate = order.gate();
        List<RunResult.HeldBack> behind = new ArrayList<>(gate == null ? List.of() : gate.heldBack());
        behind.addAll(heldBack);
        List<RunResult.Refill> refills = caches.refills(index);
        return new RunResult.BarrierResult(
                cause.id(),
                cause.command(),
                cause.origin().label(),
                cause.origin().where(),
                cause.implicit(),
                cause.kind(),
                cause.says(),
                cause.frame(),
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
