package dev.sluice.core.command.run;

import dev.sluice.core.command.Command;
import dev.sluice.core.command.Origin;
import dev.sluice.core.command.SemaphoreOperation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One batch handed to a queue.
 *
 * @param number its place among all submissions of the run
 * @param hostClock what happens-before it on the host
 * @param fence null for none; for a wait-idle one with the host operation's name
 * @param waitIdle whether this is no batch but a wait-idle's implicit fence
 */
record Submission(
        int number,
        Origin origin,
        List<SemaphoreOperation> waits,
        List<List<Command>> commandBuffers,
        List<SemaphoreOperation> signals,
        @Nullable Fence fence,
        Clock hostClock,
        boolean waitIdle) {

    String id() {
        return waitIdle && fence != null ? fence.name() : "submit" + number;
    }
}
