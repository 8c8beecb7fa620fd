// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.command;

import dev.sluice.check.hazard.Hazard;
import dev.sluice.check.lint.LintFinding;
import dev.sluice.check.problem.IdentifiedFinding;
import dev.sluice.check.problem.IdentifiedHazard;
import dev.sluice.check.problem.Problems;
import dev.sluice.check.verdict.Verdicts;
import dev.sluice.cli.ExitCode;
import dev.sluice.cli.baseline.Baseline;
import dev.sluice.cli.baseline.NewFindings;
import dev.sluice.cli.bite.Bites;
import dev.sluice.cli.help.HelpGroup;
import dev.sluice.cli.help.InHelp;
import dev.sluice.cli.input.Catalogue;
import dev.sluice.cli.input.InputFiles;
import dev.sluice.cli.input.Inputs;
import dev.sluice.cli.input.LoadedRun;
import dev.sluice.cli.output.CheckJson;
import dev.sluice.cli.output.Sarif;
import dev.sluice.cli.output.WholeFile;
import dev.sluice.cli.report.CheckReport;
import dev.sluice.cli.report.LeftOutSection;
import dev.sluice.cli.report.LintSection;
import dev.sluice.cli.report.VerdictSection;
import dev.sluice.cli.run.Session;
import dev.sluice.cli.run.StreamCheck;
import dev.sluice.config.ConfigException;
import dev.sluice.config.device.Overrides;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sluice check}: finds the hazards of a stream without running it. */
@Command(
        name = "check",
        description = {
            "Find the hazards of a stream or a capture: accesses to the same bytes that nothing orders.",
            "Then lint it: invalid barriers, likely mistakes, and what costs time for nothing.",
            "Judges the program by the Vulkan memory model; what a device's caches make of it is 'run'."
        },
        footer = {
            "",
            "Examples: sluice check frame.yaml",
            "          sluice check frame.jsonl --device rdna2-6900xt --json",
            "          sluice check frame.jsonl --baseline known.json --sarif new.sarif",
            "Exit codes: 0 clean, 1 hazards or lint errors (new ones, with --baseline),",
            "            " + HelpText.RUN_FAULTS
        })
public final class CheckCommand extends SessionCommand {
    @Parameters(paramLabel = "FILE", description = HelpText.STREAM)
    private String file = "";

    @InHelp(HelpGroup.INPUT)
    @Option(
            names = {"-d", "--device"},
            paramLabel = "DEVICE",
            description = "Preset or device file whose queues and memory types count " + HelpText.OWN_DEVICE)
    private @Nullable String device;

    @Mixin
    private SetOptions set = new SetOptions();

    @InHelp(HelpGroup.FILES)
    @Option(names = "--json", description = "Print the findings as JSON, and nothing else.")
    private boolean json;

    @InHelp(HelpGroup.FILES)
    @Option(
            names = "--sarif",
            paramLabel = "FILE",
            description = "Write problems and lint findings as SARIF 2.1.0; '-' for stdout, and nothing else there.")
    private @Nullable String sarif;

    @InHelp(HelpGroup.REPORT)
    @Option(
            names = "--baseline",
            paramLabel = "FILE",
            description = "Report only what an earlier 'check --json' did not find, and exit with 1 only for that.")
    private @Nullable String baseline;

    @InHelp(HelpGroup.REPORT)
    @Option(names = "--ungrouped", description = "Print hazard by hazard, not grouped by cause into problems.")
    private boolean ungrouped;

    @InHelp(HelpGroup.REPORT)
    @Option(
            names = {"-q", "--quiet"},
            description = "Only the verdict, in one line.")
    private boolean quiet;

    @InHelp(HelpGroup.REPORT)
    @Option(
            names = "--all",
            description = "Print every problem, lint finding and verdict, not only the first " + CheckReport.SHOWN
                    + " of each.")
    private boolean all;

    @Mixin
    private LintOptions lint = new LintOptions();

    @Mixin
    private VerdictOptions judging = new VerdictOptions();

    @Mixin
    private CureOptions cures = new CureOptions();

    /** The command, for one invocation of the program. */
    public CheckCommand(Session session) {
        super(session);
    }

