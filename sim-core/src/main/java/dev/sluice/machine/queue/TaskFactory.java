// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import dev.sluice.machine.truth.Agent;
import dev.sluice.machine.truth.Discard;
import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.Stage;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Makes the stage tasks of a queue, each with its agent, and books their begin and end. */
final class TaskFactory {

    /**
     * Stages that access attachments: their work on one queue is in order (Vulkan specification, section Rasterization
     * Order).
     */
    private static final long ATTACHMENT_STAGES =
            Stage.EARLY_FRAGMENT_TESTS.mask() | Stage.LATE_FRAGMENT_TESTS.mask() | Stage.COLOR_ATTACHMENT_OUTPUT.mask();

    private final DeviceQueue queue;
    private final RunContext run;
    private final Overwrites overwrites;
    private final Predicate<String> writesMemory;
    private final LongSupplier clock;

    /** @param writesMemory whether a kernel does */
    TaskFactory(DeviceQueue queue, RunContext run, Overwrites overwrites, Predicate<String> writesMemory) {
        this.overwrites = overwrites;
        this.writesMemory = writesMemory;
        this.queue = queue;
        this.run = run;
        this.clock = queue::now;
    }

    /** A task that runs a kernel; the caller arms it. */
    StageTask shader(
            CommandRecord record, int position, Stage stage, String kernel, String what, StageTask.Starter starter) {
        return shader(record, position, stage, Access.SHADER_STORAGE_WRITE, kernel, what, starter);
    }

    /** A task that runs a kernel whose writes an access covers; the caller arms it. */
    StageTask shader(
            CommandRecord record,
            int position,
            Stage stage,
            Access writes,
            String kernel,
            String what,
            StageTask.Starter starter) {
        if (writesMemory.test(kernel)) {
            overwrites.shaderWrites(stage.mask());
        }
        return task(record, position, stage, writes, what, starter);
    }

    /** Notes why an agent gives contents up. */
    void discards(int agent, Discard why) {
        run.agents.discards(agent, why);
    }

    /** A task of a stage, with a new agent; the caller arms it. */
    StageTask task(
            CommandRecord record,
            int position,
            Stage stage,
            @Nullable Access writes,
            String what,
            StageTask.Starter starter) {
        Agent agent = run.agents.add(
                record.id(),
                what,
                stage.mask(),
                writes == null ? 0 : writes.mask(),
                false,
                record.command().origin().where());
        run.order.place(agent.id(), queue.firstStrand() + stage.bit(), position);
        StageScoreboard scoreboard = queue.scoreboard();
        Clock base = scoreboard.settled(stage.mask());
        if ((stage.mask() & ATTACHMENT_STAGES) != 0) {
            base = base.withStages(queue.firstStrand(), ATTACHMENT_STAGES, position - 1);
        }
        StageTask task = new StageTask(
                record,
                stage.mask(),
                stage.name(),
                agent,
                run.order,
                base,
                new Predecessors(scoreboard, 0, stage.mask()),
                scoreboard.coming(stage.mask()),
                writes == null ? starter : overwrites.settling(record, stage.mask(), writes, starter),
                clock,
                run.observer);
        record.add(task);
        scoreboard.add(task);
        return task;
    }

    /** Puts a load operation, of colours or of depth and stencil, on the strand of such. */
    void loads(StageTask task, boolean depth) {
        int id = task.agent.id();
        run.order.place(
                id, queue.firstStrand() + (depth ? Clock.DEPTH_LOADS : Clock.COLOR_LOADS), run.order.position(id));
    }

    void begin(StageTask task) {
        task.startCycle = queue.now();
        task.command.uses(run.usage, queue.now());
        task.command.began(queue.now());
        if (run.observed) {
            run.observer.stage(queue.now(), task.command.id(), task.stageName, true);
        }
    }

    void finish(StageTask task, CommandExecutor.Work work) {
        if (task.startCycle < 0) {
            begin(task);
        }
        task.endCycle = queue.now();
        run.active(queue.now());
        task.command.ended(queue.now());
        task.command.used(run.usage, queue.now());
        task.command.bytesRead += work.bytesRead();
        task.command.bytesWritten += work.bytesWritten();
        task.command.waves += work.waves();
        task.command.ranAtOnce(work.atOnce());
        queue.scoreboard().remove(task, queue.now());
        if (run.observed) {
            run.observer.work(
                    queue.now(),
                    task.command.id(),
                    task.stageName,
                    work.bytesRead(),
                    work.bytesWritten(),
                    work.waves());
            run.observer.stage(queue.now(), task.command.id(), task.stageName, false);
        }
        task.complete();
    }
}
