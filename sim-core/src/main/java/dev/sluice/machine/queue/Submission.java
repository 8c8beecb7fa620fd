// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import dev.sluice.program.Command;
import dev.sluice.program.Origin;
import dev.sluice.program.SemaphoreOperation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One batch handed to a queue.
 *
 * @param number its place among all submissions of the run; of a wait-idle, which of the queues that it waits for
 * @param hostClock what happens-before it on the host
 * @param fence null for none; for a wait-idle one with the host operation's name
 * @param waitIdle whether this is no batch but a wait-idle's implicit fence
 * @param frame the frame that the host is at
 * @param regions the statistics regions in which the host submits it, outermost first
 */
record Submission(
        int number,
        Origin origin,
        List<SemaphoreOperation> waits,
        List<List<Command>> commandBuffers,
        List<SemaphoreOperation> signals,
        @Nullable Fence fence,
        Clock hostClock,
        boolean waitIdle,
        int frame,
        List<StatisticsRegion> regions) {

    String id() {
        return waitIdle && fence != null ? fence.name() : "submit" + number;
    }

    /** What its last barrier is called behind its id: a wait for several queues has one on each, and no two with one name. */
    String endPart() {
        if (!waitIdle) {
            return ".end";
        }
        return number == 0 ? ".idle" : ".idle" + number;
    }
}
