package dev.sluice.cli;

import dev.sluice.core.gpu.ImageSight;
import dev.sluice.core.gpu.Simulation;
import dev.sluice.core.stats.RunResult;
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
        int code = Main.run(args, new PrintWriter(out), new PrintWriter(err), (d, p, s, o) -> new Puppet(result));
        return new Cli(code, out.toString(), err.toString());
    }

    /** Lines of stderr. */
    public long errorLines() {
        return err.lines().count();
    }

    private record Puppet(Supplier<RunResult> result) implements Simulation {
        @Override
        public RunResult run() {
            return result.get();
        }

        @Override
        public void requestStop() {
            throw new UnsupportedOperationException();
        }

        @Override
        public long cycle() {
            return 0;
        }

        @Override
        public String commandName(int index) {
            return "submit0." + index;
        }

        @Override
        public long addressOf(String buffer) {
            return 0x10000;
        }

        @Override
        public int[] pixels(String image, int level, int layer, ImageSight sight) {
            throw new UnsupportedOperationException();
        }

        @Override
        public byte[] contents(String resource) {
            throw new UnsupportedOperationException();
        }
    }
}
