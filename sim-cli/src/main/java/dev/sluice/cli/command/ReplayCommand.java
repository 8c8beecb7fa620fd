// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.command;

import dev.sluice.cli.help.HelpGroup;
import dev.sluice.cli.help.InHelp;
import dev.sluice.cli.input.InputFiles;
import dev.sluice.cli.input.Inputs;
import dev.sluice.cli.input.Provenance;
import dev.sluice.cli.output.CsvFiles;
import dev.sluice.cli.output.EnergyCsv;
import dev.sluice.cli.output.JsonDocument;
import dev.sluice.cli.output.OutputPath;
import dev.sluice.cli.output.OutputSet;
import dev.sluice.cli.output.ResultJson;
import dev.sluice.cli.output.WholeFile;
import dev.sluice.cli.report.EnergySection;
import dev.sluice.cli.report.Style;
import dev.sluice.cli.report.TextReport;
import dev.sluice.cli.report.page.PageRun;
import dev.sluice.cli.report.page.ReportPage;
import dev.sluice.cli.run.Session;
import dev.sluice.cli.run.TraceRun;
import dev.sluice.cli.steps.StepRecorder;
import dev.sluice.cli.steps.StepSource;
import dev.sluice.config.calls.LeftOut;
import dev.sluice.config.device.DeviceSource;
import dev.sluice.config.device.Devices;
import dev.sluice.config.device.Overrides;
import dev.sluice.config.trace.TraceFile;
import dev.sluice.config.trace.TraceFormat;
import dev.sluice.device.GpuSpec;
import dev.sluice.energy.EnergyEstimate;
import dev.sluice.machine.RunOptions;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.machine.trace.ReplayOptions;
import dev.sluice.result.RunResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sluice replay}: replays a trace of memory accesses on a device. */
@Command(
        name = "replay",
        description = "Replay a trace of memory accesses on a device and report what its caches and memory did.",
        footer = {
            "",
            "Examples: sluice replay accesses.csv --device nvidia-v100",
            "          sluice replay kernelslist.g -d nvidia-v100 -o results",
            "          sluice replay trace.oracleGeneral.zst -d tiny-1 --json",
            "Exit codes: 0 done, 3 cut off by --max-cycles, " + HelpText.RUN_FAULTS
        })
public final class ReplayCommand extends SessionCommand {
    @Parameters(
            paramLabel = "TRACE",
            description = "A trace, as it is or packed (.gz, .xz, .zst); of Accel-Sim its kernelslist.g.")
    private String file = "";

    @InHelp(HelpGroup.INPUT)
    @Option(
            names = {"-d", "--device"},
            paramLabel = "DEVICE",
            required = true,
            description = "Preset or device file.")
    private String device = "";

    @Mixin
    private SetOptions set = new SetOptions();

