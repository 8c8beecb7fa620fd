// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.stepper;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jspecify.annotations.Nullable;

/** Commands that a person types, with completion, history and editing. */
final class TypedLines implements LineSource {

    private static final int LEAST_WIDTH = 60;

    private final Terminal terminal;
    private final LineReader reader;

    /**
     * Takes the terminal over.
     *
     * @param interrupt what Ctrl-C does while a command is carried out
     */
    static TypedLines open(StepperCompleter completer, Runnable interrupt) {
        try {
            TerminalBuilder builder = TerminalBuilder.builder().name("sluice").system(true).nativeSignals(true);
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
                .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
                .option(LineReader.Option.CASE_INSENSITIVE, true)
                .variable(LineReader.BELL_STYLE, "none")
                .build();
    }

    /** Columns of the terminal. */
    int width() {
        int columns = terminal.getWidth();
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
