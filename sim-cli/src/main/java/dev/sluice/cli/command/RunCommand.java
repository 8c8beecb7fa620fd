// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.command;

import dev.sluice.cli.ExitCode;
import dev.sluice.cli.Terminal;
import dev.sluice.cli.barriers.BarrierTable;
import dev.sluice.cli.dump.ImageDumps;
import dev.sluice.cli.help.HelpGroup;
import dev.sluice.cli.help.InHelp;
import dev.sluice.cli.input.InputFiles;
import dev.sluice.cli.input.Inputs;
import dev.sluice.cli.input.LoadedRun;
import dev.sluice.cli.inspect.Looks;
import dev.sluice.cli.log.JsonLinesObserver;
import dev.sluice.cli.log.LogSink;
import dev.sluice.cli.output.BarrierTableFiles;
import dev.sluice.cli.output.CheckCsv;
import dev.sluice.cli.output.CsvFiles;
import dev.sluice.cli.output.EnergyCsv;
import dev.sluice.cli.output.OutputSet;
import dev.sluice.cli.output.RelativePaths;
import dev.sluice.cli.output.ResultJson;
import dev.sluice.cli.output.WholeFile;
import dev.sluice.cli.report.CheckReport;
import dev.sluice.cli.report.CureSyntax;
import dev.sluice.cli.report.EnergySection;
import dev.sluice.cli.report.Explanations;
import dev.sluice.cli.report.LeftOutSection;
import dev.sluice.cli.report.LintSection;
import dev.sluice.cli.report.RunFindings;
import dev.sluice.cli.report.Style;
import dev.sluice.cli.report.TextReport;
import dev.sluice.cli.run.FindingCures;
import dev.sluice.cli.run.QuietRuns;
import dev.sluice.cli.run.RunEnergy;
import dev.sluice.cli.run.Session;
import dev.sluice.cli.run.StreamCheck;
import dev.sluice.cli.run.StreamRun;
import dev.sluice.cli.steps.StepRecorder;
import dev.sluice.config.ConfigException;
import dev.sluice.config.device.DeviceSource;
import dev.sluice.config.trace.CsvTraceWriter;
import dev.sluice.device.CacheSpec;
import dev.sluice.device.GpuSpec;
import dev.sluice.energy.EnergyEstimate;
import dev.sluice.machine.RunOptions;
import dev.sluice.machine.Simulation;
import dev.sluice.machine.observe.BothObservers;
import dev.sluice.machine.observe.ObservedRequest;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.machine.trace.TraceSink;
import dev.sluice.result.RunResult;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ObjectNode;

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

    @InHelp(value = HelpGroup.RUN, rare = true)
    @Option(
            names = "--timing-only",
            description = "The same cycles without findings: faster where no time needs bytes.")
    private boolean timingOnly;

    @Mixin
    private AnalysisOptions analysis = new AnalysisOptions();

    @InHelp(value = HelpGroup.RUN, rare = true)
    @Option(names = "--seed", paramLabel = "N", description = "Seed of random replacement; 0 without this.")
    private long seed;

    @InHelp(HelpGroup.RUN)
    @Option(
            names = "--max-cycles",
            paramLabel = "N",
            description = "Stop after core cycle N with what is there, as Ctrl-C does; exit 3.")
    private long maxCycles = Long.MAX_VALUE;

    @InHelp(HelpGroup.REPORT)
    @Option(
            names = {"-q", "--quiet"},
            description = "Only findings and one line of summary.")
    private boolean quiet;

    @InHelp(HelpGroup.REPORT)
    @Option(names = "--strict", description = "Check the stream, too, as 'check' does: exit 1 on hazards, lint errors.")
    private boolean strict;

    @InHelp(HelpGroup.REPORT)
    @Option(names = "--all", description = "Print every finding, hazard and lint finding, not only the first few.")
    private boolean all;

    @InHelp(HelpGroup.FILES)
    @Option(names = "--json", description = "Print result.json, and nothing else.")
    private boolean json;

    @InHelp(HelpGroup.FILES)
    @Option(
            names = {"-o", "--out"},
            paramLabel = "DIR",
            description = "Write result.json and report.txt into a directory.")
    private @Nullable String out;

    @InHelp(HelpGroup.FILES)
    @Option(names = "--csv", paramLabel = "DIR", description = "Write the same facts as CSV files into a directory.")
    private @Nullable String csv;

    @Mixin
    private RunPageOptions page = new RunPageOptions();

    @InHelp(value = HelpGroup.REPORT, rare = true)
    @Option(names = "--energy", description = "Add an estimate of energy and area to the report and to --csv.")
    private boolean energy;

    @InHelp(HelpGroup.REPORT)
    @Option(
            names = "--explain",
            paramLabel = "ID",
            description =
                    "Tell the story of a barrier (submit0.3, submit0.begin, or 'all'): what it waited for, did and"
                            + " cost. Repeatable.")
    private List<String> explain = List.of();

    @Mixin
    private BarrierOptions barriers = new BarrierOptions();

    @Mixin
    private CountingOptions counting = new CountingOptions();

    @Mixin
    private DumpOptions dump = new DumpOptions();

    @InHelp(value = HelpGroup.FILES, rare = true)
    @Option(
            names = "--record",
            paramLabel = "FILE",
            description = "Write the accesses as a trace for 'replay': .csv, or .csv.zst packed.")
    private @Nullable String record;

    @InHelp(HelpGroup.INSIDE)
    @Option(names = "--steps", paramLabel = "PAGE", description = "Write a page that steps through the run ('view').")
    private @Nullable String steps;

    @Mixin
    private StepOptions bounds = new StepOptions();

    @Mixin
    private LookOptions look = new LookOptions();

    @Mixin
    private TimelineOptions timeline = new TimelineOptions();

    @Mixin
    private LogOptions log = new LogOptions();

    /** The command, for one invocation of the program. */
    public RunCommand(Session session) {
        super(session);
    }

    @Override
    public Integer call() {
        String logFile = log.file();
        boolean logToStdout = "-".equals(logFile);
        if (json && logToStdout) {
            throw usage("--json and --log - cannot both have stdout");
        }
        if (logFile == null && log.filtered()) {
            throw usage("--log-... options filter the event log, and there is none without --log FILE");
        }
        if (steps == null && bounds.given()) {
            throw usage("--from, --to, --watch and --max-steps bound the page of --steps, and there is none");
        }
        if (timingOnly && !dump.dumps().isEmpty()) {
            throw usage("--dump shows bytes, and --timing-only may follow none");
        }
        if (maxCycles < 1) {
            throw usage("--max-cycles must be at least 1, not " + maxCycles);
        }
        timeline.check(this);
        Looks looks = look.looks(this, withoutLooks(logToStdout));
        Explanations explanations = explanations();
        barriers.check(this);
        ImageDumps dumps = new ImageDumps(dump.dumps());
        @Nullable Path outDirectory = directory(out);
        @Nullable Path csvDirectory = directory(csv);
        @Nullable Path pageFile = page.file(this);
        Inputs.Choice choice = on.choice();
        refuseInputs(
                InputFiles.of(file, choice.device(), choice.profile()), logFile, outDirectory, csvDirectory, dumps);
        LoadedRun loaded = Inputs.run(file, choice);
        refuseInputs(loaded.inputs(), logFile, outDirectory, csvDirectory, dumps);
        timeline.refuseInputs(loaded.inputs());
        PageOptions.refuse(
                pageFile, loaded.inputs(), otherOutputs(pageFile, logFile, outDirectory, csvDirectory, dumps));
        dumps.check(loaded.stream().images());
        barriers.check(this, loaded.stream());
        checkEnergy(loaded);
        counting.warmUp(this, loaded.stream());
        @Nullable StepRecorder recorder = recorder(loaded);
        StreamRun run = simulateRecorded(loaded, logFile, recorder, looks);
        RunResult found = run.result();
        check(explanations, found);
        @Nullable
        StreamCheck check =
                strict && !found.interrupted() ? StreamCheck.of(loaded, true).with(found) : null;
        RunResult result = FindingCures.judged(loaded, found, seed, new QuietRuns(session), check);
        @Nullable BarrierTable table = barriers.table(result);
        @Nullable EnergyEstimate estimate = energy ? RunEnergy.of(result, loaded.provenance()) : null;
        @Nullable
        ObjectNode tree = json || outDirectory != null || pageFile != null
                ? ResultJson.tree(
                        result, session.version(), run.timing(), check, loaded.leftOut(), table, loaded.provenance())
                : null;
        String html = pageFile == null || tree == null
                ? ""
                : page.text(
                        session, file, choice, loaded, new StreamRun(result, run.timing(), run.machine()), tree, check);
        String text = tree == null ? "" : RelativePaths.text(tree, file);
        String stepped = steps == null || recorder == null
                ? ""
                : ViewCommand.write(this, Inputs.path(steps), recorder, loaded, run);
        List<String> pictures;
        try (OutputSet outputs = new OutputSet()) {
            if (outDirectory != null) {
                Map<String, String> files = new LinkedHashMap<>();
                files.put("result.json", text);
                files.put(
                        "report.txt",
                        head(loaded, Style.PLAIN)
                                + report(result, table, Style.PLAIN, false)
                                + report(estimate, Style.PLAIN, false)
                                + explanations.text(result, Style.PLAIN)
                                + looks.text(result, Style.PLAIN, Terminal.WIDTH, all)
                                + report(loaded, check, Style.PLAIN, false, all));
                outputs.addAll(outDirectory, files);
            }
            if (csvDirectory != null) {
                outputs.addAll(csvDirectory, tables(result, table, check, estimate));
            }
            if (pageFile != null) {
                outputs.add(pageFile, html);
            }
            pictures = dumps.addTo(outputs, run.machine(), loaded.stream().images());
            outputs.commit();
        }
        if (strict && check == null) {
            session.terminal()
                    .err()
                    .print("the stream was not checked: the run was "
                            + (result.cut() == null ? "interrupted" : "cut off") + "\n");
        }
        if (!logToStdout) {
            print(
                    json
                            ? text
                            : head(loaded, style())
                                    + report(result, table, style(), quiet || !looks.none())
                                    + report(estimate, style(), quiet)
                                    + explanations.text(result, style())
                                    + looks.text(result, style(), Terminal.WIDTH, all)
                                    + report(loaded, check, style(), quiet, all));
        }
        if (!json && !logToStdout && !quiet) {
            pictures.forEach(line -> print(line + "\n"));
            print(stepped);
        }
        int code = exitCode(result);
        return code == ExitCode.CLEAN && check != null && !check.clean() ? ExitCode.FINDINGS : code;
    }

    /** The option given that a look into the machine does not go with; null for none. */
    private @Nullable String withoutLooks(boolean logToStdout) {
        return json
                ? "--json, which has no text"
                : logToStdout
                        ? "--log -, which has stdout"
                        : steps != null
                                ? "--steps: the page shows all that"
                                : timingOnly ? "--timing-only, which follows no bytes" : null;
    }

    /** The files of {@code --csv}. */
    private Map<String, String> tables(
            RunResult result,
            @Nullable BarrierTable table,
            @Nullable StreamCheck check,
            @Nullable EnergyEstimate estimate) {
        Map<String, String> files = CsvFiles.of(result);
        if (table != null) {
            BarrierTableFiles.addTo(files, table);
        }
        if (check != null) {
            CheckCsv.addTo(files, check);
        }
        if (estimate != null) {
            EnergyCsv.addTo(files, estimate);
        }
        files.replaceAll((name, content) -> RelativePaths.text(content, file));
        return files;
    }

    /** No output may replace what the run is made of. */
    private static void refuseInputs(
            List<Path> inputs,
            @Nullable String logFile,
            @Nullable Path outDirectory,
            @Nullable Path csvDirectory,
            ImageDumps dumps) {
        if (logFile != null) {
            WholeFile.refuseInputs(Inputs.path(logFile), inputs);
        }
        if (outDirectory != null) {
            WholeFile.refuseInputs(outDirectory, Set.of("result.json", "report.txt"), inputs);
        }
        if (csvDirectory != null) {
            List<String> tables = inputs.stream()
                    .map(input -> String.valueOf(input.getFileName()))
                    .filter(name -> name.endsWith(".csv"))
                    .toList();
            WholeFile.refuseInputs(csvDirectory, tables, inputs);
        }
        dumps.files().forEach(picture -> WholeFile.refuseInputs(picture, inputs));
    }

    /** What is written beside the page, by option. */
    private Map<String, List<Path>> otherOutputs(
            @Nullable Path pageFile,
            @Nullable String logFile,
            @Nullable Path outDirectory,
            @Nullable Path csvDirectory,
            ImageDumps dumps) {
        Map<String, List<Path>> others = new TreeMap<>();
        others.put("--dump", List.copyOf(dumps.files()));
        others.put("--log", logFile == null || logFile.equals("-") ? List.of() : List.of(Inputs.path(logFile)));
        others.put("--record", record == null ? List.of() : List.of(Inputs.path(record)));
        others.put("--trace", timeline.files());
        others.put("--steps", steps == null ? List.of() : List.of(Inputs.path(steps)));
        others.put(
                "--out",
                PageOptions.in(outDirectory, List.of("result.json", "report.txt"))
                        .toList());
        others.put("--csv", PageOptions.tables(csvDirectory, pageFile));
        return others;
    }

    /** What a report of the run begins with. */
    private String head(LoadedRun loaded, Style style) {
        LeftOutSection section = new LeftOutSection(loaded.leftOut(), style);
        return quiet ? section.quiet() : section.full(all ? Integer.MAX_VALUE : LeftOutSection.SHOWN);
    }

    /** What the check of the stream adds to the report of the run. */
    private static String report(
            LoadedRun loaded, @Nullable StreamCheck check, Style style, boolean brief, boolean all) {
        if (check == null) {
            return "";
        }
        CheckReport hazards = new CheckReport(
                loaded.stream().name(),
                loaded.device().name(),
                check.problems(),
                check.hazards().notes(),
                null,
                false,
                style,
                CureSyntax.STREAM);
        LintSection lint = LintSection.beside(check.lint(), style);
        int limit = all ? Integer.MAX_VALUE : CheckReport.SHOWN;
        return brief ? hazards.quiet() + lint.quiet() : "\n" + hazards.full(limit) + lint.full(limit);
    }

    private void checkEnergy(LoadedRun loaded) {
        DeviceSource device = loaded.provenance().device();
        if (energy && (device == null || device.energy() == null)) {
            throw new ConfigException(
                    "--energy",
                    "device " + loaded.device().name()
                            + " says nothing about energy; --set energy.node=7nm, for example, gives it a process");
        }
    }

    private static String report(@Nullable EnergyEstimate estimate, Style style, boolean brief) {
        if (estimate == null) {
            return "";
        }
        EnergySection section = new EnergySection(estimate, style);
        return brief ? section.quiet() : section.full();
    }

    private Explanations explanations() {
        if (json && !explain.isEmpty()) {
            throw usage("--explain is for people: --json has the same facts under barriers[]");
        }
        try {
            return new Explanations(explain);
        } catch (IllegalArgumentException e) {
            throw usage(e.getMessage());
        }
    }

    private void check(Explanations explanations, RunResult result) {
        try {
            explanations.check(result);
        } catch (IllegalArgumentException e) {
            throw usage(e.getMessage());
        }
    }

    /** What a result means to whoever called the program. */
    static int exitCode(RunResult result) {
        if (result.cut() != null) {
            return ExitCode.CUT;
        }
        if (result.interrupted()) {
            return ExitCode.INTERRUPTED;
        }
        return RunFindings.none(result) ? ExitCode.CLEAN : ExitCode.FINDINGS;
    }

    private String report(RunResult result, @Nullable BarrierTable table, Style style, boolean brief) {
        TextReport report = new TextReport(result, style);
        if (brief) {
            return report.quiet();
        }
        return table == null ? report.full(all) : report.barriers(table, all);
    }

    private @Nullable StepRecorder recorder(LoadedRun loaded) {
        if (steps == null) {
            return null;
        }
        WholeFile.refuseInputs(Inputs.path(steps), loaded.inputs());
        return new StepRecorder(bounds.bounds(this, loaded));
    }

    private StreamRun simulateRecorded(
            LoadedRun loaded, @Nullable String logFile, @Nullable StepRecorder recorder, Looks looks) {
        String file = record;
        if (file == null) {
            return simulateLogged(loaded, logFile, null, recorder, looks);
        }
        WholeFile.refuseInputs(Inputs.path(file), loaded.inputs());
        try (LogSink sink = LogSink.file(Inputs.path(file))) {
            StreamRun run;
            try (CsvTraceWriter trace = new CsvTraceWriter(
                    sink.out(),
                    file,
                    "what " + loaded.stream().name() + " accessed on "
                            + loaded.device().name() + ", seed " + seed)) {
                run = simulateLogged(loaded, logFile, trace, recorder, looks);
            }
            sink.keep();
            return run;
        }
    }

    private StreamRun simulate(
            LoadedRun loaded,
            SimObserver observer,
            @Nullable TraceSink trace,
            @Nullable StepRecorder recorder,
            Looks looks,
            Consumer<Simulation> prepare) {
        SimObserver looking = BothObservers.of(observer, looks.observer());
        SimObserver all = recorder == null ? looking : BothObservers.of(looking, recorder);
        Consumer<Simulation> first =
                looks.none() ? prepare : prepare.andThen(machine -> LookOptions.bind(this, looks, machine, loaded));
        Consumer<Simulation> second = recorder == null ? first : first.andThen(recorder::bind);
        return timeline.around(
                this,
                loaded.device(),
                loaded.stream().name(),
                loaded::whereOf,
                all,
                (watching, bound) -> StreamRun.of(
                        loaded,
                        new RunOptions(
                                timingOnly,
                                seed,
                                maxCycles,
                                analysis.optimal(),
                                watching,
                                counting.warmUp(this, loaded.stream()),
                                analysis.analyze(),
                                trace),
                        session.machines(),
                        session.terminal(),
                        session.interrupt(),
                        second.andThen(bound).andThen(machine -> {
                            if (page.file(this) != null) {
                                machine.keepDetails();
                            }
                        })),
                StreamRun::result);
    }

    private StreamRun simulateLogged(
            LoadedRun loaded,
            @Nullable String target,
            @Nullable TraceSink trace,
            @Nullable StepRecorder recorder,
            Looks looks) {
        if (target == null) {
            return simulate(loaded, SimObserver.NONE, trace, recorder, looks, machine -> {});
        }
        PrintWriter stdout = session.terminal().out();
        try (LogSink sink = target.equals("-") ? LogSink.writer(stdout) : LogSink.file(Inputs.path(target))) {
            JsonLinesObserver observer = new JsonLinesObserver(log.request(), sink.out());
            StreamRun run =
                    simulate(loaded, observer, trace, recorder, looks, machine -> bind(observer, machine, loaded));
            observer.finish();
            sink.keep();
            if (observer.written() == 0) {
                session.terminal().err().print("no event passed the filters of --log\n");
            }
            return run;
        }
    }

    private void bind(JsonLinesObserver observer, Simulation machine, LoadedRun loaded) {
        try {
            observer.bind(machine, loaded.resources(), cache -> lineBytes(loaded.device(), cache));
        } catch (IllegalArgumentException e) {
            throw usage(e.getMessage());
        }
    }

    private static int lineBytes(GpuSpec device, String cache) {
        for (List<CacheSpec> caches : List.of(device.caches(), device.host().caches())) {
            for (CacheSpec spec : caches) {
                if (spec.name().equals(cache)) {
                    return spec.geometry().line();
                }
            }
        }
        return ObservedRequest.SECTOR_BYTES;
    }
}
