// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import dev.sluice.program.Barrier;
import dev.sluice.program.BufferRange;
import dev.sluice.program.Command;
import dev.sluice.program.ImageTransition;
import dev.sluice.program.SemaphoreOperation;
import dev.sluice.program.sync.Accesses;
import dev.sluice.program.sync.Stages;
import java.util.ArrayList;
import java.util.List;

/** What barriers say, in short: {@code COPY/TRANSFER_WRITE > COMPUTE_SHADER/SHADER_STORAGE_READ of x}. */
final class BarrierWords {

    private BarrierWords() {}

    /** A dependency, each of its barriers once. */
    static List<String> of(List<Barrier> barriers) {
        return barriers.stream().map(BarrierWords::of).distinct().toList();
    }

    /** A wait for events. */
    static List<String> of(Command.WaitEvents command) {
        List<String> words = new ArrayList<>();
        for (Command.WaitEvents.Wait wait : command.waits()) {
            String events = "event " + String.join(", ", wait.events()) + ": ";
            of(wait.barriers()).forEach(barrier -> words.add(events + barrier));
        }
        return words;
    }

    /** A wait for a semaphore. */
    static String of(SemaphoreOperation wait, boolean byPresentation) {
        return "semaphore " + wait.semaphore() + (wait.timeline() ? " = " + wait.value() : "") + " > "
                + (byPresentation ? "presentation" : Stages.text(wait.stages()));
    }

    private static String of(Barrier barrier) {
        String families = barrier.srcQueueFamily() == null
                ? ""
                : ", " + barrier.srcQueueFamily() + " to " + barrier.dstQueueFamily();
        return side(barrier.srcStages(), barrier.srcAccess()) + " > " + side(barrier.dstStages(), barrier.dstAccess())
                + what(barrier) + families;
    }

    private static String what(Barrier barrier) {
        BufferRange range = barrier.range();
        ImageTransition image = barrier.image();
        if (range != null) {
            return " of " + range.buffer();
        }
        if (image == null) {
            return "";
        }
        String layouts =
                image.oldLayout() == image.newLayout() ? "" : " " + image.oldLayout() + " to " + image.newLayout();
        return " of " + image.range().image() + layouts;
    }

    private static String side(long stages, long access) {
        return Stages.text(stages) + (access == 0 ? "" : "/" + Accesses.text(access));
    }
}