    @Override
    public Integer call() {
        Overrides overrides = set.overrides();
        boolean sarifToStdout = "-".equals(sarif);
        if (json && sarifToStdout) {
            throw usage("--json and --sarif - cannot both have stdout");
        }
        @Nullable Path sarifFile = sarif == null || sarifToStdout ? null : Inputs.path(sarif);
        if (sarifFile != null) {
            WholeFile.checkFile(sarifFile);
            WholeFile.refuseInputs(sarifFile, InputFiles.of(file, device, baseline));
        }
        @Nullable Baseline known = baseline == null ? null : Baseline.read(Inputs.path(baseline));
        LoadedRun loaded = Inputs.run(file, new Inputs.Choice(device, null, null, overrides));
        if (sarifFile != null) {
            WholeFile.refuseInputs(sarifFile, loaded.inputs());
        }
        if (judging.simulates() && judging.allDevices() && !overrides.isEmpty()) {
            // a device that cannot be changed so is no device on which nothing bites
            Catalogue.machines().forEach(name -> Inputs.device(name, overrides));
        }
        StreamCheck check = StreamCheck.of(loaded, lint.wanted());
        NewFindings found = NewFindings.of(check, known, lint.wanted());
        Verdicts verdicts =
                judging.of(check.trace(), known == null ? VerdictOptions.Scope.AUTO : VerdictOptions.Scope.NONE);
        Bites bites = judging.simulates() ? bites(loaded, found.problems(), overrides) : null;
        CheckJson.Said said = new CheckJson.Said(
                loaded.stream().name(),
                loaded.device().name(),
                loaded.leftOut(),
                found.problems(),
                lint.shown(found.lint()),
                check.hazards().notes(),
                found.against(),
                verdicts,
                bites,
                cures.syntax());
        if (sarif != null) {
            String log = Sarif.text(said, loaded.file(), session.version());
            if (sarifFile == null) {
                print(log);
            } else {
                WholeFile.write(sarifFile, log);
            }
        }
        if (json) {
            print(CheckJson.text(said, file));
        } else if (!sarifToStdout) {
            report(said);
        }
        if (bites != null && bites.interrupted()) {
            return ExitCode.INTERRUPTED;
        }
        return found.clean() ? ExitCode.CLEAN : ExitCode.FINDINGS;
    }

    private void report(CheckJson.Said said) {
        int limit = all ? Integer.MAX_VALUE : CheckReport.SHOWN;
        LeftOutSection leftOut = new LeftOutSection(said.leftOut(), style());
        print(quiet ? leftOut.quiet() : leftOut.full(all ? Integer.MAX_VALUE : LeftOutSection.SHOWN));
        List<LintFinding> findings =
                said.lint().stream().map(IdentifiedFinding::finding).toList();
        CheckReport report = new CheckReport(
                said.stream(),
                said.device(),
                said.problems(),
                said.notes(),
                said.known(),
                findings,
                !ungrouped,
                said.leftOut().hidesWork(),
                style(),
                said.syntax());
        print(quiet ? report.quiet() : report.full(limit));
        if (said.verdicts() != null) {
            VerdictSection section = new VerdictSection(said.verdicts(), said.bites(), style());
            print(quiet ? section.quiet() : section.full(limit, all));
        }
        if (lint.wanted()) {
            // findings that only say of a hazard what the report of hazards says stay away
            LintSection section = LintSection.beside(findings, style(), said.syntax());
            print(quiet ? section.quiet() : section.full(limit));
        }
    }

    /** Runs the stream where it is wanted; without a hazard there is nothing to run. */
    private Bites bites(LoadedRun loaded, Problems found, Overrides overrides) {
        Bites bites = new Bites(session, judging.events());
        List<Hazard> hazards =
                found.hazards().stream().map(IdentifiedHazard::hazard).toList();
        if (hazards.isEmpty()) {
            return bites;
        }
        return session.visibly(bites::doing, () -> {
            if (!judging.allDevices()) {
                bites.run(loaded, hazards);
                bites.separate();
                return bites;
            }
            for (String name : Catalogue.machines()) {
                try {
                    bites.run(Inputs.run(file, new Inputs.Choice(name, null, null, overrides)), hazards);
                } catch (ConfigException e) {
                    if (e.unreadable()) {
                        throw e;
                    }
                    bites.refuse(name, e.problem());
                }
            }
            bites.separate();
            return bites;
        });
    }
}
