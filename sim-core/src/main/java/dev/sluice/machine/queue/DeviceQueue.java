// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import dev.sluice.machine.engine.Audit;
import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.engine.WaitGraph;
import dev.sluice.program.Command;
import dev.sluice.program.RenderTargets;
import dev.sluice.program.SemaphoreOperation;
import dev.sluice.program.sync.CacheAction;
import dev.sluice.program.sync.ImplicitPoint;
import dev.sluice.program.sync.PendingActions;
import dev.sluice.program.sync.QueueCapabilities;
import dev.sluice.program.sync.Stages;
import dev.sluice.result.RunResult;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A device queue: takes submissions in order, splits commands into stage tasks that overlap, and keeps apart only what
 * gates keep apart.
 *
 * <p><b>Idea.</b> Commands begin in submission order and nothing else is promised; so the front end walks through them, one a
 * cycle, and never waits. What it leaves behind waits: an action command becomes a chain of {@link StageTask}s, a
 * barrier a {@link BarrierRun}, a submission's begin and end and its semaphores likewise. Order is made by {@link Gate}s only.
 *
 * <p><b>State.</b> The {@link StageScoreboard} has for each stage the tasks under way, the gates that are closed in front of
 * it, and a {@link Clock}: what is known to happen before its coming work. A task waits for the gates that were closed before
 * its stage when it was made, and for its predecessor in its command. A barrier closes a gate in front of its second scope
 * at once; waits for the tasks and gates of its first scope that were there when it was reached (<em>drain</em>); carries out
 * its cache actions and transitions; then opens the gate, which passes its clock on to the stages behind.
 *
 * <p><b>Invariants.</b>
 *
 * <ul>
 *   <li>What is awaited is fixed when a task, gate or barrier is made: no later command is ever waited for.
 *   <li>Who waits for a gate need not wait for what the gate's barrier waits for ({@link Predecessors}); results name and count
 *       it all the same.
 *   <li>Gates open after everything that their barriers wait for, which was made before them: so nothing within a queue
 *       can wait in a circle. Queues and host threads can; then the run ends with a wait-for chain.
 *   <li>The clock that passes through a gate covers what the program declared, and no more. What a profile drains beyond
 *       that costs time and orders nothing ({@code docs/decisions/0008-one-drain-per-barrier-command.md}).
 *   <li>Signals of later batches come after those of earlier ones; layout transitions of a queue come one after the other.
 *   <li>Only a profile's actions touch caches; the end of a command touches none.
 * </ul>
 *
 * <p><b>Sources.</b> Vulkan specification, chapter Synchronization and Cache Control, sections Execution and Memory
 * Dependencies, Pipeline Stages, Semaphores and Implicit Synchronization Guarantees.
 */
public final class DeviceQueue extends Component {

    private static final int NEXT = 0;

    /** Core cycles that the front end spends on one command; a choice. */
    private static final int FRONT_END_CYCLES = 1;

    private static final List<Integer> FIRST_LAYER = List.of(0);

    private final RunContext run;
    private final QueueCapabilities capabilities;
    private final CommandTasks tasks;
    private final DrawTasks drawTasks;
    private final PassTasks passTasks;
    private final BarrierCommands barrierCommands;
    private final EventCommands events;
    private final MarkerCommands markers;
    private final ConditionTasks conditions;
    private final PendingActions pending;
    private final OwedFlushes owed;
    private final StageScoreboard scoreboard;
    private final long stages;
    private final int firstStrand;
    private final Deque<Runnable> front = new ArrayDeque<>();
    private final BarrierUnit barriers;
    private final List<Promise> promises = new ArrayList<>();
    private PassOrder pass = new PassOrder(0);
    /** What the last draw of the render pass instance drew to, in all layers of the instance. */
    private @Nullable RenderTargets drawn;
    /** The layers of the render pass instance. */
    private List<Integer> layers = FIRST_LAYER;

