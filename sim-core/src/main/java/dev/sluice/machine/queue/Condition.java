// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The condition of one command: the task that reads it, which the command's others come after, and what it has read. */
final class Condition {

    /** That of a command which is carried out in any case. */
    static final Condition NONE = new Condition(() -> {});

    private final Runnable whenDiscarded;
    private @Nullable StageTask task;
    private boolean discards;

    /** @param whenDiscarded done where it discards the command, before anything comes after it */
    Condition(Runnable whenDiscarded) {
        this.whenDiscarded = whenDiscarded;
    }

    /** A task will read it. */
    void readBy(StageTask reading) {
        task = reading;
    }

    /** It has been read. */
    void found(boolean carriesOut) {
        discards = !carriesOut;
        if (discards) {
            whenDiscarded.run();
        }
    }

    /** Whether the command is discarded; asked once the condition has been read. */
    boolean discards() {
        return discards;
    }

    /** What the first tasks of the command come after. */
    List<StageTask> tasks() {
        StageTask reading = task;
        return reading == null ? List.of() : List.of(reading);
    }

    /** Arms the reading, once all that comes after it knows that it does. */
    void arm() {
        StageTask reading = task;
        if (reading != null) {
            reading.arm(List.of());
        }
    }
}
