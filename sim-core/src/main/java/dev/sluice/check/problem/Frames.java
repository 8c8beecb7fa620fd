// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.problem;

import dev.sluice.check.trace.AccessTrace;
import dev.sluice.program.HostOperation;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The frame of each command and host operation: a host thread's frame ends with its presentation, and commands belong to the
 * frame in which they are submitted.
 */
final class Frames {
    /** Looked up only. */
    private final Map<String, Integer> byId = new HashMap<>();

    Frames(AccessTrace trace) {
        for (AccessTrace.Track thread : trace.threads()) {
            if (thread.steps().stream().noneMatch(step -> step.operation() instanceof HostOperation.QueuePresent)) {
                continue;
            }
            int frame = 1;
            for (AccessTrace.Step step : thread.steps()) {
                byId.put(step.action().id(), frame);
                AccessTrace.Batch batch = step.batch();
                if (batch != null) {
                    for (AccessTrace.Action action : batch.actions()) {
                        byId.put(action.id(), frame);
                    }
                }
                if (step.operation() instanceof HostOperation.QueuePresent) {
                    frame++;
                }
            }
        }
    }

    /** The frame of a command or host operation by its id; null where nothing is presented. */
    @Nullable
    Integer of(String id) {
        return byId.get(id);
    }
}
