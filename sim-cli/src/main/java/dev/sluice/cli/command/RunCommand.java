// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.command;

import dev.sluice.cli.input.InputFiles;
import dev.sluice.cli.input.Inputs;
import dev.sluice.cli.input.LoadedRun;
import dev.sluice.cli.inspect.Looks;
import dev.sluice.cli.output.JsonDocument;
import dev.sluice.cli.report.Explanations;
import dev.sluice.cli.run.Session;
import dev.sluice.cli.run.StreamRun;
import dev.sluice.machine.Simulation;
import dev.sluice.result.RunResult;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code sluice run}: runs a stream on a device and reports what it cost and what went wrong. */
@Command(
        name = "run",
        description = "Run a stream or a capture on a device and report what it cost and what went wrong.",
        footer = {
            "",
            "Examples: sluice run upload-scale-readback",
            "          sluice run frame.jsonl --device rdna2-6900xt --out results",
            "          sluice run upload-scale-readback --explain submit0.3   (a barrier)",
            "          sluice run frame.jsonl --barriers=held-back --frames 2-4",
            "          sluice run s.yaml --log - --log-address x:128:4   (follow 4 bytes)",
            "Exit codes: 0 clean, 1 findings, 3 cut off by --max-cycles, " + HelpText.RUN_FAULTS
        })
public final class RunCommand extends SessionCommand {
    @Parameters(paramLabel = "FILE", description = HelpText.STREAM)
    private String file = "";

    @Mixin
    private DeviceOptions on = new DeviceOptions();

    @Mixin
    private SimulationOptions simulation = new SimulationOptions();

    @Mixin
    private RunReportOptions report = new RunReportOptions();

    @Mixin
    private RunFileOptions output = new RunFileOptions();

    @Mixin
    private RunWatchOptions watching = new RunWatchOptions();

    /** The command, for one invocation of the program. */
    public RunCommand(Session session) {
        super(session);
    }

    @Override
    public Integer call() {
        Looks looks = looks();
        Explanations explanations = report.check(this, output.json());
        RunFiles files = output.files(this);
        Inputs.Choice choice = on.choice();
        refuseInputs(files, InputFiles.of(file, choice.device(), choice.profile()));
        LoadedRun loaded = Inputs.run(file, choice);
        refuseInputs(files, loaded.inputs());
        files.refuseTwice(watching.files());
        files.dumps().check(loaded.stream().images());
        report.check(this, loaded);
        simulation.check(this, loaded.stream());
        RunWatchers watchers = new RunWatchers(
                this, watching, simulation, loaded, looks, files.page() ? Simulation::keepDetails : machine -> {});
        StreamRun run = watchers.run();
        check(explanations, run.result());
        RunOutcome outcome = report.outcome(this, loaded, run, simulation.seed());
        RunReport text = new RunReport(outcome, explanations, looks, report.quiet(), report.all());
        JsonDocument result = outcome.json(session.version());
        String html = files.page()
                ? output.page().text(session, file, choice, loaded, outcome.run(), result, outcome.check())
                : "";
        JsonDocument json = result.relativeTo(file);
        String stepped = watchers.writeSteps(run);
        List<String> pictures = files.write(file, outcome, json, text, html);
        if (report.strict() && outcome.check() == null) {
            session.terminal()
                    .err()
                    .print("the stream was not checked: the run was "
                            + (outcome.result().cut() == null ? "interrupted" : "cut off") + "\n");
        }
        if (output.json()) {
            print(json);
        } else if (!watching.logsToStdout()) {
            print(text.printed(style()));
            if (!report.quiet()) {
                pictures.forEach(line -> print(line + "\n"));
                print(stepped);
            }
        }
        return outcome.exitCode();
    }

    /** What to look at; refuses options that do not go together, before anything is read. */
    private Looks looks() {
        if (output.json() && watching.logsToStdout()) {
            throw usage("--json and --log - cannot both have stdout");
        }
        if (simulation.timingOnly() && output.dumps()) {
            throw usage("--dump shows bytes, and --timing-only may follow none");
        }
        simulation.check(this);
        watching.check(this);
        return watching.looks(
                this,
                output.json()
                        ? "--json, which has no text"
                        : simulation.timingOnly() ? "--timing-only, which follows no bytes" : null);
    }

    /** No output may replace what the run is made of. */
    private void refuseInputs(RunFiles files, List<Path> inputs) {
        watching.refuseInputs(inputs);
        files.refuseInputs(inputs);
    }

    private void check(Explanations explanations, RunResult result) {
        try {
            explanations.check(result);
        } catch (IllegalArgumentException e) {
            throw usage(e.getMessage());
        }
    }
}
