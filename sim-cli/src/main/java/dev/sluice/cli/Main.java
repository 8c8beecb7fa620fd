// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli;

import dev.sluice.cli.command.HelpCommand;
import dev.sluice.cli.command.PluginOptions;
import dev.sluice.cli.help.CommandHelp;
import dev.sluice.cli.help.HelpGroup;
import dev.sluice.cli.help.InHelp;
import dev.sluice.cli.run.Interrupt;
import dev.sluice.cli.run.Machines;
import dev.sluice.cli.run.Session;
import dev.sluice.cli.serve.Program;
import dev.sluice.cli.sweep.PointRunner;
import dev.sluice.cli.sweep.Sweeper;
import dev.sluice.config.ConfigException;
import dev.sluice.machine.Simulation;
import dev.sluice.plugin.PluginException;
import dev.sluice.plugin.Plugins;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The {@code sluice} program: parses the command line and hands over to a command. */
@Command(
        name = "sluice",
        mixinStandardHelpOptions = true,
        versionProvider = Main.Version.class,
        sortOptions = false,
        sortSynopsis = false,
        synopsisSubcommandLabel = "COMMAND",
        header = "Simulates a GPU's memory hierarchy cycle by cycle, with real bytes in every cache line.",
        commandListHeading = "%nCommands:%n",
        footer = {
            "",
            "Example: sluice run upload-scale-readback --device seed-discrete-vram",
            "Exit codes: 0 clean, 1 findings, 3 cut off by --max-cycles, 2 bad usage or input, 70 internal"
                    + " error, 130 interrupted"
        })
public final class Main implements Callable<Integer> {
    /** Help is no narrower: picocli refuses what is, which must not end a command that prints none. */
    private static final int LEAST_HELP_WIDTH = 55;

    @Spec
    private @Nullable CommandSpec spec;

    @InHelp(value = HelpGroup.ANY, rare = true)
    @Option(
            names = "--debug",
            scope = ScopeType.INHERIT,
            description = "After an internal error, print the stack trace.")
    private boolean debug;

    @InHelp(value = HelpGroup.ANY, rare = true)
    @Option(
            names = ColorChoice.OPTION,
            paramLabel = "WHEN",
            scope = ScopeType.INHERIT,
            description = "Colours: auto (on terminals; NO_COLOR and CLICOLOR_FORCE count), always or never.")
    private ColorChoice color = ColorChoice.AUTO;

    /** Runs the program and ends the process with its exit code. */
    public static void main(String[] args) {
        main(args, Sweeper::new);
    }

    /** As {@link #main(String[])}, with another way to run the points of sweeps. */
    public static void main(String[] args, PointRunner.Factory runners) {
        // pictures are files here, never windows
        System.setProperty("java.awt.headless", "true");
        Interrupt interrupt = new Interrupt();
        interrupt.install();
        int code;
        ReportStream out = ReportStream.standardOutput();
        Terminal terminal = Terminal.system(out);
        // what a plug-in prints must not get between the lines of JSON
        System.setOut(System.err);
        try {
            code = Failures.written(
                    run(args, new Session(terminal, Machines::simulation, interrupt, Version.text()), runners),
                    out,
                    terminal.err());
        } finally {
            interrupt.finished();
        }
        System.exit(code);
    }

    /** Runs the program on given streams and gives its exit code; nobody watches, so there are no colours. */
    public static int run(String[] args, PrintWriter out, PrintWriter err) {
        return run(args, out, err, Machines::simulation);
    }

    /** As {@link #run(String[], PrintWriter, PrintWriter)}, on machines of one's own. */
    public static int run(String[] args, PrintWriter out, PrintWriter err, Simulation.Factory machines) {
        return run(args, Terminal.plain(out, err), machines);
    }

    /** As {@link #run(String[], PrintWriter, PrintWriter)}, with another terminal. */
    static int run(String[] args, Terminal terminal, Simulation.Factory machines) {
        return run(args, new Session(terminal, machines, new Interrupt(), Version.text()));
    }

    private static int run(String[] args, Session session) {
        return run(args, session, Sweeper::new);
    }

