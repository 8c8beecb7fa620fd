// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.bite;

import dev.sluice.check.hazard.Hazard;
import dev.sluice.check.hazard.MissingHalf;
import dev.sluice.program.Barrier;
import dev.sluice.program.Command;
import dev.sluice.program.HostOperation;
import dev.sluice.program.HostThread;
import dev.sluice.program.MemoryDeclaration;
import dev.sluice.program.MemoryRange;
import dev.sluice.program.Origin;
import dev.sluice.program.StreamProgram;
import dev.sluice.program.SubpassScopes;
import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.Accesses;
import dev.sluice.program.sync.Stage;
import dev.sluice.program.sync.Stages;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Orders a program around hazards that no barrier of its own cures, as strongly as can be: the host waits for everything before
 * the second access, submissions begin and end with barriers of everything, and so do the steps of render passes. Too much for
 * any program, and what shows which bytes are the right ones.
 */
final class StrongOrder {
    private static final Barrier EVERYTHING = new Barrier(
            Stages.of(Stage.ALL_COMMANDS, Stage.HOST),
            Accesses.of(Access.MEMORY_READ, Access.MEMORY_WRITE),
            Stages.of(Stage.ALL_COMMANDS, Stage.HOST),
            Accesses.of(Access.MEMORY_READ, Access.MEMORY_WRITE),
            null,
            null,
            null);

    private final StreamProgram stream;
    /** Submissions and host operations before which the host waits for the device. */
    private final Set<String> idle = new LinkedHashSet<>();

    private final Set<String> begin = new LinkedHashSet<>();
    private final Set<String> end = new LinkedHashSet<>();
    private final Set<String> passes = new LinkedHashSet<>();
    private final Set<String> invalidate = new LinkedHashSet<>();
    private final Set<String> flush = new LinkedHashSet<>();
    private int submissions;

    private StrongOrder(StreamProgram stream) {
        this.stream = stream;
    }

    static StreamProgram around(StreamProgram stream, List<Hazard> hazards) {
        StrongOrder order = new StrongOrder(stream);
        hazards.forEach(order::note);
        List<HostThread> threads = new ArrayList<>();
        for (HostThread thread : stream.threads()) {
            // the ids of the checker: the first thread is called host
            threads.add(order.thread(thread, threads.isEmpty() ? "host" : thread.name()));
        }
        return stream.withThreads(threads);
    }

    private void note(Hazard hazard) {
        Hazard.Party prior = hazard.prior();
        Hazard.Party current = hazard.current();
        boolean together = Places.onQueue(prior)
                && Places.onQueue(current)
                && Places.unit(prior).equals(Places.unit(current));
        if (!together) {
            idle.add(Places.unit(current));
        }
        if (Places.onQueue(prior)) {
            (together ? passes : end).add(Places.unit(prior));
        }
        if (Places.onQueue(current)) {
            begin.add(Places.unit(current));
            passes.add(Places.unit(current));
        }
        if (hazard.missing() == MissingHalf.INVALIDATE) {
            invalidate.add(current.id());
        } else if (hazard.missing() == MissingHalf.FLUSH) {
            flush.add(prior.id());
        }
    }

    private HostThread thread(HostThread thread, String prefix) {
        List<HostOperation> operations = new ArrayList<>();
        int index = 0;
        for (HostOperation operation : thread.operations()) {
            String id = prefix + "." + index++;
            HostOperation.QueueSubmit submit = operation instanceof HostOperation.QueueSubmit one ? one : null;
            String unit = submit == null ? id : "submit" + submissions++;
            if (idle.contains(unit)) {
                operations.add(new HostOperation.DeviceWaitIdle(Origin.NOWHERE));
            }
            if (invalidate.contains(id)) {
                operations.add(new HostOperation.InvalidateMappedMemoryRanges(Origin.NOWHERE, accessed(operation)));
            }
            operations.add(submit == null ? operation : submission(submit, unit));
            if (flush.contains(id)) {
                operations.add(new HostOperation.FlushMappedMemoryRanges(Origin.NOWHERE, accessed(operation)));
            }
        }
        return new HostThread(thread.name(), operations);
    }

    /** The whole memory that a host operation accesses. */
    private List<MemoryRange> accessed(HostOperation operation) {
        if (!(operation instanceof HostOperation.Access access)) {
            return List.of();
        }
        return stream.memories().stream()
                .filter(memory -> memory.name().equals(access.target().memory()))
                .map(StrongOrder::whole)
                .toList();
    }

    private static MemoryRange whole(MemoryDeclaration memory) {
        return new MemoryRange(memory.name(), 0, memory.size());
    }

    private HostOperation submission(HostOperation.QueueSubmit submit, String unit) {
        List<List<Command>> lists = new ArrayList<>();
        if (begin.contains(unit)) {
            lists.add(List.of(everything()));
        }
        boolean widened = passes.contains(unit);
        for (List<Command> list : submit.commandBuffers()) {
            lists.add(widened ? list.stream().map(StrongOrder::wider).toList() : list);
        }
        if (end.contains(unit)) {
            lists.add(List.of(everything()));
        }
        return new HostOperation.QueueSubmit(
                submit.origin(), submit.queue(), submit.waits(), lists, submit.signals(), submit.fence());
    }

    private static Command everything() {
        return new Command.PipelineBarrier(Origin.NOWHERE, List.of(EVERYTHING), false);
    }

    /** A step of a render pass whose dependencies are of everything; any other command as it is. */
    private static Command wider(Command command) {
        if (!(command instanceof Command.PassStep step)) {
            return command;
        }
        List<Barrier> barriers = new ArrayList<>();
        Command.PipelineBarrier own = step.dependency();
        if (own != null) {
            own.barriers()
                    .forEach(barrier -> barriers.add(barrier.masked(
                            EVERYTHING.srcStages(),
                            EVERYTHING.srcAccess(),
                            EVERYTHING.dstStages(),
                            EVERYTHING.dstAccess())));
        }
        barriers.add(EVERYTHING.limitedTo(SubpassScopes.of(SubpassScopes.EXTERNAL, SubpassScopes.EXTERNAL)));
        return new Command.PassStep(
                step.origin(),
                step.form(),
                step.ends(),
                new Command.PipelineBarrier(own == null ? step.origin() : own.origin(), barriers, false),
                step.begins());
    }
}
