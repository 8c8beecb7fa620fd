// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli;

import dev.sluice.cli.help.NoSuchCommand;
import dev.sluice.cli.output.WholeFile;
import dev.sluice.config.ConfigException;
import dev.sluice.config.WrittenOut;
import dev.sluice.machine.fault.DeadlockException;
import dev.sluice.plugin.PluginException;
import dev.sluice.plugin.Plugins;
import dev.sluice.program.sync.NearestName;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Turns what went wrong into a line on stderr and an exit code; a stack trace goes to a file. */
final class Failures implements IExecutionExceptionHandler, IParameterExceptionHandler {
    private static final Pattern CONSTANTS = Pattern.compile("one of \\[([A-Z_, ]+)] \\(case-insensitive\\)");
    private static final Pattern NUMBER =
            Pattern.compile("(?:'(?<sign>[+-]?)[0-9]+' )?(?<kind>is not an? (?:int|long))$");

    private static final String OUT_OF_MEMORY =
            "out of memory; give the JVM more, for example SLUICE_JAVA_OPTS=-Xmx8g\n";

    /** As often as memory's end is tried to be said. */
    private static final int ATTEMPTS = 5;
    /** Bytes that are kept for saying it, and for what ends the program then. */
    private static final int RESERVE = 256 << 10;

    /** As far as causes are followed: they may go round in circles. */
    private static final int DEEPEST = 16;

    /** Let go of once memory has run out: what filled it may be held until the program ends. */
    private final AtomicReference<byte @Nullable []> reserve = new AtomicReference<>(new byte[RESERVE]);

    private final PrintWriter err;

    Failures(PrintWriter err) {
        this.err = err;
    }

    /** The exit code of a program that ends with {@code code}, after a look at whether its standard output was written. */
    static int written(int code, ReportStream out, PrintWriter err) {
        IOException failure = out.failure();
        if (failure == null) {
            return code;
        }
        if (out.closedByReader()) {
            return ExitCode.CLOSED_PIPE;
        }
        new Failures(err).say("standard output cannot be written: " + WholeFile.why(failure));
        return ExitCode.BAD_INPUT;
    }

    /** Bad usage: what is wrong, and where help is. */
    @Override
    public int handleParseException(ParameterException problem, String[] args) {
        CommandLine command = problem.getCommandLine();
        say(said(problem) + "; see '" + command.getCommandSpec().qualifiedName(" ") + " --help'");
        return ExitCode.BAD_INPUT;
    }

    /** Bad input, or a fault of Sluice. */
    @Override
    public int handleExecutionException(Exception problem, CommandLine command, ParseResult parsed) {
        return failed(
                problem,
                Boolean.TRUE.equals(parsed.matchedOptionValue("--debug", false))
                        || (parsed.hasSubcommand()
                                && Boolean.TRUE.equals(parsed.subcommand().matchedOptionValue("--debug", false))));
    }

    /** Reports any fault. */
    int failed(Throwable problem, boolean debug) {
        try {
            return judged(problem, debug);
        } catch (OutOfMemoryError | InternalError | NoClassDefFoundError e) {
            // not even what a stack trace needs could be made ready
            return outOfMemory();
        }
    }

    /** Says that memory ran out, again where there was not even room for that: what filled it is let go of by now. */
    private int outOfMemory() {
        reserve.set(null);
        for (int attempt = 1; attempt < ATTEMPTS; attempt++) {
            try {
                return sayOutOfMemory();
            } catch (OutOfMemoryError e) {
                // the collector goes on
            }
        }
        return sayOutOfMemory();
    }

    /** Says a line that is made ready before, for which nothing has to be linked any more. */
    private int sayOutOfMemory() {
        err.print(OUT_OF_MEMORY);
        err.flush();
        return ExitCode.INTERNAL;
    }

    private int judged(Throwable problem, boolean debug) {
        if (problem instanceof ConfigException config) {
            int others = config.others().size();
            say(message(config) + (others == 0 ? "" : " (and " + others + " more; 'sluice validate' lists them)"));
            return ExitCode.BAD_INPUT;
        }
        PluginException bad = Plugins.blame(problem);
        if (bad != null) {
            if (debug) {
                problem.printStackTrace(err);
            }
            say("plug-in " + bad.plugin() + ": " + bad.problem());
            return ExitCode.BAD_INPUT;
        }
        if (problem instanceof DeadlockException deadlock) {
            return deadlocked(deadlock, debug);
        }
        if (outOfMemory(problem)) {
            return outOfMemory();
        }
        say("internal error: " + problem.getClass().getSimpleName() + ": " + firstLine(message(problem))
                + trace(problem, debug));
        return ExitCode.INTERNAL;
    }

