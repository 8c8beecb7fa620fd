// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import dev.sluice.program.Command;
import dev.sluice.program.sync.Stage;
import org.jspecify.annotations.Nullable;

/**
 * Follows the conditional rendering of a queue, and has each command that depends on a condition read it (Vulkan specification,
 * section Conditional Rendering).
 */
final class ConditionTasks {

    private final TaskFactory tasks;
    private final CommandExecutor executor;
    private final GraphicsExecutor graphics;
    private Command.@Nullable BeginConditionalRendering open;

    ConditionTasks(TaskFactory tasks, CommandExecutor executor, GraphicsExecutor graphics) {
        this.graphics = graphics;
        this.tasks = tasks;
        this.executor = executor;
    }

    /** Takes note of where conditional rendering begins and ends. */
    void reach(Command.Marker marker) {
        if (marker instanceof Command.BeginConditionalRendering begin) {
            open = begin;
        } else if (marker instanceof Command.EndConditionalRendering) {
            open = null;
        }
    }

    /** The condition of a command that comes now; {@link Condition#NONE} if it has none. */
    Condition of(CommandRecord record, int position) {
        Command.BeginConditionalRendering begin = open;
        if (begin == null || !Command.BeginConditionalRendering.governs(record.command())) {
            return Condition.NONE;
        }
        boolean draws = record.command() instanceof Command.Draw;
        Condition condition = new Condition(draws ? () -> graphics.discard(record.attribution()) : () -> {});
        StageTask task = tasks.task(
                record,
                position,
                Stage.CONDITIONAL_RENDERING_EXT,
                null,
                record.command().kind() + "'s condition",
                started -> {
                    tasks.begin(started);
                    executor.fetchCondition(begin, record.attribution(), started.agent.id(), carriesOut -> {
                        condition.found(carriesOut);
                        tasks.finish(started, new CommandExecutor.Work(Command.BeginConditionalRendering.BYTES, 0, 0));
                    });
                });
        condition.readBy(task);
        return condition;
    }
}
