// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.command;

import dev.sluice.cli.help.HelpGroup;
import dev.sluice.cli.help.InHelp;
import dev.sluice.cli.input.LoadedRun;
import dev.sluice.cli.report.Explanations;
import dev.sluice.cli.run.FindingCures;
import dev.sluice.cli.run.QuietRuns;
import dev.sluice.cli.run.StreamCheck;
import dev.sluice.cli.run.StreamRun;
import dev.sluice.result.RunResult;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of what is worked out from a run, and how much of it is reported. */
final class RunReportOptions {
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

    @Mixin
    private EnergyOptions energy = new EnergyOptions();

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

    boolean quiet() {
        return quiet;
    }

    boolean strict() {
        return strict;
    }

    boolean all() {
        return all;
    }

    /** Refuses what cannot be understood, before anything is read; the barriers to explain. */
    Explanations check(SessionCommand command, boolean json) {
        if (json && !explain.isEmpty()) {
            throw command.usage("--explain is for people: --json has the same facts under barriers[]");
        }
        barriers.check(command);
        try {
            return new Explanations(explain);
        } catch (IllegalArgumentException e) {
            throw command.usage(e.getMessage());
        }
    }

    /** Refuses what a stream does not have, or a device does not tell. */
    void check(SessionCommand command, LoadedRun loaded) {
        barriers.check(command, loaded.stream());
        energy.check(loaded.provenance().device(), loaded.device().name());
    }

    /** Works out what was asked for, once a run is over. */
    RunOutcome outcome(SessionCommand command, LoadedRun loaded, StreamRun run, long seed) {
        RunResult found = run.result();
        StreamCheck check =
                strict && !found.interrupted() ? StreamCheck.of(loaded, true).with(found) : null;
        RunResult result = FindingCures.judged(loaded, found, seed, new QuietRuns(command.session), check);
        return new RunOutcome(
                loaded,
                new StreamRun(result, run.timing(), run.machine()),
                check,
                barriers.table(result),
                energy.of(result, loaded.provenance()));
    }
}
