// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.stepper;

import dev.sluice.cli.inspect.Happening;
import java.util.List;
import java.util.Locale;

/** By what one goes forward and back. */
enum Unit {
    /** Everything that happens, and every change of what the machine holds. */
    STEP,
    /** What an observer hears of. */
    EVENT,
    /** A cycle in which something happens. */
    CYCLE,
    /** An access that a client sends. */
    REQUEST,
    /** The begin or the end of a stage, a host operation or a phase of a barrier. */
    COMMAND,
    /** A stale read or a lost write. */
    FINDING;

    /** Whether a step with an event of this name is a place of the unit. */
    boolean goesTo(String event) {
        return switch (this) {
            case STEP, EVENT, CYCLE -> true;
            case REQUEST -> event.equals("issue");
            case COMMAND -> Happening.ofProgram(event);
            case FINDING -> event.equals("finding");
        };
    }

    /** Its name as a person writes it. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The names of all. */
    static List<String> words() {
        return List.of("step", "event", "cycle", "request", "command", "finding");
    }

    /** The unit of a word, singular or plural, or its beginning. */
    static Unit of(String word) {
        String asked = word.toLowerCase(Locale.ROOT);
        Unit found = null;
        for (Unit unit : values()) {
            String name = unit.word();
            if (!asked.isEmpty() && (name.startsWith(asked) || asked.equals(name + "s"))) {
                found = found == null ? unit : found;
            }
        }
        if (found == null) {
            throw new BadCommandException(
                    "'" + word + "' is nothing to step by; there are " + String.join(", ", words()));
        }
        return found;
    }
}
