// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.baseline;

import dev.sluice.check.lint.Severity;
import dev.sluice.check.problem.IdentifiedFinding;
import dev.sluice.check.problem.IdentifiedHazard;
import dev.sluice.check.problem.Problems;
import dev.sluice.cli.run.StreamCheck;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a check found that a baseline does not have: all of it without a baseline.
 *
 * @param against how the check stands to the baseline; null without one
 */
public record NewFindings(
        Problems problems,
        List<IdentifiedFinding> lint,
        @Nullable Against against) {
    public NewFindings {
        lint = List.copyOf(lint);
    }

    /**
     * Compares a check with a baseline.
     *
     * @param linted whether the stream was linted; if not, nothing is said of the baseline's lint findings
     */
    public static NewFindings of(StreamCheck check, @Nullable Baseline baseline, boolean linted) {
        Problems problems = check.problems();
        List<IdentifiedFinding> lint = check.findings();
        if (baseline == null) {
            return new NewFindings(problems, lint, null);
        }
        Against against = new Against(
                baseline.hazards(
                        problems.hazards().stream().map(IdentifiedHazard::id).toList()),
                linted
                        ? baseline.lint(lint.stream().map(IdentifiedFinding::id).toList())
                        : new Against.Part(List.of(), List.of()));
        Set<String> hazards = new HashSet<>(against.hazards().known());
        Set<String> findings = new HashSet<>(against.lint().known());
        return new NewFindings(
                problems.only(problems.hazards().stream()
                        .filter(one -> !hazards.contains(one.id()))
                        .toList()),
                lint.stream().filter(one -> !findings.contains(one.id())).toList(),
                against);
    }

    /** Whether there are neither hazards nor lint errors among it. */
    public boolean clean() {
        return problems.hazards().isEmpty()
                && lint.stream().noneMatch(one -> one.finding().severity() == Severity.ERROR);
    }
}