    /** Whether memory ran out, be it while a class was made ready. */
    private static boolean outOfMemory(Throwable problem) {
        Throwable cause = problem;
        for (int depth = 0; cause != null && depth < DEEPEST; depth++) {
            if (cause instanceof OutOfMemoryError) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }

    /** A stream that waits for what nobody signals is bad input; any other deadlock is a fault of Sluice. */
    private int deadlocked(DeadlockException deadlock, boolean debug) {
        List<String> lines = new ArrayList<>(deadlock.chain());
        if (lines.isEmpty()) {
            lines.addAll(deadlock.complaints());
        }
        if (deadlock.awaitsSignal()) {
            say("the stream can never end: " + String.join("; ", lines));
            return ExitCode.BAD_INPUT;
        }
        int colon = message(deadlock).indexOf(':');
        say("internal error: "
                + (colon < 0 ? message(deadlock) : message(deadlock).substring(0, colon)) + trace(deadlock, debug));
        lines.forEach(line -> say("  " + line));
        return ExitCode.INTERNAL;
    }

    /** Keeps the trace: on stderr for somebody who debugs, else in a file that is named. */
    private String trace(Throwable problem, boolean debug) {
        StringWriter text = new StringWriter();
        problem.printStackTrace(new PrintWriter(text, true));
        if (debug) {
            err.print(text);
            return "";
        }
        try {
            Path log = Files.createTempFile("sluice-", ".log");
            Files.writeString(log, text.toString(), StandardCharsets.UTF_8);
            return "; the trace is in " + log;
        } catch (IOException e) {
            return "; --debug prints the trace";
        }
    }

    private static String said(ParameterException problem) {
        String text = firstLine(message(problem));
        if (problem instanceof UnmatchedArgumentException unmatched) {
            String first = unmatched.getUnmatched().get(0);
            Set<String> commands = problem.getCommandLine().getSubcommands().keySet();
            if (!commands.isEmpty() && !first.startsWith("-")) {
                return NoSuchCommand.said(first, commands);
            }
            return first.startsWith("-") ? unknownOption(first, problem.getCommandLine(), text) : text;
        }
        return plain(text);
    }

    /** An option by a part of its name, too: {@code --cycles} is probably {@code --max-cycles}. */
    private static String unknownOption(String word, CommandLine command, String text) {
        int equals = word.indexOf('=');
        String name = equals < 0 ? word : word.substring(0, equals);
        List<String> known = command.getCommandSpec().options().stream()
                .map(OptionSpec::longestName)
                .toList();
        if (known.contains(name)) {
            return text + "; options stand before '--'";
        }
        Optional<String> near = NearestName.of(name, known);
        return near.map(option -> text + "; did you mean '" + option + "'?").orElse(text);
    }

    /** What picocli says of values, without Java's names for types and constants. */
    private static String plain(String text) {
        Matcher constants = CONSTANTS.matcher(text);
        String named = constants.find()
                ? constants.replaceFirst(
                        Matcher.quoteReplacement("one of " + constants.group(1).toLowerCase(Locale.ROOT)))
                : text;
        Matcher number = NUMBER.matcher(named);
        if (!number.find()) {
            return named;
        }
        String sign = number.group("sign");
        String why = sign == null ? "is no whole number" : sign.equals("-") ? "is too small" : "is too large";
        return named.substring(0, number.start("kind")) + why;
    }

    /** Says a line; ends of lines within, of a name for example, are written out. */
    private void say(String line) {
        err.print(WrittenOut.of(line, c -> c != '\n' && c != '\r') + "\n");
        err.flush();
    }

    private static String message(Throwable problem) {
        return problem.getMessage() == null
                ? problem.getClass().getSimpleName().toLowerCase(Locale.ROOT)
                : problem.getMessage();
    }

    private static String firstLine(String text) {
        String stripped = text.strip();
        int end = stripped.indexOf('\n');
        return end < 0 ? stripped : stripped.substring(0, end).strip();
    }
}
