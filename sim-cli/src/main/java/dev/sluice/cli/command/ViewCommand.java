// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.command;

import dev.sluice.cli.ExitCode;
import dev.sluice.cli.help.HelpGroup;
import dev.sluice.cli.help.InHelp;
import dev.sluice.cli.input.InputFiles;
import dev.sluice.cli.input.Inputs;
import dev.sluice.cli.input.LoadedRun;
import dev.sluice.cli.output.OutputPath;
import dev.sluice.cli.output.WholeFile;
import dev.sluice.cli.run.Session;
import dev.sluice.cli.run.StreamRun;
import dev.sluice.cli.steps.RecordedSteps;
import dev.sluice.cli.steps.StepRecorder;
import dev.sluice.cli.steps.StepSource;
import dev.sluice.machine.RunOptions;
import dev.sluice.machine.Simulation;
import dev.sluice.result.RunResult;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sluice view}: writes a page that steps through a run. */
@Command(
        name = "view",
        description = "Write a page for a browser that steps through a run, forward and backward.",
        footer = {
            "",
            "Examples: sluice view stale-l1-broken -o stale.html",
            "          sluice view frame.jsonl --from submit0.3 --to submit0.5",
            "          sluice view upload-scale-readback --watch x:64:4",
            "Exit codes: 0 written, 3 cut off by --max-cycles, " + HelpText.RUN_FAULTS
        })
public final class ViewCommand extends SessionCommand {
    @Parameters(paramLabel = "FILE", description = HelpText.STREAM)
    private String file = "";

    @Mixin
    private DeviceOptions on = new DeviceOptions();

    @InHelp(HelpGroup.FILES)
    @Option(
            names = {"-o", "--out"},
            paramLabel = "PAGE",
            description = "The page; without this the stream's name with .html, in the current directory.")
    private @Nullable String out;

    @Mixin
    private StepOptions steps = new StepOptions();

    @InHelp(HelpGroup.RUN)
    @Option(names = "--timing-only", description = "Without bytes and findings: smaller.")
    private boolean timingOnly;

    @InHelp(HelpGroup.RUN)
    @Option(names = "--seed", paramLabel = "N", description = "Seed of random replacement; 0 without this.")
    private long seed;

    @InHelp(HelpGroup.RUN)
    @Option(names = "--max-cycles", paramLabel = "N", description = "Stop the run after core cycle N; exit 3.")
    private long maxCycles = Long.MAX_VALUE;

    /** The command, for one invocation of the program. */
    public ViewCommand(Session session) {
        super(session);
    }

    @Override
    public Integer call() {
        if (maxCycles < 1) {
            throw usage("--max-cycles must be at least 1, not " + maxCycles);
        }
        Inputs.Choice choice = on.choice();
        LoadedRun loaded = Inputs.run(file, choice);
        Path page = OutputPath.of(out == null ? loaded.stream().name() + ".html" : out);
        WholeFile.refuseInputs(page, InputFiles.of(file, choice.device(), choice.profile()));
        WholeFile.refuseInputs(page, loaded.inputs());
        StepRecorder recorder = new StepRecorder(steps.bounds(this, loaded));
        StreamRun run = StreamRun.of(
                loaded,
                new RunOptions(timingOnly, seed, maxCycles, recorder),
                session.machines(),
                session.terminal(),
                session.interrupt(),
                recorder::bind);
        print(write(this, page, recorder, loaded, run));
        return run.result().cut() != null
                ? ExitCode.CUT
                : run.result().interrupted() ? ExitCode.INTERRUPTED : ExitCode.CLEAN;
    }

    /** Writes a page, and says what is in it. */
    static String write(SessionCommand by, Path page, StepRecorder recorder, LoadedRun loaded, StreamRun run) {
        return write(by, page, recorder, StepSource.of(loaded), run.result(), run.machine());
    }

    /** The same of a run or a replay. */
    static String write(
            SessionCommand by,
            Path page,
            StepRecorder recorder,
            StepSource source,
            RunResult result,
            Simulation machine) {
        if (recorder.steps() == 0) {
            throw by.usage(StepOptions.whyNone(recorder));
        }
        RecordedSteps recorded = RecordedSteps.of(recorder, source, result, machine, by.session.version());
        WholeFile.write(page, recorded.page(source.title()));
        return page + ": " + recorded.summary() + "\n";
    }
}
