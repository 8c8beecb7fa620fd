// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.stepper;

import dev.sluice.cli.inspect.ByteNames;
import dev.sluice.cli.report.Quantity;
import dev.sluice.cli.report.Style;
import dev.sluice.cli.steps.StepRecording;
import dev.sluice.config.ConfigException;
import java.io.BufferedReader;
import java.io.PrintWriter;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/** Reads commands and carries them out, one after the other, until the end. */
public final class StepperShell {

    /** Commands that the empty line does again. */
    private static final Set<String> REPEATED = Set.of("next", "back", "continue", "reverse");

    private final StepperCommands commands = new StepperCommands();
    private final StepRecording recording;
    private final ByteNames names;
    private final Style style;
    private final PrintWriter out;
    private final IntFunction<String> barriers;

    /**
     * @param names of the run's bytes
     * @param barriers the id of a barrier by number
     */
    public StepperShell(
            StepRecording recording, ByteNames names, Style style, PrintWriter out, IntFunction<String> barriers) {
        this.recording = recording;
        this.names = names;
        this.style = style;
        this.out = out;
        this.barriers = barriers;
    }

    /** Lets a person step, at the process's own terminal. */
    public void typed() {
        Typed typed = new Typed(style.width());
        StepperSession session = new StepperSession(recording, names, style, typed, out, barriers);
        try (TypedLines lines = TypedLines.open(
                new StepperCompleter(commands, session.inspector), session::begin, session::interrupt)) {
            typed.lines = lines;
            run(session, lines);
        }
    }

    /** The width of a terminal that is taken over later. */
    private static final class Typed implements IntSupplier {
        /** What other reports fit. */
        private final int told;

        private @Nullable TypedLines lines;

        Typed(int told) {
            this.told = told;
        }

        @Override
        public int getAsInt() {
            TypedLines open = lines;
            return open == null ? told : open.width(told);
        }
    }

    /**
     * Carries out the commands of a text.
     *
     * @param name what the text is called in errors
     * @throws ConfigException for a command that says nothing sensible
     */
    public void read(String name, BufferedReader in) {
        StepperSession session = new StepperSession(recording, names, style, style::width, out, barriers);
        try (PlainLines lines = new PlainLines(name, in, out)) {
            run(session, lines);
        }
    }

    private void run(StepperSession session, LineSource lines) {
        session.say(InfoCommands.run(session));
        InfoCommands.findings(session);
        if (lines.interactive()) {
            session.say(style.dim("'continue' goes to the first finding, 'help' lists the commands, 'quit' ends"));
        }
        CommandWords cut = new CommandWords(session.inspector);
        String last = "";
        while (true) {
            String line = lines.next("(" + Quantity.count(session.walk.cycle()) + ") ");
            if (line == null) {
                return;
            }
            String command = line.isEmpty() ? last : line;
            last = "";
            if (command.isEmpty() || command.startsWith("#")) {
                continue;
            }
            List<String> words = cut.of(command);
            try {
                StepperCommand found = commands.find(words.get(0));
                if (found.name().equals(StepperCommands.QUIT) || found.name().equals("exit")) {
                    MoveCommands.nothing(found.name(), words.subList(1, words.size()));
                    return;
                }
                found.action().run(session, words.subList(1, words.size()));
                last = REPEATED.contains(found.name()) ? command : "";
            } catch (BadCommandException | IllegalArgumentException e) {
                if (!lines.interactive()) {
                    throw new ConfigException(lines.place(), String.valueOf(e.getMessage()));
                }
                session.complain(String.valueOf(e.getMessage()));
            }
        }
    }
}
