// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.run;

import dev.sluice.check.cure.CureProver;
import dev.sluice.check.hazard.HazardChecker;
import dev.sluice.check.hazard.HazardReport;
import dev.sluice.check.lint.IdleBarriers;
import dev.sluice.check.lint.LintFinding;
import dev.sluice.check.lint.LintRule;
import dev.sluice.check.lint.Linter;
import dev.sluice.check.lint.Severity;
import dev.sluice.check.problem.IdentifiedFinding;
import dev.sluice.check.problem.Problems;
import dev.sluice.check.trace.AccessTrace;
import dev.sluice.check.trace.DeviceFacts;
import dev.sluice.cli.input.LoadedRun;
import dev.sluice.result.RunResult;
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
        HazardReport hazards = CureProver.proven(trace, HazardChecker.check(trace));
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

    /** Its hazards with their ids, grouped by cause. */
    public Problems problems() {
        return Problems.of(trace, hazards.hazards());
    }

    /** Its lint findings with their ids. */
    public List<IdentifiedFinding> findings() {
        return IdentifiedFinding.of(trace, lint);
    }

    /** Whether it has neither hazards nor lint findings that are errors. */
    public boolean clean() {
        return hazards.clean() && lint.stream().noneMatch(finding -> finding.severity() == Severity.ERROR);
    }
}
