// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import dev.sluice.program.Command;
import dev.sluice.program.kind.UnknownKindException;
import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.Stage;
import java.util.List;

/** Splits the action commands of a queue into stage tasks and sees them through. */
final class CommandTasks {
    private static final long[] NO_GROUPS = new long[3];
    private static final CommandExecutor.Work NOTHING = new CommandExecutor.Work(0, 0, 0);

    private final DeviceQueue queue;
    private final TaskFactory tasks;
    private final CommandExecutor executor;
    private final GraphicsExecutor graphics;

    CommandTasks(DeviceQueue queue, TaskFactory tasks, CommandExecutor executor, GraphicsExecutor graphics) {
        this.queue = queue;
        this.tasks = tasks;
        this.executor = executor;
        this.graphics = graphics;
    }

    void create(CommandRecord record, int position, Condition condition) {
        Command command = record.command();
        if (command instanceof Command.Dispatch dispatch) {
            long[] groups =
                    dispatch.groups().stream().mapToLong(Long::longValue).toArray();
            tasks.shader(
                            record,
                            position,
                            dispatch.work().stage(),
                            dispatch.work().writes(),
                            dispatch.kernel(),
                            dispatch.kind() + " " + dispatch.kernel(),
                            started -> dispatch(started, dispatch, condition.discards() ? NO_GROUPS : groups))
                    .arm(condition.tasks());
            condition.arm();
        } else if (command instanceof Command.DispatchIndirect indirect) {
            createIndirect(record, position, indirect, condition);
        } else if (command instanceof Command.CopyBuffer copy) {
            transfer(record, position, Stage.COPY, "copyBuffer " + copy.src() + " to " + copy.dst());
        } else if (command instanceof Command.FillBuffer fill) {
            transfer(record, position, Stage.CLEAR, "fillBuffer " + fill.dst().buffer());
        } else if (command instanceof Command.UpdateBuffer update) {
            transfer(record, position, Stage.CLEAR, "updateBuffer " + update.dst());
        } else if (command instanceof Command.ImageTransfer move) {
            image(record, position, move.stage(), move.kind() + " " + move.src() + " to " + move.dst());
        } else if (command instanceof Command.ClearImage clear) {
            image(record, position, Stage.CLEAR, clear.kind() + " " + clear.image());
        } else {
            throw new UnknownKindException(command);
        }
    }

    private void createIndirect(
            CommandRecord record, int position, Command.DispatchIndirect indirect, Condition condition) {
        long[] groups = new long[3];
        StageTask fetch =
                tasks.task(record, position, Stage.DRAW_INDIRECT, null, indirect.kind() + "'s arguments", started -> {
                    if (condition.discards()) {
                        tasks.finish(started, NOTHING);
                        return;
                    }
                    executor.fetchGroups(queue, indirect, record.attribution(), started.agent.id(), (x, y, z) -> {
                        List<Long> assumed = indirect.groups();
                        groups[0] = assumed.isEmpty() ? x : assumed.get(0);
                        groups[1] = assumed.isEmpty() ? y : assumed.get(1);
                        groups[2] = assumed.isEmpty() ? z : assumed.get(2);
                        tasks.finish(started, new CommandExecutor.Work(12, 0, 0));
                    });
                });
        StageTask shader = tasks.shader(
                record,
                position,
                indirect.work().stage(),
                indirect.work().writes(),
                indirect.kernel(),
                indirect.kind() + " " + indirect.kernel(),
                started -> dispatch(started, indirect, groups));
        shader.arm(List.of(fetch));
        fetch.arm(condition.tasks());
        condition.arm();
    }

    private void transfer(CommandRecord record, int position, Stage stage, String what) {
        tasks.task(record, position, stage, Access.TRANSFER_WRITE, what, started -> {
                    tasks.begin(started);
                    executor.transfer(
                            record.id(),
                            record.command(),
                            record.attribution(),
                            started.agent.id(),
                            record.atOnce(),
                            work -> tasks.finish(started, work));
                })
                .arm(List.of());
    }

    private void image(CommandRecord record, int position, Stage stage, String what) {
        tasks.task(record, position, stage, Access.TRANSFER_WRITE, what, started -> {
                    tasks.begin(started);
                    graphics.transfer(
                            record.id(),
                            record.command(),
                            new GraphicsExecutor.Who(record.attribution(), started.agent.id()),
                            record.atOnce(),
                            work -> tasks.finish(started, work));
                })
                .arm(List.of());
    }

    private void dispatch(StageTask task, Command.Compute source, long[] groups) {
        queue.beforeDispatch(task, () -> {
            tasks.begin(task);
            executor.dispatch(
                    task.command.id(),
                    source,
                    groups,
                    task.command.attribution(),
                    task.agent.id(),
                    task.command.atOnce(),
                    work -> tasks.finish(task, work));
        });
    }
}
