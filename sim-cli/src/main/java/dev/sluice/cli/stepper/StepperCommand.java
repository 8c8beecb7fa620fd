// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.stepper;

import java.util.List;

/**
 * A command of the stepper.
 *
 * @param name its name
 * @param shortName what it may be called in short although other names begin so; empty for nothing
 * @param arguments what follows it, for a person
 * @param summary what it does, in one line
 * @param more what help adds, lines of at most 80 characters
 * @param completes what its arguments may be
 * @param action does it
 */
record StepperCommand(
        String name,
        String shortName,
        String arguments,
        String summary,
        List<String> more,
        Completes completes,
        Action action) {

    /** What arguments may be, for completion. */
    enum Completes {
        NOTHING,
        UNITS,
        PLACES,
        STOPS,
        PARTS,
        BYTES,
        TOPICS,
        COMMANDS
    }

    /** What a command does. */
    @FunctionalInterface
    interface Action {
        /** Does it with the words behind its name. */
        void run(StepperSession session, List<String> words);
    }

    /** Name and arguments. */
    String usage() {
        return arguments.isEmpty() ? name : name + " " + arguments;
    }
}
