// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.stepper;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/** By what one goes forward and back. */
enum Unit {
    /** Everything that happens, and every change of what the machine holds. */
    STEP(Set.of()),
    /** What an observer hears of. */
    EVENT(Set.of()),
    /** A cycle in which something happens. */
    CYCLE(Set.of()),
    /** An access that a client sends. */
    REQUEST(Set.of("issue")),
    /** The begin or the end of a stage, a host operation or a phase of a barrier. */
    COMMAND(Set.of("stage", "hostOperation", "barrier")),
    /** A stale read or a lost write. */
    FINDING(Set.of("finding"));

    /** The events that one goes to; empty where they do not matter. */
    final Set<String> events;

    Unit(Set<String> events) {
        this.events = events;
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
