package dev.sluice.cli.run;

import dev.sluice.cli.input.LoadedRun;
import dev.sluice.core.checker.hazard.AccessTrace;
import dev.sluice.core.checker.hazard.DeviceFacts;
import dev.sluice.core.checker.hazard.HazardChecker;
import dev.sluice.core.checker.hazard.HazardReport;
import dev.sluice.core.checker.lint.IdleBarriers;
import dev.sluice.core.checker.lint.LintFinding;
import dev.sluice.core.checker.lint.LintRule;
import dev.sluice.core.checker.lint.Linter;
import dev.sluice.core.checker.lint.Severity;
import dev.sluice.core.stats.RunResult;
import java.util.ArrayList;
import java.util.List;

/** What is wrong with a stream whatever a run of it shows: its hazards, and what the lint finds. */
public record StreamCheck(AccessTrace trace, HazardReport hazards, List<LintFinding> lint) {

    /** Copies the list. */
    public StreamCheck {
        lint = List.copyOf(lint);
    }

    /**
     * Checks a stream.
     *
     * @param lint whether to lint it too
     */
    public static StreamCheck of(LoadedRun loaded, boolean lint) {
        AccessTrace trace = AccessTrace.of(loaded.stream(), DeviceFacts.of(loaded.device()));
        HazardReport hazards = HazardChecker.check(trace);
        return new StreamCheck(
                trace, hazards, lint ? Linter.lint(trace, hazards, loaded.device(), loaded.profile()) : List.of());
    }

    /** With the barriers that a run of the stream shows to do nothing. */
    public StreamCheck with(RunResult result) {
        List<LintFinding> all = new ArrayList<>(lint);
        for (LintFinding idle : IdleBarriers.of(trace, hazards, result)) {
            boolean known = lint.stream()
                    .anyMatch(finding -> finding.command().equals(idle.command())
                            && (finding.rule() == LintRule.REDUNDANT || finding.rule() == LintRule.READ_TO_READ));
            if (!known) {
                all.add(idle);
            }
        }
        return new StreamCheck(trace, hazards, all);
    }

    /** Whether it has neither hazards nor lint findings that are errors. */
    public boolean clean() {
        return hazards.clean() && lint.stream().noneMatch(finding -> finding.severity() == Severity.ERROR);
    }
}