    private SignalBatch lastSignals = new SignalBatch();
    private int commands;
    private boolean busy;
    private boolean announced;
    /** How much longer than others the command that was reached last keeps the front end. */
    private long busyCycles;
    /** Whether the command that was reached last keeps the front end from nothing. */
    private boolean noTime;

    /** @param name {@code family.index} */
    public DeviceQueue(
            Engine engine,
            String name,
            QueueCapabilities capabilities,
            RunContext run,
            CommandExecutor executor,
            GraphicsExecutor graphics,
            BufferAddresses addresses) {
        super(engine, name);
        this.run = run;
        this.scoreboard = new StageScoreboard(run::takeTurn, () -> run.observed || run.viewed());
        this.capabilities = capabilities;
        this.pending = new PendingActions(run.profile);
        this.stages = Stages.supportedBy(capabilities);
        this.firstStrand = run.takeStrands(Clock.STAGES);
        run.ownership.addQueue(firstStrand, FamilyOwnership.familyOf(name));
        this.owed = new OwedFlushes(run.profile, run.resolver, capabilities);
        this.barriers = engine.add(new BarrierUnit(engine, name, run, scoreboard));
        Overwrites overwrites = new Overwrites(owed, new WrittenBytes(addresses, graphics), barriers);
        TaskFactory factory = new TaskFactory(this, run, overwrites, executor::writesMemory);
        this.tasks = new CommandTasks(this, factory, executor, graphics);
        this.drawTasks =
                new DrawTasks(name, factory, graphics, new LoadedInputs(run, barriers, graphics, capabilities));
        this.passTasks = new PassTasks(factory, graphics);
        this.conditions = new ConditionTasks(factory, executor, graphics);
        BarrierPlanner planner = new BarrierPlanner(this, run, addresses, pending, owed, graphics);
        this.barrierCommands = new BarrierCommands(this, run, planner, barriers, graphics);
        this.events = new EventCommands(this, run, planner, barriers, graphics);
        this.markers = new MarkerCommands(this, run, barriers);
    }

    StageScoreboard scoreboard() {
        return scoreboard;
    }

    QueueCapabilities capabilities() {
        return capabilities;
    }

    /** States who will bring something about, for a wait-for chain. */
    void promise(String what, BarrierRun by) {
        promises.add(new Promise(what, by));
    }

    /** Keeps the front end from the next command for some cycles more. */
    void busyFor(long cycles) {
        busyCycles += cycles;
    }

    /** The command that was reached keeps the front end from nothing. */
    void takesNoTime() {
        noTime = true;
    }

    int firstStrand() {
        return firstStrand;
    }

    /** The strand of the queue's layout transitions. */
    int transitionStrand() {
        return firstStrand + Clock.TRANSITIONS;
    }

    /** States that something is about to be submitted. */
    void announce() {
        announced = true;
    }

    boolean announced() {
        return announced;
    }

    /** Hands over a submission that has arrived at the front end. */
    void submit(Submission submission) {
        enqueue(submission);
    }

    /** Hands over a presentation that has arrived at the front end. */
    void present(Presentations presentations, Presentations.Call call) {
        front.add(() -> presentations.present(call, barriers));
        wakeUp();
    }

    @Override
    public void onEvent(int kind, int argument) {
        next();
    }

    private void enqueue(Submission submission) {
        if (!submission.waitIdle()) {
            front.add(() -> begin(submission));
            int number = 0;
            for (List<Command> buffer : submission.commandBuffers()) {
                front.add(pending::beginCommandBuffer);
                for (Command command : buffer) {
                    String id = submission.id() + "." + number++;
                    front.add(() -> reach(id, command, submission));
                }
                front.add(() -> flushPending(submission));
            }
        }
        front.add(() -> end(submission));
        wakeUp();
    }

    private void wakeUp() {
        if (!busy) {
            busy = true;
            wake(0, NEXT, 0);
        }
    }

