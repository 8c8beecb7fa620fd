// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.trace;

import dev.sluice.program.Command;
import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.Stage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What conditional rendering makes of the accesses of commands: each reads its condition, and may do nothing else (Vulkan
 * specification, section Conditional Rendering).
 */
final class Conditions {
    private final Resources resources;
    private Command.@Nullable BeginConditionalRendering open;

    Conditions(Resources resources) {
        this.resources = resources;
    }

    /** Follows where conditional rendering begins and ends; within one command buffer, so that none is open at its end. */
    void reach(Command command) {
        if (command instanceof Command.BeginConditionalRendering begin) {
            open = begin;
        } else if (command instanceof Command.EndConditionalRendering) {
            open = null;
        }
    }

    /** Changes the accesses of a command to what they are under the condition that is open, if that concerns it. */
    void apply(Command command, List<MemoryAccess> accesses) {
        Command.BeginConditionalRendering condition = open;
        if (condition == null || !Command.BeginConditionalRendering.governs(command)) {
            return;
        }
        Boolean runs = condition.runs();
        if (runs == null) {
            accesses.replaceAll(MemoryAccess::inexact);
        } else if (!runs) {
            accesses.clear();
        }
        resources.buffer(
                accesses,
                condition.buffer(),
                Intervals.of(condition.offset(), condition.offset() + Command.BeginConditionalRendering.BYTES),
                Stage.CONDITIONAL_RENDERING_EXT,
                Access.CONDITIONAL_RENDERING_READ_EXT,
                0);
    }
}
