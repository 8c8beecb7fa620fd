// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.command;

import dev.sluice.cli.ExitCode;
import dev.sluice.cli.input.Inputs;
import dev.sluice.cli.input.LoadedRun;
import dev.sluice.cli.report.Comparison;
import dev.sluice.cli.report.RunFindings;
import dev.sluice.cli.run.Session;
import dev.sluice.cli.run.StreamRun;
import dev.sluice.machine.RunOptions;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.result.RunResult;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sluice compare}: runs two streams and shows what differs, for example a broken one beside its cure. */
@Command(
        name = "compare",
        description = "Run two streams, for example a broken one and its cure, and show the two side by side.",
        footer = {
            "",
            "Example: sluice compare broken.yaml cured.yaml --device seed-discrete-l2",
            "Exit codes: 0 both ran, 1 either has findings and --strict is given,",
            "            " + HelpText.RUN_FAULTS
        })
public final class CompareCommand extends SessionCommand {
    @Parameters(
            index = "0",
            paramLabel = "BROKEN",
            description = "The first stream, or capture, or preset stream's name.")
    private String first = "";

    @Parameters(index = "1", paramLabel = "CURED", description = "The second.")
    private String second = "";

    @Mixin
    private DeviceOptions on = new DeviceOptions();

    @Option(names = "--seed", paramLabel = "N", description = "Seed of random replacement; 0 without this.")
    private long seed;

    @Option(names = "--strict", description = "Exit with 1 when either stream has findings.")
    private boolean strict;

    /** The command, for one invocation of the program. */
    public CompareCommand(Session session) {
        super(session);
    }

    @Override
    public Integer call() {
        LoadedRun a = Inputs.run(first, on.choice());
        LoadedRun b = Inputs.run(second, on.choice());
        RunResult left = simulate(a);
        RunResult right = simulate(b);
        print(new Comparison(left, right, style()).text());
        if (left.interrupted() || right.interrupted()) {
            return ExitCode.INTERRUPTED;
        }
        return strict && !(RunFindings.none(left) && RunFindings.none(right)) ? ExitCode.FINDINGS : ExitCode.CLEAN;
    }

    private RunResult simulate(LoadedRun loaded) {
        return StreamRun.of(
                        loaded,
                        new RunOptions(false, seed, SimObserver.NONE),
                        session.machines(),
                        session.terminal(),
                        session.interrupt(),
                        machine -> {})
                .result();
    }
}