    private void next() {
        do {
            noTime = false;
            Runnable step = front.poll();
            if (step == null) {
                busy = false;
                return;
            }
            step.run();
        } while (noTime);
        wake(FRONT_END_CYCLES + busyCycles, NEXT, 0);
        busyCycles = 0;
    }

    private void begin(Submission submission) {
        Gate gate = new Gate(submission.id() + ".begin", stages);
        List<CacheAction> actions = run.profile.implicitActions(ImplicitPoint.SUBMIT_BEGIN);
        if (scoreboard.running().count(stages) == 0) {
            owed.maintained(actions, stages, stages);
        }
        barriers.start(
                BarrierOrder.of(submission, ".begin", BarrierKind.SUBMIT_BEGIN, List.of(), gate, actions),
                List.of(),
                b -> gate.pass(stages, submission.hostClock()));
        int number = 0;
        for (SemaphoreOperation wait : submission.waits()) {
            waitForSemaphore(submission, wait, number++);
        }
    }

    private void waitForSemaphore(Submission submission, SemaphoreOperation operation, int number) {
        SemaphoreState semaphore = run.synchronization.semaphore(operation.semaphore());
        SemaphoreState.Wait wait =
                operation.timeline() ? semaphore.waitFor(operation.value()) : semaphore.waitForBinary();
        long waiting = Stages.syncScopeDst(operation.stages(), capabilities);
        Gate gate = new Gate(submission.id() + ".wait" + number, waiting);
        barriers.start(
                BarrierOrder.of(
                        submission,
                        ".wait" + number,
                        BarrierKind.SEMAPHORE_WAIT,
                        List.of(BarrierWords.of(operation, false)),
                        gate,
                        semaphoreActions(ImplicitPoint.SEMAPHORE_WAIT, ImplicitPoint.SUBMIT_BEGIN)),
                List.of(wait),
                b -> gate.pass(waiting, wait.clock()));
    }

    private void reach(String id, Command command, Submission submission) {
        commands++;
        CommandRecord record = new CommandRecord(id, run.attribute(id), command, name(), submission.frame(), now());
        run.add(record);
        if (run.observed) {
            run.observer.command(
                    now(),
                    id,
                    name(),
                    command.kind(),
                    command.origin().label(),
                    command.origin().where());
        }
        if (command instanceof Command.Marker marker) {
            conditions.reach(marker);
            markers.reach(record, marker);
            return;
        }
        markers.count(record, submission.regions());
        create(record, command);
        if (run.statistics().lastOfWarmUp()) {
            markers.warmUp();
        }
    }

    private void create(CommandRecord record, Command command) {
        if (command instanceof Command.PipelineBarrier barrier) {
            barrierCommands.reach(record, barrier, commands, drawn);
        } else if (command instanceof Command.SetEvent set) {
            events.set(record, set, commands);
        } else if (command instanceof Command.ResetEvent reset) {
            events.reset(record, reset, commands);
        } else if (command instanceof Command.WaitEvents wait) {
            events.await(record, wait, commands);
        } else if (command instanceof Command.Draw draw) {
            drawn = layers.equals(FIRST_LAYER)
                    ? draw.targets()
                    : draw.targets().base().in(layers);
            if (passTasks.beforeDraw(record, commands, draw, pass)) {
                commands++;
            }
            drawTasks.create(record, commands, draw, pass, conditions.of(record, commands));
        } else if (command instanceof Command.PassStep step) {
            reachPass(record, step);
        } else if (command instanceof Command.ClearAttachments clear) {
            passTasks.clear(record, commands, clear, pass, conditions.of(record, commands));
        } else {
            tasks.create(record, commands, conditions.of(record, commands));
        }
    }

