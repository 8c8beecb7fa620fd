// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli;

import dev.sluice.Sluice;
import dev.sluice.cli.report.Style;
import dev.sluice.result.RunResult;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * One invocation of the program, in this process.
 *
 * @param code the exit code
 * @param out stdout
 * @param err stderr
 */
public record Cli(int code, String out, String err) {

    /** Text as it is, on a wide terminal, so that what is looked for stands on one line. */
    public static final Style WIDE = new Style(false, 400);

    /** On the real simulator, with a wide terminal. */
    public static Cli run(String... args) {
        return run(WIDE, args);
    }

    /** On the real simulator, with words that come before others. */
    public static Cli run(List<String> first, String... more) {
        return run(Stream.concat(first.stream(), Stream.of(more)).toArray(String[]::new));
    }

    /** On the real simulator, where nobody says how wide the terminal is. */
    public static Cli narrow(String... args) {
        return run(Style.PLAIN, args);
    }

    /** On the real simulator, with text in a style. */
    public static Cli run(Style style, String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        Terminal terminal = new Terminal(new PrintWriter(out), new PrintWriter(err), false, style);
        int code = Main.run(args, terminal, Sluice::simulation);
        return new Cli(code, out.toString(), err.toString());
    }

    /** On a machine that gives a result made by hand, or throws. */
    public static Cli runGiving(Supplier<RunResult> result, String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        Terminal terminal = new Terminal(new PrintWriter(out), new PrintWriter(err), false, WIDE);
        int code = Main.run(args, terminal, (d, p, s, o) -> new PuppetMachine(result, 0x10000));
        return new Cli(code, out.toString(), err.toString());
    }

    /** Lines of stderr. */
    public long errorLines() {
        return err.lines().count();
    }
}
