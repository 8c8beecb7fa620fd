// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.command;

import dev.sluice.cli.ExitCode;
import dev.sluice.cli.compare.DifferenceText;
import dev.sluice.cli.compare.ResultDifference;
import dev.sluice.cli.compare.ResultFile;
import dev.sluice.cli.help.HelpGroup;
import dev.sluice.cli.help.InHelp;
import dev.sluice.cli.input.Inputs;
import dev.sluice.cli.input.LoadedRun;
import dev.sluice.cli.output.ComparisonJson;
import dev.sluice.cli.output.DifferenceJson;
import dev.sluice.cli.output.WholeFile;
import dev.sluice.cli.report.Comparison;
import dev.sluice.cli.report.RunFindings;
import dev.sluice.cli.report.page.ComparedRuns;
import dev.sluice.cli.run.Session;
import dev.sluice.cli.run.StreamRun;
import dev.sluice.machine.RunOptions;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.result.RunResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sluice compare}: runs two streams, or one on two devices or under two profiles, and shows what differs. */
@Command(
        name = "compare",
        description = {
            "Run two streams, for example a broken one and its cure, and show the two side by side.",
            "Or one stream on two devices, or under two barrier profiles: each option given twice.",
            "Or two results that 'run --out' wrote: which keys differ, and which commands, caches and counters moved."
        },
        footer = {
            "",
            "Examples: sluice compare broken.yaml cured.yaml --device seed-discrete-l2",
            "          sluice compare frame.yaml -d rdna2-6900xt -d nvidia-v100 --json",
            "          sluice compare frame.yaml --profile l2 --profile mine.json",
            "          sluice compare before/result.json after/result.json",
            "Exit codes: 0 both ran, 1 either has findings and --strict is given,",
            "            " + HelpText.RUN_FAULTS
        })
public final class CompareCommand extends SessionCommand {
    private static final int BOTH = 2;

    @Parameters(
            index = "0",
            paramLabel = "BROKEN",
            description = "The first: a stream, a capture, a preset stream's name, or a result.json.")
    private String first = "";

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "CURED",
            description = "The second (default: the first once more, on another device or under another profile).")
    private @Nullable String second;

    @InHelp(HelpGroup.INPUT)
    @Option(
            names = {"-d", "--device"},
            paramLabel = "DEVICE",
            description = "Preset or device file, one for both or one for each " + HelpText.OWN_DEVICE)
    private List<String> devices = List.of();

    @InHelp(HelpGroup.INPUT)
    @Option(
            names = {"-p", "--profile"},
            paramLabel = "PROFILE",
            description = "Barrier profile, preset or file, one for both or one for each (default: the device's own).")
    private List<String> profiles = List.of();

    @InHelp(HelpGroup.INPUT)
    @Option(
            names = "--variant",
            paramLabel = "NAME",
            description = "A variant of the profile, as 'list profiles' names it, one for both or one for each.")
    private List<String> variants = List.of();

    @Mixin
    private SetOptions set = new SetOptions();

    @InHelp(HelpGroup.RUN)
    @Option(names = "--seed", paramLabel = "N", description = "Seed of random replacement (default: 0).")
    private @Nullable Long seed;

    @InHelp(HelpGroup.REPORT)
    @Option(names = "--strict", description = "Exit with 1 when either has findings.")
    private boolean strict;

    @InHelp(HelpGroup.FILES)
    @Option(
            names = "--json",
            description = "Print the differences by command and by barrier as JSON, and nothing else.")
    private boolean json;

    @Mixin
    private PageOptions page = new PageOptions();

    /** The command, for one invocation of the program. */
    public CompareCommand(Session session) {
        super(session);
    }

    @Override
    public Integer call() {
        Integer ofResults = compareResults();
        if (ofResults != null) {
            return ofResults;
        }
        checkUsage();
        @Nullable Path pageFile = page.file();
        LoadedRun a = Inputs.run(first, choice(0));
        LoadedRun b = Inputs.run(second == null ? first : second, choice(1));
        List<Path> inputs = new ArrayList<>(a.inputs());
        inputs.addAll(b.inputs());
        if (pageFile != null) {
            WholeFile.refuseInputs(pageFile, inputs);
        }
        StreamRun ranA = simulate(a, pageFile != null);
        StreamRun ranB = simulate(b, pageFile != null);
        RunResult left = ranA.result();
        RunResult right = ranB.result();
        if (pageFile != null) {
            ComparedRuns runs = new ComparedRuns(session.version());
            WholeFile.write(pageFile, runs.page(a, ranA, first, b, ranB, second == null ? first : second));
        }
        print(
                json
                        ? new ComparisonJson(left, right).text(session.version(), set.texts())
                        : new Comparison(left, right, style())
                                .text(set.overrides().toString()));
        if (left.interrupted() || right.interrupted()) {
            return ExitCode.INTERRUPTED;
        }
        return strict && !(RunFindings.none(left) && RunFindings.none(right)) ? ExitCode.FINDINGS : ExitCode.CLEAN;
    }

    /** The exit code when two results of runs were given instead of streams; null for streams. */
    private @Nullable Integer compareResults() {
        @Nullable ResultFile a = ResultFile.find(first);
        @Nullable ResultFile b = second == null ? null : ResultFile.find(second);
        if (a == null && b == null) {
            return null;
        }
        if (second == null) {
            throw usage("nothing to compare " + first + " with: name another result");
        }
        if (a == null || b == null) {
            throw a == null ? ResultFile.noResult(first, second) : ResultFile.noResult(second, first);
        }
        if (!devices.isEmpty()
                || !profiles.isEmpty()
                || !variants.isEmpty()
                || !set.texts().isEmpty()
                || seed != null) {
            throw usage("these are results of runs that are over: no device, profile, seed or --set can change them");
        }
        ResultDifference difference = new ResultDifference(a, b);
        @Nullable Path pageFile = page.file();
        if (pageFile != null) {
            WholeFile.refuseInputs(pageFile, List.of(a.path(), b.path()));
            WholeFile.write(pageFile, new ComparedRuns(session.version()).page(difference));
        }
        print(
                json
                        ? DifferenceJson.text(difference, session.version())
                        : new DifferenceText(difference, style()).text());
        return strict && a.findings() + b.findings() > 0 ? ExitCode.FINDINGS : ExitCode.CLEAN;
    }

    private void checkUsage() {
        Map<String, List<String>> given = Map.of("--device", devices, "--profile", profiles, "--variant", variants);
        new TreeMap<>(given).forEach((option, values) -> {
            if (values.size() > BOTH) {
                throw usage(option + " is given " + values.size() + " times; there are two runs to compare");
            }
        });
        if (second == null && given.values().stream().noneMatch(values -> values.size() == BOTH)) {
            throw usage("nothing to compare with: name CURED, or two devices, profiles or variants for one stream,"
                    + " such as --device A --device B");
        }
    }

    /** What holds for the first run (0) or the second (1). */
    private Inputs.Choice choice(int run) {
        return new Inputs.Choice(of(devices, run), of(profiles, run), of(variants, run), set.overrides());
    }

    private static @Nullable String of(List<String> values, int run) {
        return values.isEmpty() ? null : values.get(Math.min(run, values.size() - 1));
    }

    private StreamRun simulate(LoadedRun loaded, boolean details) {
        return StreamRun.of(
                loaded,
                new RunOptions(false, seed == null ? 0 : seed, SimObserver.NONE),
                session.machines(),
                session.terminal(),
                session.interrupt(),
                machine -> {
                    if (details) {
                        machine.keepDetails();
                    }
                });
    }
}