    private void reachPass(CommandRecord record, Command.PassStep step) {
        RenderTargets ends = step.ends();
        if (ends != null) {
            passTasks.end(record, commands, ends, pass);
            if (ends.layers().stream().anyMatch(layer -> !layer.others().isEmpty())) {
                // what is resolved to is stored after that
                commands++;
                passTasks.endOthers(record, commands, ends, pass);
            }
        }
        boolean within = step.form() == Command.PassStep.Form.NEXT_SUBPASS;
        if (!within) {
            drawn = null;
        }
        Command.PipelineBarrier dependency = step.dependency();
        if (dependency != null) {
            barrierCommands.reach(record, dependency, commands, drawn);
        }
        if (!within) {
            pass = new PassOrder(pass.instance() + 1);
        }
        RenderTargets begins = step.begins();
        if (step.passBegins()) {
            layers = begins == null
                    ? FIRST_LAYER
                    : begins.layers().stream().map(RenderTargets::layer).toList();
        }
        if (within) {
            pass.nextSubpass();
        }
        if (begins != null) {
            // load operations come after the dependency, and are none of its first half
            commands++;
            passTasks.begin(record, commands, begins, pass);
        }
        if (record.tasks().isEmpty() && dependency == null) {
            run.passed(record, now());
        }
    }

    private void flushPending(Submission submission) {
        List<CacheAction> flushes = pending.endCommandBuffer();
        if (!flushes.isEmpty()) {
            barriers.start(
                    BarrierOrder.of(submission, ".pending", BarrierKind.PENDING_FLUSHES, List.of(), null, flushes),
                    predecessors(stages),
                    List.of(),
                    b -> {});
        }
    }

    private void end(Submission submission) {
        Fence fence = submission.fence();
        List<CacheAction> actions = new ArrayList<>();
        if (!submission.waitIdle()) {
            actions.addAll(run.profile.implicitActions(ImplicitPoint.SUBMIT_END));
        }
        SignalBatch earlier = lastSignals;
        SignalBatch own = new SignalBatch();
        int number = 0;
        for (SemaphoreOperation signal : submission.signals()) {
            signal(submission, signal, number++, earlier, own);
        }
        if (fence != null || !own.operations.isEmpty()) {
            lastSignals = own;
        }
        if (fence != null) {
            actions.addAll(run.profile.implicitActions(ImplicitPoint.FENCE_SIGNAL));
        } else if (actions.isEmpty()) {
            return;
        }
        BarrierKind kind = submission.waitIdle() ? BarrierKind.WAIT_IDLE : BarrierKind.SUBMIT_END;
        BarrierOrder order = BarrierOrder.of(submission, submission.endPart(), kind, List.of(), null, actions);
        BarrierRun end = barriers.start(
                order,
                predecessors(stages).withReleases(),
                List.of(),
                fence == null ? b -> {} : signals(fence, submission, earlier, own));
        if (fence != null) {
            own.operations.add(end.completion);
            promise("fence " + fence.name(), end);
        }
    }

    /** Signals a fence after all that the queue does up to now. */
    private Consumer<BarrierRun> signals(Fence fence, Submission submission, SignalBatch earlier, SignalBatch own) {
        BarrierScope everything = scope(stages);
        return b -> {
            Clock known =
                    own.join(everything.clock().join(submission.hostClock()).join(earlier.known));
            run.host.interrupt(() -> fence.signal(known));
        };
    }

    /** A fence or semaphore and who will signal it, for a wait-for chain. */
    private record Promise(String what, BarrierRun by) {}

    /**
     * The signal operations of one batch: those of later batches come after them (Vulkan specification, section
     * Implicit Synchronization Guarantees).
     */
    private static final class SignalBatch {
        final List<Awaited> operations = new ArrayList<>();
        Clock known = Clock.ZERO;

        Clock join(Clock clock) {
            known = known.join(clock);
            return known;
        }
    }

    /**
     * The actions of a semaphore operation. A profile that lists none maintains caches at the borders of submissions,
     * which lie after the waits and before the signals.
     */
    private List<CacheAction> semaphoreActions(ImplicitPoint point, ImplicitPoint border) {
        boolean listed = run.profile.implicit().lists().containsKey(point);
        return run.profile.implicitActions(listed ? point : border);
    }

