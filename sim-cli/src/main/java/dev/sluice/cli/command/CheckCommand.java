package dev.sluice.cli.command;

import dev.sluice.cli.ExitCode;
import dev.sluice.cli.input.Inputs;
import dev.sluice.cli.input.LoadedRun;
import dev.sluice.cli.output.LintJson;
import dev.sluice.cli.report.LintSection;
import dev.sluice.cli.run.Session;
import dev.sluice.core.checker.lint.LintFinding;
import dev.sluice.core.checker.lint.Linter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** {@code sluice check}: judges a stream without running it. */
@Command(name = "check", mixinStandardHelpOptions = true, sortOptions = false, description = "Check a stream.")
public final class CheckCommand implements Callable<Integer> {
    private final Session session;

    @Parameters(paramLabel = "FILE", description = "A stream, as for 'run'.")
    private String file = "";

    @Mixin
    private DeviceOptions on = new DeviceOptions();

    @Mixin
    private LintOptions lint = new LintOptions();

    @Option(names = "--json", description = "Print JSON, and nothing else.")
    private boolean json;

    /** The command, for one invocation of the program. */
    public CheckCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        LoadedRun loaded = Inputs.run(file, on.choice());
        List<LintFinding> all = Linter.lint(loaded.stream(), loaded.device(), loaded.profile());
        if (json) {
            JsonMapper mapper = JsonMapper.builder().build();
            ObjectNode root = mapper.createObjectNode();
            root.put("stream", loaded.stream().name());
            root.put("device", loaded.device().name());
            root.putArray("hazards");
            root.set("lint", LintJson.of(lint.shown(all)));
            root.putArray("verdicts");
            session.terminal().out().print(mapper.writerWithDefaultPrettyPrinter().writeValueAsString(root) + "\n");
        } else {
            LintSection section =
                    new LintSection(lint.shown(all), session.terminal().style());
            session.terminal().out().print("lint: " + section.summary() + "\n");
            section.lines().forEach(line -> session.terminal().out().print(line + "\n"));
        }
        return LintOptions.errors(all) ? ExitCode.FINDINGS : ExitCode.CLEAN;
    }
}