    private static int run(String[] args, Session given, PointRunner.Factory runners) {
        return run(args, given, runners, () -> System.in);
    }

    private static int run(String[] args, Session given, PointRunner.Factory runners, Supplier<InputStream> in) {
        Terminal terminal = given.terminal().with(ColorChoice.of(List.of(args)));
        Session session = new Session(terminal, given.machines(), given.interrupt(), given.version());
        Failures failures = new Failures(terminal.err());
        CommandLine line = commandLine(session, runners, in, List.of(args));
        line.setOut(terminal.out())
                .setErr(terminal.err())
                .setColorScheme(
                        CommandLine.Help.defaultColorScheme(terminal.style().coloured() ? Ansi.ON : Ansi.OFF))
                .setUsageHelpWidth(Math.max(LEAST_HELP_WIDTH, terminal.style().width()))
                .setAbbreviatedOptionsAllowed(false)
                .setExpandAtFiles(false)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler(failures)
                .setParameterExceptionHandler(failures);
        line.setExecutionStrategy(parsed -> {
            if (asksForHelp(parsed)) {
                return new RunLast().execute(parsed);
            }
            try (Plugins plugins = PluginOptions.open(parsed)) {
                assert plugins != null;
                return new RunLast().execute(parsed);
            } catch (PluginException | ConfigException e) {
                return failures.failed(e, false);
            }
        });
        try {
            return line.execute(args);
        } catch (Error e) { // a plug-in can throw any
            return failures.failed(e, false);
        } finally {
            terminal.out().flush();
            terminal.err().flush();
        }
    }

    /** Whether a command line asks what there is, which no plug-in may stand in the way of. */
    private static boolean asksForHelp(ParseResult parsed) {
        for (ParseResult part = parsed; part != null; part = part.subcommand()) {
            if (part.isUsageHelpRequested()
                    || part.isVersionHelpRequested()
                    || part.commandSpec().userObject() instanceof HelpCommand) {
                return true;
            }
        }
        return false;
    }

    /** The program's commands and options as they are, to be described; what they print goes nowhere. */
    public static CommandLine commandLine() {
        PrintWriter nobody = new PrintWriter(Writer.nullWriter());
        return commandLine(
                new Session(Terminal.plain(nobody, nobody), Machines::simulation, new Interrupt(), Version.text()),
                Sweeper::new,
                InputStream::nullInputStream,
                null);
    }

    /** @param arguments what the commands must be enough for; null for all commands */
    private static CommandLine commandLine(
            Session session, PointRunner.Factory runners, Supplier<InputStream> in, @Nullable List<String> arguments) {
        Commands commands = new Commands(session, runners, new Served(), in);
        CommandLine program = new CommandLine(new Main());
        for (String name : arguments == null ? commands.names() : commands.neededBy(arguments)) {
            program.addSubcommand(name, commands.make(name));
        }
        CommandHelp.install(program);
        return program;
    }

    /** The program's version. */
    public static String version() {
        return Version.text();
    }

    /** Without a command there is nothing to do: shows what there is. */
    @Override
    public Integer call() {
        if (spec != null) {
            spec.commandLine().usage(spec.commandLine().getErr());
        }
        return ExitCode.BAD_INPUT;
    }

    /** Whether internal errors show their trace. */
    boolean debug() {
        return debug;
    }

    /** When there are colours; read from the words, too, before anything is printed. */
    ColorChoice color() {
        return color;
    }

    /** The program as {@code sluice serve} offers it. */
    private static final class Served implements Program {
        @Override
        public int run(List<String> words, Session session) {
            // the server's own input has the requests
            return Main.run(words.toArray(String[]::new), session, Sweeper::new, InputStream::nullInputStream);
        }

        @Override
        public CommandLine commands() {
            return commandLine();
        }
    }

    /** Tells the version from the jar's manifest. */
    static final class Version implements IVersionProvider {
        static String text() {
            String version = Main.class.getPackage().getImplementationVersion();
            return version == null ? "development" : version;
        }

        @Override
        public String[] getVersion() {
            return new String[] {"sluice " + text()};
        }
    }
}