    private void signal(
            Submission submission, SemaphoreOperation operation, int number, SignalBatch earlier, SignalBatch own) {
        long scope = Stages.syncScopeSrc(operation.stages(), capabilities);
        BarrierScope before = scope(scope);
        SemaphoreState semaphore = run.synchronization.semaphore(operation.semaphore());
        boolean everything = before.afterTransitions();
        Predecessors predecessors = predecessors(scope);
        BarrierRun signal = barriers.start(
                BarrierOrder.of(
                        submission,
                        ".signal" + number,
                        BarrierKind.SEMAPHORE_SIGNAL,
                        List.of(),
                        null,
                        semaphoreActions(ImplicitPoint.SEMAPHORE_SIGNAL, ImplicitPoint.SUBMIT_END)),
                // with layout transitions whose barrier holds no later stage back, and the signals before it
                everything ? predecessors.withReleases() : predecessors,
                everything ? List.of() : earlier.operations,
                b -> {
                    Clock clock = before.clock().join(submission.hostClock()).join(earlier.known);
                    own.join(clock);
                    if (run.observed) {
                        run.observer.signals(
                                now(),
                                name(),
                                b.id(),
                                operation.semaphore(),
                                operation.timeline() ? operation.value() : semaphore.nextBinary());
                    }
                    if (operation.timeline()) {
                        semaphore.signal(operation.value(), clock);
                    } else {
                        semaphore.signalBinary(clock);
                    }
                });
        own.operations.add(signal.completion);
        promise("semaphore " + operation.semaphore(), signal);
    }

    /** What all commands so far do in some stages. */
    private BarrierScope scope(long of) {
        BarrierScope scope = new BarrierScope(scoreboard, of, 0, firstStrand, commands);
        return hasNoMoreThan(of) ? scope.afterTransitions(commands) : scope;
    }

    /** Whether all its stages are among some. */
    boolean hasNoMoreThan(long some) {
        return (some & stages) == stages;
    }

    /** Runs the actions that a profile wants at a dispatch's begin, then {@code then}. */
    void beforeDispatch(StageTask task, Runnable then) {
        List<CacheAction> actions = run.profile.implicitActions(ImplicitPoint.DISPATCH_BEGIN);
        if (actions.isEmpty()) {
            then.run();
            return;
        }
        BarrierOrder order = BarrierOrder.before(task.command, ".begin", BarrierKind.DISPATCH_BEGIN, actions, null);
        barriers.start(order, List.of(), b -> {
            long cycles = b.stalledFor(now());
            b.holdsBack(new RunResult.HeldBack(task.command.id(), task.stageName, cycles, now() - cycles, null));
            then.run();
        });
    }

    /** The unfinished tasks of these stages and the closed gates in front of them. */
    Predecessors predecessors(long ofStages) {
        return predecessors(ofStages, ofStages);
    }

    /** The unfinished tasks of some stages and the closed gates in front of others. */
    Predecessors predecessors(long tasksOf, long gatesOf) {
        return new Predecessors(scoreboard, tasksOf, gatesOf);
    }

    @Override
    public void audit(Audit audit) {
        audit.held(this, "commands not reached", front.size());
        audit.held(this, "stage tasks not done", scoreboard.running().count(-1L));
    }

    @Override
    public void describeWaits(WaitGraph graph) {
        for (Promise promise : promises) {
            if (!promise.by().released()) {
                graph.edge(promise.what(), promise.by().id(), "its signal");
            }
        }
        for (long rest = stages; rest != 0; rest &= rest - 1) {
            for (StageTask task : scoreboard.running().after(Long.lowestOneBit(rest), 0)) {
                for (Awaited gate : task.gates(Integer.MAX_VALUE)) {
                    if (task.startCycle < 0) {
                        graph.edge(task.waiterName(), gate.awaitedName(), "the gate to open");
                    }
                }
            }
        }
    }
}
