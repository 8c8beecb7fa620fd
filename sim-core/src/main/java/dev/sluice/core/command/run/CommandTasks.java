package dev.sluice.core.command.run;

import dev.sluice.core.barrier.Access;
import dev.sluice.core.barrier.Stage;
import dev.sluice.core.command.Command;
import dev.sluice.core.truth.Agent;
import java.util.List;

/** Splits the action commands of a queue into stage tasks and sees them through. */
final class CommandTasks {

    private final DeviceQueue queue;
    private final RunContext run;
    private final CommandExecutor executor;

    CommandTasks(DeviceQueue queue, RunContext run, CommandExecutor executor) {
        this.queue = queue;
        this.run = run;
        this.executor = executor;
    }

    void create(CommandRecord record, int position) {
        Command command = record.command();
        if (command instanceof Command.Dispatch dispatch) {
            long[] groups =
                    dispatch.groups().stream().mapToLong(Long::longValue).toArray();
            task(
                            record,
                            position,
                            Stage.COMPUTE_SHADER,
                            Access.SHADER_STORAGE_WRITE,
                            "dispatch " + dispatch.kernel(),
                            started -> dispatch(started, dispatch.kernel(), groups))
                    .arm(List.of());
        } else if (command instanceof Command.DispatchIndirect indirect) {
            createIndirect(record, position, indirect);
        } else if (command instanceof Command.CopyBuffer copy) {
            transfer(record, position, Stage.COPY, "copyBuffer " + copy.src() + " to " + copy.dst());
        } else if (command instanceof Command.FillBuffer fill) {
            transfer(record, position, Stage.CLEAR, "fillBuffer " + fill.dst().buffer());
        } else if (command instanceof Command.UpdateBuffer update) {
            transfer(record, position, Stage.CLEAR, "updateBuffer " + update.dst());
        } else {
            throw new IllegalStateException("no tasks for " + command.kind());
        }
    }

    private void createIndirect(CommandRecord record, int position, Command.DispatchIndirect indirect) {
        long[] groups = new long[3];
        StageTask fetch = task(
                record,
                position,
                Stage.DRAW_INDIRECT,
                null,
                "dispatchIndirect's arguments",
                started ->
                        executor.fetchGroups(queue, indirect, record.attribution(), started.agent.id(), (x, y, z) -> {
                            groups[0] = x;
                            groups[1] = y;
                            groups[2] = z;
                            finish(started, new CommandExecutor.Work(12, 0, 0));
                        }));
        StageTask shader = task(
                record,
                position,
                Stage.COMPUTE_SHADER,
                Access.SHADER_STORAGE_WRITE,
                "dispatchIndirect " + indirect.kernel(),
                started -> dispatch(started, indirect.kernel(), groups));
        shader.arm(List.of(fetch));
        fetch.arm(List.of());
    }

    private void transfer(CommandRecord record, int position, Stage stage, String what) {
        task(record, position, stage, Access.TRANSFER_WRITE, what, started -> {
                    begin(started);
                    executor.transfer(
                            record.command(), record.attribution(), started.agent.id(), work -> finish(started, work));
                })
                .arm(List.of());
    }

    private void dispatch(StageTask task, String kernel, long[] groups) {
        queue.beforeDispatch(task, () -> {
            begin(task);
            executor.dispatch(
                    task.command.id(),
                    kernel,
                    groups,
                    task.command.command(),
                    task.command.attribution(),
                    task.agent.id(),
                    work -> finish(task, work));
        });
    }

    private StageTask task(
            CommandRecord record,
            int position,
            Stage stage,
            @org.jspecify.annotations.Nullable Access writes,
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
        StageTask task = new StageTask(
                record,
                stage.mask(),
                stage.name(),
                agent,
                run.order,
                scoreboard.settled(stage.mask()),
                scoreboard.gates(stage.mask()),
                starter);
        record.add(task);
        scoreboard.add(task);
        return task;
    }

    private void begin(StageTask task) {
        task.startCycle = queue.now();
        task.command.began(queue.now());
        if (run.observed) {
            run.observer.stage(queue.now(), task.command.id(), task.stageName, true);
        }
    }

    private void finish(StageTask task, CommandExecutor.Work work) {
        if (task.startCycle < 0) {
            begin(task);
        }
        task.endCycle = queue.now();
        run.active(queue.now());
        task.command.ended(queue.now());
        task.command.bytesRead += work.bytesRead();
        task.command.bytesWritten += work.bytesWritten();
        task.command.waves += work.waves();
        queue.scoreboard().remove(task);
        if (run.observed) {
            run.observer.stage(queue.now(), task.command.id(), task.stageName, false);
        }
        task.complete();
    }
}
