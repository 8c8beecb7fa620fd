// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli;

import dev.sluice.result.RunResult;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.function.Supplier;

/**
 * One invocation of the program, in this process.
 *
 * @param code the exit code
 * @param out stdout
 * @param err stderr
 */
public record Cli(int code, String out, String err) {

    /** On the real simulator. */
    public static Cli run(String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = Main.run(args, new PrintWriter(out), new PrintWriter(err));
        return new Cli(code, out.toString(), err.toString());
    }

    /** On a machine that gives a result made by hand, or throws. */
    public static Cli runGiving(Supplier<RunResult> result, String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = Main.run(
                args, new PrintWriter(out), new PrintWriter(err), (d, p, s, o) -> new PuppetMachine(result, 0x10000));
        return new Cli(code, out.toString(), err.toString());
    }

    /** Lines of stderr. */
    public long errorLines() {
        return err.lines().count();
    }
}
