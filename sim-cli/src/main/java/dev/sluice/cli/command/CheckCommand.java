// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.command;

import dev.sluice.check.hazard.HazardReport;
import dev.sluice.check.lint.LintFinding;
import dev.sluice.check.verdict.Verdicts;
import dev.sluice.cli.ExitCode;
import dev.sluice.cli.bite.Bites;
import dev.sluice.cli.input.Catalogue;
import dev.sluice.cli.input.Inputs;
import dev.sluice.cli.input.LoadedRun;
import dev.sluice.cli.output.CheckJson;
import dev.sluice.cli.report.CheckReport;
import dev.sluice.cli.report.LeftOutSection;
import dev.sluice.cli.report.LintSection;
import dev.sluice.cli.report.VerdictSection;
import dev.sluice.cli.run.Session;
import dev.sluice.cli.run.StreamCheck;
import dev.sluice.config.ConfigException;
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
            "Exit codes: 0 clean, 1 hazards or lint errors,",
            "            " + HelpText.RUN_FAULTS
        })
public final class CheckCommand extends SessionCommand {
    @Parameters(paramLabel = "FILE", description = HelpText.STREAM)
    private String file = "";

    @Option(
            names = {"-d", "--device"},
            paramLabel = "DEVICE",
            description = "Preset or device file whose queues and memory types count; " + HelpText.OWN_DEVICE)
    private @Nullable String device;

    @Option(names = "--json", description = "Print the findings as JSON, and nothing else.")
    private boolean json;

    @Option(
            names = {"-q", "--quiet"},
            description = "Only the verdict, in one line.")
    private boolean quiet;

    @Option(
            names = "--all",
            description = "Print every hazard, lint finding and verdict, not only the first " + CheckReport.SHOWN
                    + " of each.")
    private boolean all;

    @Mixin
    private LintOptions lint = new LintOptions();

    @Mixin
    private VerdictOptions judging = new VerdictOptions();

    /** The command, for one invocation of the program. */
    public CheckCommand(Session session) {
        super(session);
    }

    @Override
    public Integer call() {
        LoadedRun loaded = Inputs.run(file, new Inputs.Choice(device, null, null));
        StreamCheck check = StreamCheck.of(loaded, lint.wanted());
        HazardReport found = check.hazards();
        List<LintFinding> findings = check.lint();
        Verdicts verdicts = judging.of(check.trace());
        Bites bites = judging.simulates() ? bites(loaded, found) : null;
        String name = loaded.stream().name();
        String on = loaded.device().name();
        if (json) {
            print(CheckJson.text(name, on, loaded.leftOut(), found, lint.shown(findings), verdicts, bites));
        } else {
            LeftOutSection leftOut = new LeftOutSection(loaded.leftOut(), style());
            print(quiet ? leftOut.quiet() : leftOut.full(all ? Integer.MAX_VALUE : LeftOutSection.SHOWN));
            CheckReport report = new CheckReport(name, on, found, style());
            print(quiet ? report.quiet() : report.full(all ? Integer.MAX_VALUE : CheckReport.SHOWN));
            if (verdicts != null) {
                VerdictSection section = new VerdictSection(verdicts, bites, style());
                print(quiet ? section.quiet() : section.full(all ? Integer.MAX_VALUE : CheckReport.SHOWN, all));
            }
            lint(findings);
        }
        if (bites != null && bites.interrupted()) {
            return ExitCode.INTERRUPTED;
        }
        return check.clean() ? ExitCode.CLEAN : ExitCode.FINDINGS;
    }

    /** Runs the stream where it is wanted; without a hazard there is nothing to run. */
    private Bites bites(LoadedRun loaded, HazardReport found) {
        Bites bites = new Bites(session, judging.events());
        if (found.clean()) {
            return bites;
        }
        return session.visibly(bites::doing, () -> {
            if (!judging.allDevices()) {
                bites.run(loaded, found.hazards());
                bites.separate();
                return bites;
            }
            for (String name : List.copyOf(Catalogue.of("devices").keySet())) {
                try {
                    bites.run(Inputs.run(file, new Inputs.Choice(name, null, null)), found.hazards());
                } catch (ConfigException e) {
                    bites.refuse(name, e.problem());
                }
            }
            bites.separate();
            return bites;
        });
    }

    /** Prints the findings that do not only say of a hazard what the report of hazards says. */
    private void lint(List<LintFinding> findings) {
        if (lint.wanted()) {
            LintSection section = LintSection.beside(lint.shown(findings), style());
            print(quiet ? section.quiet() : section.full(all ? Integer.MAX_VALUE : CheckReport.SHOWN));
        }
    }
}
