// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.stepper;

import dev.sluice.cli.report.Text;
import java.util.ArrayList;
import java.util.List;

/**
 * A command of the stepper.
 *
 * @param name its name
 * @param shortName what it may be called in short although other names begin so; empty for nothing
 * @param arguments what follows it, for a person
 * @param summary what it does, in one line
 * @param more what help adds
 * @param completes what its arguments may be
 * @param action does it
 */
record StepperCommand(
        String name,
        String shortName,
        String arguments,
        String summary,
        List<Told> more,
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

    /**
     * Something that help tells, as wide as the terminal is: what can be typed and what that does, or a text.
     *
     * @param typed empty of a text
     * @param does what it does, or the text
     */
    record Told(String typed, String does) {

        /** What is told is not made narrower than this: it goes below what is typed before. */
        private static final int LEAST = 20;

        private static final int GAP = 2;

        static Told example(String typed, String does) {
            return new Told(typed, does);
        }

        static Told text(String text) {
            return new Told("", text);
        }

        /** Lines of some, set in. */
        static List<String> lines(List<Told> all, int width, int indent) {
            int typed = all.stream().mapToInt(each -> each.typed.length()).max().orElse(0);
            int column = typed == 0 ? indent : indent + typed + GAP;
            boolean below = column + LEAST > width;
            if (below) {
                column = indent + GAP;
            }
            List<String> lines = new ArrayList<>();
            for (Told each : all) {
                String begin = " ".repeat(indent) + each.typed;
                if (below && typed > 0) {
                    lines.add(begin);
                    begin = "";
                }
                for (String line : Text.wrap(each.does, Math.max(1, width - column))) {
                    lines.add(begin + " ".repeat(column - begin.length()) + line);
                    begin = "";
                }
            }
            return lines;
        }
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
