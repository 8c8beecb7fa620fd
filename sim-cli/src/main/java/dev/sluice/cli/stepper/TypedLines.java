// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.stepper;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
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
import org.jline.terminal.impl.PosixSysTerminal;
import org.jspecify.annotations.Nullable;

/** Commands that a person types, with completion, history and editing. */
final class TypedLines implements LineSource {

    private static final int LEAST_WIDTH = 40;

    /** Of a terminal that the system does not know JLine would print a stack trace, and then go on as with any other. */
    private static final Logger QUIET = Logger.getLogger("org.jline");

    /** A comment: does nothing, and is not repeated. */
    private static final String INTERRUPTED = "#";

    private static final String NAME = "sluice";

    private final Terminal terminal;
    private final LineReader reader;
    private final ProcessSignals signals;

    /**
     * Takes the terminal over.
     *
     * @param begin told at each prompt
     * @param interrupt what Ctrl-C does from when a line has been read to the next prompt
     */
    static TypedLines open(StepperCompleter completer, Runnable begin, Runnable interrupt) {
        QUIET.setLevel(Level.OFF);
        return new TypedLines(terminal(), completer, begin, interrupt);
    }

    private static Terminal terminal() {
        boolean windows =
                System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("windows");
        String type = System.getenv("TERM");
        if (!windows && type != null && !type.startsWith(Terminal.TYPE_DUMB)) {
            try {
                return new PosixSysTerminal(
                        NAME, type, new SteadyPty(), StandardCharsets.UTF_8, false, Terminal.SignalHandler.SIG_DFL);
            } catch (IOException e) {
                QUIET.log(Level.FINE, "no stty; lines can be typed, not edited", e);
            }
        }
        TerminalBuilder builder =
                TerminalBuilder.builder().name(NAME).system(true).nativeSignals(false);
        if (!windows) {
            builder.provider("exec"); // without native code, of which newer JDKs warn
            builder.type(type == null ? Terminal.TYPE_DUMB : type);
        }
        try {
            return builder.build();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private TypedLines(Terminal terminal, StepperCompleter completer, Runnable begin, Runnable interrupt) {
        this.terminal = terminal;
        terminal.handle(Terminal.Signal.INT, signal -> interrupt.run());
        this.signals = new ProcessSignals(terminal);
        this.reader = LineReaderBuilder.builder()
                .terminal(terminal)
                .completer(completer)
                // words end at blanks and nowhere else, as where commands are carried out
                .parser(new DefaultParser().escapeChars(new char[0]).quoteChars(new char[0]))
                .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
                .option(LineReader.Option.CASE_INSENSITIVE, true)
                .variable(LineReader.BELL_STYLE, "none")
                .build();
        reader.getWidgets().put(LineReader.CALLBACK_INIT, () -> {
            begin.run();
            return true;
        });
    }

    /**
     * Columns of the terminal as it is now.
     *
     * @param told what counts where {@code COLUMNS} says it, and where a terminal says nothing, as a dumb one
     */
    int width(int told) {
        int columns = terminal.getColumns();
        return columns <= 0 || System.getenv("COLUMNS") != null ? told : Math.max(LEAST_WIDTH, columns);
    }

    @Override
    public @Nullable String next(String prompt) {
        String line;
        try {
            line = reader.readLine(prompt).strip();
        } catch (UserInterruptException e) {
            line = INTERRUPTED;
        } catch (EndOfFileException e) {
            line = null;
        }
        // an interrupt that came when the line had been read is meant for it all the same
        return Thread.interrupted() && line != null ? INTERRUPTED : line;
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
        try (signals) {
            terminal.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