    @InHelp(HelpGroup.INPUT)
    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "csv, lackey, champsim, oracleGeneral or accelsim (default: told by name and contents).")
    private @Nullable String format;

    @InHelp(HelpGroup.RUN)
    @Option(
            names = "--outstanding",
            paramLabel = "N",
            description =
                    "Accesses of a unit that may be under way (0, the default: as many as the device takes); 1 is a"
                            + " pointer chase. Warps of Accel-Sim keep to their registers instead.")
    private int outstanding;

    @Mixin
    private RunExtentOptions extent = new RunExtentOptions();

    @Mixin
    private AnalysisOptions analysis = new AnalysisOptions();

    @InHelp(HelpGroup.REPORT)
    @Option(
            names = {"-q", "--quiet"},
            description = "Only one line of summary.")
    private boolean quiet;

    @Mixin
    private EnergyOptions energy = new EnergyOptions();

    @Mixin
    private ResultFileOptions output = new ResultFileOptions();

    @Mixin
    private TimelineOptions timeline = new TimelineOptions();

    @InHelp(HelpGroup.INSIDE)
    @Option(
            names = "--steps",
            paramLabel = "PAGE",
            description = "Write a page that steps through the replay ('view').")
    private @Nullable String steps;

    @Mixin
    private StepOptions bounds = new StepOptions();

    @Mixin
    private PageOptions page = new PageOptions();

    /** The command, for one invocation of the program. */
    public ReplayCommand(Session session) {
        super(session);
    }

    @Override
    public Integer call() {
        extent.check(this);
        if (outstanding < 0) {
            throw usage("--outstanding cannot be negative: " + outstanding);
        }
        timeline.check(this);
        if (steps == null && bounds.given()) {
            throw usage("--from, --to, --watch and --max-steps bound the page of --steps, and there is none");
        }
        @Nullable TraceFormat wanted = format == null ? null : TraceFormat.of(format);
        if (format != null && wanted == null) {
            throw usage("--format: no format is called '" + format + "'; there are " + TraceFormat.names());
        }
        ResultFiles files = output.files(page.file());
        Overrides overrides = set.overrides();
        DeviceSource document = Devices.find(device, overrides);
        GpuSpec gpu = document.spec();
        energy.check(document, gpu.name());
        try (TraceFile trace = TraceFile.open(Inputs.path(file), wanted)) {
            List<Path> inputs = new ArrayList<>(InputFiles.of(device));
            inputs.addAll(trace.files());
            files.refuseInputs(inputs);
            files.refuseTwice(Map.of(
                    "--trace", timeline.files(), "--steps", steps == null ? List.of() : List.of(OutputPath.of(steps))));
            if (steps != null) {
                WholeFile.refuseInputs(OutputPath.of(steps), inputs);
            }
            @Nullable
            StepRecorder recorder =
                    steps == null ? null : new StepRecorder(bounds.bounds(this, "the trace", List.of()));
            ReplayOptions how = new ReplayOptions(
                    outstanding,
                    overrides.isEmpty() ? List.of() : List.of("the device is not as its file says: " + overrides));
            timeline.refuseInputs(inputs);
            TraceRun run = timeline.around(
                    this,
                    gpu,
                    trace.trace().name(),
                    operation -> null,
                    recorder == null ? SimObserver.NONE : recorder,
                    (watching, bound) ->
                            TraceRun.of(trace, gpu, how, options(watching), session, bound.andThen(machine -> {
                                if (files.page() != null) {
                                    machine.keepDetails();
                                }
                                if (recorder != null) {
                                    recorder.bind(machine);
                                }
                            })),
                    TraceRun::result);
            RunResult result = run.result();
            // a trace that was not read to its end is not read again for what is in it
            Provenance made = result.interrupted()
                    ? Provenance.ofTrace(List.of(), null, document)
                    : Provenance.ofTrace(trace.files(), trace.sha256OfPipe(), document);
            String stepped = steps == null || recorder == null
                    ? ""
                    : ViewCommand.write(
                            this,
                            OutputPath.of(steps),
                            recorder,
                            StepSource.ofTrace(trace.trace().name(), gpu.name(), gpu.clockHz()),
                            result,
                            run.machine());
            report(run, made, files);
            if (!output.json() && !quiet) {
                print(stepped);
            }
            return RunOutcome.exitCode(result);
        }
    }

    private RunOptions options(SimObserver observer) {
        return new RunOptions(
                true, extent.seed(), extent.maxCycles(), analysis.optimal(), observer, null, analysis.analyze(), null);
    }

    private void report(TraceRun run, Provenance made, ResultFiles files) {
        RunResult result = run.result();
        EnergyEstimate estimate = energy.of(result, made);
        JsonDocument json = ResultJson.of(result, session.version(), run.timing(), null, LeftOut.NOTHING, null, made);
        String html = files.page() == null
                ? ""
                : ReportPage.of(
                        new PageRun(json, run.details(), file), result.stream(), result.device(), session.version());
        JsonDocument filed = json.relativeTo(file);
        try (OutputSet outputs = new OutputSet()) {
            files.addTo(
                    outputs,
                    filed,
                    () -> text(result, estimate, Style.PLAIN, false),
                    () -> tables(result, estimate),
                    html);
            outputs.commit();
        }
        if (output.json()) {
            print(filed);
        } else {
            print(text(result, estimate, style(), quiet));
        }
    }

    private static String text(RunResult result, @Nullable EnergyEstimate estimate, Style style, boolean brief) {
        TextReport report = new TextReport(result, style);
        if (estimate == null) {
            return brief ? report.quiet() : report.full(false);
        }
        EnergySection section = new EnergySection(estimate, style);
        return brief ? report.quiet() + section.quiet() : report.full(false) + section.full();
    }

    private static Map<String, String> tables(RunResult result, @Nullable EnergyEstimate estimate) {
        Map<String, String> tables = CsvFiles.of(result);
        if (estimate != null) {
            EnergyCsv.addTo(tables, estimate);
        }
        return tables;
    }
}
