// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.stepper;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.reader.impl.DefaultParser;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jspecify.annotations.Nullable;

/** Commands that a person types, with completion, history and editing. */
final class TypedLines implements LineSource {

    private static final int LEAST_WIDTH = 40;

    /** Of a terminal that the system does not know JLine would print a stack trace, and then go on as with any other. */
    private static final Logger QUIET = Logger.getLogger("org.jline");

    private final Terminal terminal;
    private final LineReader reader;

    /**
     * Takes the terminal over.
     *
     * @param interrupt what Ctrl-C does while a command is carried out
     */
    static TypedLines open(StepperCompleter completer, Runnable interrupt) {
        QUIET.setLevel(Level.OFF);
        try {
            TerminalBuilder builder =
                    TerminalBuilder.builder().name("sluice").system(true).nativeSignals(true);
            if (!System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("windows")) {
                builder.provider("exec"); // without native code, of which newer JDKs warn
            }
            return new TypedLines(builder.build(), completer, interrupt);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    TypedLines(Terminal terminal, StepperCompleter completer, Runnable interrupt) {
        this.terminal = terminal;
        terminal.handle(Terminal.Signal.INT, signal -> interrupt.run());
        this.reader = LineReaderBuilder.builder()
                .terminal(terminal)
                .completer(completer)
                // words end at blanks and nowhere else, as where commands are carried out
                .parser(new DefaultParser().escapeChars(new char[0]).quoteChars(new char[0]))
                .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
                .option(LineReader.Option.CASE_INSENSITIVE, true)
                .variable(LineReader.BELL_STYLE, "none")
                .build();
    }

    /** Columns of the terminal. */
    int width() {
        int columns = terminal.getColumns();
        return columns <= 0 ? dev.sluice.cli.Terminal.WIDTH : Math.max(LEAST_WIDTH, columns);
    }

    @Override
    public @Nullable String next(String prompt) {
        try {
            return reader.readLine(prompt).strip();
        } catch (UserInterruptException e) {
            return "#";
        } catch (EndOfFileException e) {
            return null;
        }
    }

    @Override
    public boolean interactive() {
        return true;
    }

    @Override
    public String place() {
        return "";
    }

    @Override
    public void close() {
        try {
            terminal.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
