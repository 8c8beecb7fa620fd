// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.program.Barrier;
import dev.sluice.program.Command;
import dev.sluice.program.ComputeWork;
import dev.sluice.program.HostOperation;
import dev.sluice.program.HostThread;
import dev.sluice.program.Origin;
import dev.sluice.program.SemaphoreOperation;
import dev.sluice.program.kernel.AtomicOp;
import dev.sluice.program.sync.AddressRange;
import dev.sluice.program.sync.BarrierProfile;
import dev.sluice.program.sync.CacheRole;
import dev.sluice.program.sync.QueueCapabilities;
import dev.sluice.program.sync.Stages;
import dev.sluice.result.RunResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Queues and host threads without a machine: work takes as many cycles as the test says.
 *
 * <p>A dispatch takes as long as its first group count, a fill as its data, a copy as its first region's size, an indirect
 * dispatch's fetch as its offset.
 */
final class Machine {

    static final Origin HERE = Origin.at("stream.yaml:1:1");

    /** Runs things later. */
    static final class Later extends Component {
        private final List<Runnable> tasks = new ArrayList<>();

        Later(Engine engine) {
            super(engine, "later");
            engine.add(this);
        }

        void after(long delay, Runnable task) {
            tasks.add(task);
            wake(delay, 0, tasks.size() - 1);
        }

        @Override
        public void onEvent(int kind, int argument) {
            tasks.get(argument).run();
        }
    }

    final Engine engine = new Engine();
    final Later later = new Later(engine);
    final Caches caches = new Caches();
    final FakeHost host = new FakeHost();
    final RunContext run;
    final Map<String, DeviceQueue> queues = new LinkedHashMap<>();
    final HostChecks checks = new HostChecks();
    final List<HostThreadRunner> threads = new ArrayList<>();
    long idleUnits;
    boolean kernelsWrite = true;
    long[] fetchedGroups = {5, 1, 1};
    final List<String> log = new ArrayList<>();
    int statisticsResets;
    final FakeGraphics graphics = new FakeGraphics(engine::now, later::after);
    private final Presentations presentations;

    Machine(BarrierProfile profile, String... queueNames) {
        run = new RunContext(profile, caches, host, SimObserver.NONE, () -> idleUnits);
        run.statistics(new StatisticsRegions(
                () -> {
                    throw new AssertionError("nothing is counted here");
                },
                () -> statisticsResets++,
                engine::now,
                null));
        presentations = new Presentations(run, graphics, engine::now);
        for (String name : queueNames) {
            queues.put(
                    name,
                    engine.add(new DeviceQueue(
                            engine,
                            name,
                            QueueCapabilities.UNIVERSAL,
                            run,
                            new Executor(),
                            graphics,
                            range -> new AddressRange(4096 + range.offset(), range.size()))));
        }
    }

    static Machine with(Profiles profile) {
        return new Machine(profile.build(), "universal.0");
    }

    /** Runs one submission of one command buffer, with the fence f, from cycle 0. */
    void run(Command... commands) {
        program(submit("universal.0", "f", commands));
        engine.run();
    }

    void program(HostOperation... operations) {
        thread("main", operations);
    }

    void thread(String name, HostOperation... operations) {
        HostThreadRunner thread = engine.add(new HostThreadRunner(
                engine,
                new HostThread(name, List.of(operations)),
                threads.size(),
                run,
                host,
                queues,
                checks,
                new MappedMemory(Set.of("later")),
                presentations));
        threads.add(thread);
        thread.begin();
    }

    static HostOperation.QueueSubmit submit(String queue, @Nullable String fence, Command... commands) {
        return submit(queue, List.of(), List.of(), fence, commands);
    }

    static HostOperation.QueueSubmit submit(
            String queue,
            List<SemaphoreOperation> waits,
            List<SemaphoreOperation> signals,
            @Nullable String fence,
            Command... commands) {
        return new HostOperation.QueueSubmit(HERE, queue, waits, List.of(List.of(commands)), signals, fence);
    }

