// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli;

import dev.sluice.cli.command.AdviseCommand;
import dev.sluice.cli.command.BarrierCommand;
import dev.sluice.cli.command.CheckCommand;
import dev.sluice.cli.command.CompareCommand;
import dev.sluice.cli.command.DescribeCommand;
import dev.sluice.cli.command.HelpCommand;
import dev.sluice.cli.command.ImportCommand;
import dev.sluice.cli.command.LessonCommand;
import dev.sluice.cli.command.ListCommand;
import dev.sluice.cli.command.LitmusCommand;
import dev.sluice.cli.command.MergeCommand;
import dev.sluice.cli.command.ReplayCommand;
import dev.sluice.cli.command.RunCommand;
import dev.sluice.cli.command.SchemaCommand;
import dev.sluice.cli.command.ServeCommand;
import dev.sluice.cli.command.StepCommand;
import dev.sluice.cli.command.SweepCommand;
import dev.sluice.cli.command.ValidateCommand;
import dev.sluice.cli.command.ViewCommand;
import dev.sluice.cli.run.Session;
import dev.sluice.cli.serve.Program;
import dev.sluice.cli.sweep.PointRunner;
import java.io.InputStream;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

/** The program's commands by name, in the order of its help; each is made when it is asked for. */
final class Commands {

    /** Tells of the other commands, and so needs them all. */
    private static final String HELP = "help";

    private final Map<String, Supplier<Callable<Integer>>> factories = new LinkedHashMap<>();

    /** @param in what commands read that take their input from nowhere else */
    Commands(Session session, PointRunner.Factory runners, Program program, Supplier<InputStream> in) {
        factories.put("run", () -> new RunCommand(session));
        factories.put("view", () -> new ViewCommand(session));
        factories.put("step", () -> new StepCommand(session, in));
        factories.put("replay", () -> new ReplayCommand(session));
        factories.put("compare", () -> new CompareCommand(session));
        factories.put("sweep", () -> new SweepCommand(session, runners));
        factories.put("merge", () -> new MergeCommand(session));
        factories.put("check", () -> new CheckCommand(session));
        factories.put("advise", () -> new AdviseCommand(session));
        factories.put("barrier", () -> new BarrierCommand(session));
        factories.put("validate", () -> new ValidateCommand(session));
        factories.put("litmus", () -> new LitmusCommand(session));
        factories.put("list", () -> new ListCommand(session));
        factories.put("describe", () -> new DescribeCommand(session));
        factories.put("import", () -> new ImportCommand(session));
        factories.put("schema", () -> new SchemaCommand(session));
        factories.put("serve", () -> new ServeCommand(session, program, in));
        factories.put("lesson", () -> new LessonCommand(session));
        factories.put(HELP, () -> new HelpCommand(session));
    }

    /** All names. */
    Collection<String> names() {
        return factories.keySet();
    }

    /**
     * The names of those commands that some arguments can need: the one that is named first, or all. Reading what a command is takes
     * longer than reading many a stream.
     */
    Collection<String> neededBy(List<String> arguments) {
        String first = arguments.isEmpty() ? HELP : arguments.get(0);
        return factories.containsKey(first) && !first.equals(HELP) ? List.of(first) : names();
    }

    /** Makes a command. */
    Callable<Integer> make(String name) {
        Supplier<Callable<Integer>> factory = factories.get(name);
        if (factory == null) {
            throw new IllegalArgumentException("no command " + name + "; there are " + names());
        }
        return factory.get();
    }
}
