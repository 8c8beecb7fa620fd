// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.command;

import dev.sluice.check.litmus.LitmusResult;
import dev.sluice.check.litmus.LitmusTest;
import dev.sluice.check.model.TooManyExecutionsException;
import dev.sluice.cli.ExitCode;
import dev.sluice.cli.input.LitmusInput;
import dev.sluice.cli.output.LitmusJson;
import dev.sluice.cli.report.LitmusReport;
import dev.sluice.cli.run.Session;
import dev.sluice.config.ConfigException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sluice litmus}: checks small programs against the Vulkan memory model. */
@Command(
        name = "litmus",
        description = {
            "Check litmus tests against the Vulkan memory model: go through all executions of each, tell whether it is racy,"
                    + " race-free or forbidden, and whether its possible and impossible lines hold."
        },
        footer = {
            "",
            "Example: sluice litmus mp mytest.lit --explain",
            "Exit codes: 0 every check holds, 1 one fails, " + HelpText.FAULTS
        })
public final class LitmusCommand extends SessionCommand {
    @Parameters(paramLabel = "FILE", arity = "1..*", description = "Litmus tests: files or presets' names.")
    private List<String> files = new ArrayList<>();

    @Option(names = "--json", description = "Print the results as JSON, and nothing else.")
    private boolean json;

    @Option(
            names = "--explain",
            description = "Show an execution of each test: what reads find, what synchronizes, and why accesses race.")
    private boolean explain;

    /** The command, for one invocation of the program. */
    public LitmusCommand(Session session) {
        super(session);
    }

    @Override
    public Integer call() {
        List<LitmusResult> results = new ArrayList<>();
        for (String file : files) {
            LitmusTest test = LitmusInput.read(file);
            try {
                results.add(LitmusResult.of(test));
            } catch (TooManyExecutionsException e) {
                throw new ConfigException(
                        file, e.getMessage() + "; name the values that loads find, or leave operations out");
            }
        }
        print(json ? LitmusJson.text(results) : text(results));
        return results.stream().allMatch(LitmusResult::ok) ? ExitCode.CLEAN : ExitCode.FINDINGS;
    }

    private String text(List<LitmusResult> results) {
        StringBuilder text = new StringBuilder();
        LitmusReport report = new LitmusReport(style());
        int checks = 0;
        int failed = 0;
        for (LitmusResult result : results) {
            report.lines(result, explain).forEach(line -> text.append(line).append('\n'));
            checks += result.checks().size();
            failed += (int) result.checks().stream().filter(c -> !c.ok()).count();
        }
        if (results.size() > 1) {
            text.append(results.size()).append(" tests, ").append(checks).append(" checks, ");
            text.append(failed == 0 ? "all ok" : failed + " FAILED").append('\n');
        }
        return style().fit(text.toString());
    }
}
