// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.command;

import dev.sluice.check.advice.WhatIf;
import dev.sluice.cli.ExitCode;
import dev.sluice.cli.advise.Advising;
import dev.sluice.cli.advise.Asked;
import dev.sluice.cli.advise.Asking;
import dev.sluice.cli.advise.EditableStream;
import dev.sluice.cli.help.HelpGroup;
import dev.sluice.cli.help.InHelp;
import dev.sluice.cli.input.Catalogue;
import dev.sluice.cli.input.InputFiles;
import dev.sluice.cli.output.AdviceFiles;
import dev.sluice.cli.output.AskedJson;
import dev.sluice.cli.output.DistinctFiles;
import dev.sluice.cli.output.OutputPath;
import dev.sluice.cli.output.OutputSet;
import dev.sluice.cli.output.RelativePaths;
import dev.sluice.cli.output.WholeFile;
import dev.sluice.cli.report.AdviceReport;
import dev.sluice.cli.report.AskedReport;
import dev.sluice.cli.report.LeftOutSection;
import dev.sluice.cli.run.Session;
import dev.sluice.config.ConfigException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sluice advise}: finds cheaper barriers that order as much, and rewrites the stream with them. */
@Command(
        name = "advise",
        description = {
            "Find for each barrier of a stream a cheaper one that is as safe, and say what it saves.",
            "The hazard checker proves each change; simulation prices it.",
            "With --barrier and --as: what one barrier would cost in another form, or why that is unsafe."
        },
        footer = {
            "",
            "Examples: sluice advise frame.yaml -o better.yaml",
            "          sluice advise frame.yaml --device rdna2-6900xt --device nvidia-v100",
            "          sluice advise frame.yaml --barrier submit0.5 --as event",
            "Exit codes: 0 done, 1 hazards are left, or a form is refused or leaves other bytes,",
            "            " + HelpText.RUN_FAULTS
        })
public final class AdviseCommand extends SessionCommand {
    private static final String TABLE = "advice.csv";

    @Parameters(paramLabel = "FILE", description = HelpText.STREAM)
    private String file = "";

    @InHelp(HelpGroup.INPUT)
    @Option(
            names = {"-d", "--device"},
            paramLabel = "DEVICE",
            description = "Preset or device file " + HelpText.OWN_DEVICE + HelpText.REPEATABLE)
    private List<String> devices = new ArrayList<>();

    @InHelp(HelpGroup.INPUT)
    @Option(names = "--all-devices", description = "On every preset device but those for lessons.")
    private boolean allDevices;

    @Mixin
    private SetOptions set = new SetOptions();

    @InHelp(HelpGroup.FILES)
    @Option(
            names = {"-o", "--out"},
            paramLabel = "FILE",
            description = "Write the rewritten stream; '-' is stdout.")
    private @Nullable String out;

    @InHelp(HelpGroup.FILES)
    @Option(names = "--json", description = "Print the advice as JSON, and nothing else.")
    private boolean json;

    @InHelp(HelpGroup.FILES)
    @Option(names = "--csv", paramLabel = "DIR", description = "Write advice.csv into a directory.")
    private @Nullable String csv;

    @InHelp(HelpGroup.RUN)
    @Option(
            names = "--simulations",
            paramLabel = "N",
            description =
                    "Runs that may be made to price changes, at least 2 on each device (default: as many as take about a minute).")
    private @Nullable Integer simulations;

    @InHelp(HelpGroup.RUN)
    @Option(names = "--try-all", description = "Try every change that is safe by itself, however long it takes.")
    private boolean tryAll;

    @Mixin
    private CureOptions cures = new CureOptions();

    @InHelp(HelpGroup.RUN)
    @Option(names = "--barrier", paramLabel = "ID", description = "Only this barrier (submit0.3), in the form of --as.")
    private @Nullable String barrier;

    @InHelp(HelpGroup.RUN)
    @Option(
            names = "--as",
            paramLabel = "FORM",
            description = "What to make of --barrier: event, narrow, merge or remove.")
    private WhatIf.@Nullable Form form;

    /** The command, for one invocation of the program. */
    public AdviseCommand(Session session) {
        super(session);
    }

