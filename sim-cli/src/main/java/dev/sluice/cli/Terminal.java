// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli;

import dev.sluice.cli.report.Style;
import java.io.Console;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;

/**
 * Where a command writes: reports to {@code out}, everything else to {@code err}, both in UTF-8 whatever the locale is, so
 * that the same input gives the same bytes.
 *
 * @param out reports
 * @param err errors and progress
 * @param interactive whether a person watches, so that progress is shown
 * @param style colours, or none, and the columns of reports
 */
public record Terminal(PrintWriter out, PrintWriter err, boolean interactive, Style style) {

    /** Characters of the line that everybody's terminal has. */
    public static final int WIDTH = 80;

    public Terminal {
        out = Printed.to(out);
        err = Printed.to(err);
    }

    /** A terminal that nobody watches: no colours, no progress. */
    public static Terminal plain(PrintWriter out, PrintWriter err) {
        return new Terminal(out, err, false, Style.PLAIN);
    }

    /** The process's own streams, coloured and as wide as the environment says. */
    static Terminal system(ReportStream out) {
        boolean person = isTerminal(System.console());
        return new Terminal(
                writer(out),
                writer(new FileOutputStream(FileDescriptor.err)),
                person,
                new Style(
                        ColorChoice.AUTO.coloured(person, System.getenv()),
                        TerminalWidth.of(System.getenv("COLUMNS"), person)));
    }

    /** The same with the colours that somebody asked for. */
    Terminal with(ColorChoice choice) {
        return choice == ColorChoice.AUTO
                ? this
                : new Terminal(out, err, interactive, new Style(choice == ColorChoice.ALWAYS, style.width()));
    }

    private static PrintWriter writer(OutputStream stream) {
        return new PrintWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8), false);
    }

    /** From Java 22 on there is a console even without a terminal, and it has to be asked. */
    private static boolean isTerminal(@org.jspecify.annotations.Nullable Console console) {
        if (console == null) {
            return false;
        }
        try {
            return (boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (NoSuchMethodException e) {
            return true;
        } catch (IllegalAccessException | InvocationTargetException e) {
            return false;
        }
    }
}
