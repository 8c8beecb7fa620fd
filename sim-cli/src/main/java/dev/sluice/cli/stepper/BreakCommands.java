// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.stepper;

import dev.sluice.cli.inspect.WatchedBytes;
import java.util.List;

/** Commands about where one stops and what is watched. */
final class BreakCommands {

    private BreakCommands() {}

    static void add(StepperSession session, List<String> words) {
        if (words.isEmpty() || words.get(0).equals("list")) {
            list(session);
            return;
        }
        if (words.get(0).equals("delete")) {
            delete(session, words.subList(1, words.size()));
            return;
        }
        Breakpoint made = session.breakpoints.add(words);
        session.say("breakpoint " + made.number() + ": " + made.words());
    }

    static void list(StepperSession session) {
        if (session.breakpoints.all().isEmpty()) {
            session.say("no breakpoints; 'break stale' stops at findings");
        }
        for (Breakpoint each : session.breakpoints.all()) {
            session.say("breakpoint " + each.number() + ": " + each.words());
        }
    }

    static void delete(StepperSession session, List<String> words) {
        if (words.isEmpty()) {
            throw new BadCommandException("delete needs the number of a breakpoint, or all; 'break' lists them");
        }
        for (String word : words) {
            if (word.equals("all")) {
                session.breakpoints.all().clear();
            } else if (!session.breakpoints.delete(MoveCommands.cycle(word))) {
                throw new BadCommandException("there is no breakpoint " + word + "; 'break' lists them");
            }
        }
        list(session);
    }

    static void watch(StepperSession session, List<String> words) {
        for (String word : words) {
            WatchedBytes watched = session.inspector.names().parse(word);
            if (!session.watches.contains(watched)) {
                session.watches.add(watched);
            }
        }
        if (session.watches.isEmpty()) {
            session.say("nothing is watched; 'watch x:64:4' does");
        }
        for (WatchedBytes watched : session.watches) {
            session.say(session.style.bold(watched.name()));
            session.sayAll(session.inspector.copies(session.walk.at(), watched));
        }
    }

    static void unwatch(StepperSession session, List<String> words) {
        if (words.isEmpty()) {
            session.watches.clear();
        }
        for (String word : words) {
            if (!session.watches.removeIf(watched -> watched.name().equals(word))) {
                throw new BadCommandException("'" + word + "' is not watched");
            }
        }
        session.say(
                session.watches.isEmpty()
                        ? "nothing is watched"
                        : "watched: "
                                + String.join(
                                        " ",
                                        session.watches.stream()
                                                .map(WatchedBytes::name)
                                                .toList()));
    }
}