    @Override
    public Integer call() {
        if (allDevices && !devices.isEmpty()) {
            throw usage("--device and --all-devices exclude each other");
        }
        if (simulations != null && simulations < 1) {
            throw usage("--simulations: " + simulations + " is less than 1");
        }
        if (simulations != null && tryAll) {
            throw usage("--simulations and --try-all exclude each other");
        }
        if ((barrier == null) != (form == null)) {
            throw usage("--barrier and --as go together: --barrier submit0.3 --as event");
        }
        if (barrier != null && (csv != null || simulations != null || tryAll)) {
            throw usage(
                    (csv != null ? "--csv" : tryAll ? "--try-all" : "--simulations") + " is not for a single barrier");
        }
        boolean toStdout = "-".equals(out);
        if (toStdout && json) {
            throw usage("--json and -o - cannot both have stdout");
        }
        @Nullable Path target = out == null || toStdout ? null : OutputPath.of(out);
        if (target != null) {
            WholeFile.checkFile(target);
            WholeFile.refuseInputs(target, inputs());
        }
        @Nullable Path directory = directory(csv);
        if (directory != null) {
            WholeFile.refuseInputs(directory, Set.of(TABLE), inputs());
        }
        if (target != null && directory != null) {
            DistinctFiles files = new DistinctFiles();
            files.add("--out", List.of(target));
            files.add("--csv", List.of(directory.resolve(TABLE)));
        }
        List<String> on = allDevices ? Catalogue.machines() : devices;
        EditableStream stream = EditableStream.of(file, on.isEmpty() ? null : on.get(0), set.overrides());
        List<String> chosen = on.isEmpty() ? List.of(own(stream)) : on;
        if (target != null || directory != null) {
            List<Path> inputs = stream.on(chosen.get(0)).inputs();
            if (target != null) {
                WholeFile.refuseInputs(target, inputs);
            }
            if (directory != null) {
                WholeFile.refuseInputs(directory, Set.of(TABLE), inputs);
            }
        }
        if (barrier != null && form != null) {
            return ask(Asking.of(session, stream, chosen, barrier, form), target, toStdout);
        }
        Advising advising =
                Advising.of(session, stream, chosen, tryAll ? Advising.ALL : simulations == null ? 0 : simulations);
        try (OutputSet outputs = new OutputSet()) {
            if (target != null) {
                outputs.add(target, advising.text());
            }
            if (directory != null) {
                outputs.addAll(directory, Map.of(TABLE, RelativePaths.text(AdviceFiles.csv(advising.advice()), file)));
            }
            outputs.commit();
        }
        print(advising, toStdout);
        if (advising.interrupted()) {
            return ExitCode.INTERRUPTED;
        }
        boolean clean = advising.advice().left().isEmpty()
                && advising.verified().differences().isEmpty();
        return clean ? ExitCode.CLEAN : ExitCode.FINDINGS;
    }

    private int ask(Asked asked, @Nullable Path target, boolean toStdout) {
        String name = null;
        if (target != null && asked.safe()) {
            WholeFile.write(target, asked.text());
            name = out;
        }
        print(
                json
                        ? AskedJson.text(asked, name)
                        : toStdout && asked.safe()
                                ? asked.text()
                                : new LeftOutSection(asked.leftOut(), style()).full(LeftOutSection.SHOWN)
                                        + new AskedReport(asked, style()).text(name));
        if (asked.interrupted()) {
            return ExitCode.INTERRUPTED;
        }
        return asked.safe() ? ExitCode.CLEAN : ExitCode.FINDINGS;
    }

    private List<Path> inputs() {
        List<Path> files = new ArrayList<>(InputFiles.of(file));
        devices.forEach(device -> files.addAll(InputFiles.of(device)));
        return files;
    }

    private String own(EditableStream stream) {
        String device = stream.device();
        if (device == null) {
            throw new ConfigException(file, "the stream names no device; add a 'device' to it, or --device NAME");
        }
        return device;
    }

    private void print(Advising advising, boolean toStdout) {
        String text = json
                ? AdviceFiles.json(
                        file, advising.advice(), advising.leftOut(), advising.verified(), out, cures.syntax())
                : toStdout
                        ? advising.text()
                        : new LeftOutSection(advising.leftOut(), style()).full(LeftOutSection.SHOWN)
                                + new AdviceReport(advising.advice(), style(), cures.syntax())
                                        .text(advising.verified(), out);
        print(text);
    }
}