    static Command dispatch(long cycles) {
        return new Command.Dispatch(HERE, ComputeWork.DISPATCH, "k", List.of(cycles, 1L, 1L), Map.of(), Map.of());
    }

    static Command indirect(long fetchCycles) {
        return new Command.DispatchIndirect(
                HERE, ComputeWork.DISPATCH, "k", "args", fetchCycles, List.of(), Map.of(), Map.of());
    }

    static Command fill(int cycles) {
        return new Command.FillBuffer(HERE, new dev.sluice.program.BufferRange("b", 0, 4), cycles);
    }

    static Command copy(long cycles) {
        return new Command.CopyBuffer(HERE, "a", "b", List.of(new Command.CopyBuffer.Region(0, 0, cycles)));
    }

    static Command timestamp(long stage, String name) {
        return new Command.WriteTimestamp(HERE, stage, name);
    }

    /** An execution dependency. */
    static Command barrier(long srcStages, long dstStages) {
        return barrier(srcStages, 0, dstStages, 0);
    }

    static Command barrier(long srcStages, long srcAccess, long dstStages, long dstAccess) {
        return barrier(new Barrier(srcStages, srcAccess, dstStages, dstAccess, null, null, null));
    }

    static Command barrier(Barrier... barriers) {
        return new Command.PipelineBarrier(HERE, List.of(barriers), false);
    }

    static SemaphoreOperation binary(String name) {
        return new SemaphoreOperation(name, 0, false, Stages.ALL_COMMANDS);
    }

    static SemaphoreOperation timeline(String name, long value) {
        return new SemaphoreOperation(name, value, true, Stages.ALL_COMMANDS);
    }

    RunResult.CommandResult command(String id) {
        return RunReport.commands(run, engine.now()).stream()
                .filter(c -> c.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    long start(String id) {
        return command(id).startCycle();
    }

    long end(String id) {
        return command(id).endCycle();
    }

    RunResult.BarrierResult cost(String id) {
        return RunReport.barriers(run, engine.now()).stream()
                .filter(b -> b.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    List<String> barrierIds() {
        return RunReport.barriers(run, engine.now()).stream()
                .map(RunResult.BarrierResult::id)
                .toList();
    }

    /** The id of the agent that is a stage of a command or a host operation. */
    int agent(String name, long stage) {
        for (int i = 1; i < run.agents.size(); i++) {
            if (run.agents.get(i).name().equals(name) && run.agents.get(i).stages() == stage) {
                return i;
            }
        }
        throw new IllegalArgumentException(name);
    }

    /** Whether a stage of one command or host operation happens before one of another. */
    boolean before(String first, long firstStage, String second, long secondStage) {
        return run.order().before(agent(first, firstStage), agent(second, secondStage));
    }

    /** What the word of each condition is; a condition at offset n is read in n cycles. */
    long conditionWord;

    private final class Executor implements CommandExecutor {
        @Override
        public boolean writesMemory(String kernel) {
            return kernelsWrite;
        }

        @Override
        public void dispatch(
                String name,
                Command.Compute source,
                long[] groups,
                int attribution,
                int agent,
                boolean atOnce,
                Completion completion) {
            log.add(engine.now() + " dispatch " + name);
            later.after(groups[0], () -> completion.done(new Work(16, 32, groups[0])));
        }

        @Override
        public void transfer(
                String name, Command command, int attribution, int agent, boolean atOnce, Completion completion) {
            long cycles = command instanceof Command.FillBuffer fill
                    ? fill.data()
                    : ((Command.CopyBuffer) command).regions().get(0).size();
            later.after(cycles, () -> completion.done(new Work(0, 4, 0)));
        }

        @Override
        public void fetchCondition(
                Command.BeginConditionalRendering condition,
                int attribution,
                int agent,
                ConditionCompletion completion) {
            later.after(condition.offset(), () -> completion.done(condition.carriesOut(conditionWord)));
        }

        @Override
        public void fetchGroups(
                Component owner,
                Command.DispatchIndirect command,
                int attribution,
                int agent,
                GroupsCompletion completion) {
            later.after(command.offset(), () -> completion.done(fetchedGroups[0], fetchedGroups[1], fetchedGroups[2]));
        }
    }

    /** Caches by role: how many instances there are and how long an action takes on each. */
    final class Caches implements CacheMaintenance {
        final Map<String, int[]> cyclesByRole = new LinkedHashMap<>();
        final List<String> begun = new ArrayList<>();

        @Nullable
        List<AddressRange> lastRanges;

        boolean lastExact;

        void add(String role, int... cyclesOfInstances) {
            cyclesByRole.put(role, cyclesOfInstances);
        }

        @Override
        public boolean prefetches(CacheRole role) {
            return false;
        }

        @Override
        public void begin(ActionRun action) {
            int[] cycles = cyclesByRole.get(action.action().target());
            if (cycles == null) {
                return;
            }
            begun.add(engine.now() + " " + action.action());
            lastRanges = action.ranges();
            lastExact = action.exact();
            action.began(action.action().target().toLowerCase(java.util.Locale.ROOT), cycles.length);
            for (int c : cycles) {
                later.after(c, () -> {
                    action.walked(10, 2, 64, 3, 96);
                    action.instanceDone();
                });
            }
        }

        @Override
        public long refillMisses(int barrier) {
            return 100 + barrier;
        }

        @Override
        public long refillBytes(int barrier) {
            return 1000 + barrier;
        }

        @Override
        public List<RunResult.Refill> refills(int barrier) {
            return List.of(
                    new RunResult.Refill("l1", "x", 60, 600),
                    new RunResult.Refill("l1", "y", 30, 300),
                    new RunResult.Refill("l2", "x", 10 + barrier, 100 + barrier));
        }
    }

    /** A host whose every access takes some cycles and returns the bytes that the test says. */
    final class FakeHost implements HostAccess {
        final List<String> calls = new ArrayList<>();
        byte[] memory = new byte[64];
        long cycles = 1;
        long doorbellCycles;
        long interruptCycles;
        boolean functional = true;

        private void call(Who who, String what, Runnable done) {
            calls.add(engine.now() + " " + run.agents.get(who.agent()).name() + " " + what);
            later.after(cycles, done);
        }

        @Override
        public long commitment(String name) {
            return memory.length;
        }

        @Override
        public void store(Who who, String name, long offset, byte[] data, Runnable done) {
            call(who, "store " + name + " " + offset + " " + data.length, done);
        }

        @Override
        public void load(Who who, String name, long offset, byte[] into, Runnable done) {
            System.arraycopy(memory, (int) offset, into, 0, into.length);
            call(who, "load " + name + " " + offset + " " + into.length, done);
        }

        @Override
        public void atomic(
                Who who,
                String name,
                long offset,
                AtomicOp operation,
                int bytes,
                long operand,
                long compare,
                Runnable done) {
            call(who, "atomic " + operation.text() + " " + name + " " + offset, done);
        }

        @Override
        public void storeFence(Who who, Runnable done) {
            call(who, "storeFence", done);
        }

        @Override
        public void flush(Who who, String name, long offset, long size, Runnable done) {
            call(who, "flush " + name + " " + offset + " " + size, done);
        }

        @Override
        public void invalidate(Who who, String name, long offset, long size, Runnable done) {
            call(who, "invalidate " + name + " " + offset + " " + size, done);
        }

        @Override
        public void ringDoorbell(Who who, Runnable atDevice, Runnable done) {
            later.after(doorbellCycles, atDevice);
            later.after(0, done);
        }

        @Override
        public void interrupt(Runnable atHost) {
            later.after(interruptCycles, atHost);
        }

        @Override
        public boolean functional() {
            return functional;
        }
    }
}
