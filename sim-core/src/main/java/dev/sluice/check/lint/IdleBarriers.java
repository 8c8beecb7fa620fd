// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.lint;

import dev.sluice.check.hazard.HazardChecker;
import dev.sluice.check.hazard.HazardReport;
import dev.sluice.check.order.Amendments;
import dev.sluice.check.trace.AccessTrace;
import dev.sluice.check.trace.DependencyId;
import dev.sluice.program.Barrier;
import dev.sluice.program.ImageTransition;
import dev.sluice.program.edit.Cure;
import dev.sluice.result.Counted;
import dev.sluice.result.RunResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Finds barriers that did nothing in a run, and that nothing needs: their actions wrote no line back. */
public final class IdleBarriers {
    /** Barriers that are proven superfluous by a check each; a choice. */
    private static final int MOST_CHECKS = 100;

    private IdleBarriers() {}

    /**
     * The rule {@link LintRule#REDUNDANT} by what the machine did.
     *
     * @param trace the stream's accesses
     * @param hazards the hazards of the stream as it is
     * @param result the run of the stream
     */
    public static List<LintFinding> of(AccessTrace trace, HazardReport hazards, RunResult result) {
        Map<String, List<AccessTrace.DependencyInfo>> commands = new LinkedHashMap<>();
        for (AccessTrace.DependencyInfo dependency : trace.dependencies()) {
            if (dependency.id().kind() == DependencyId.Kind.BARRIER) {
                commands.computeIfAbsent(dependency.id().command(), id -> new ArrayList<>())
                        .add(dependency);
            }
        }
        List<LintFinding> found = new ArrayList<>();
        int checks = 0;
        for (RunResult.BarrierResult barrier : result.barriers()) {
            List<AccessTrace.DependencyInfo> parts = commands.getOrDefault(barrier.command(), List.of());
            if (!parts.isEmpty() && idle(barrier) && onlyOrders(parts) && checks++ < MOST_CHECKS) {
                Amendments without = Amendments.NONE;
                for (AccessTrace.DependencyInfo part : parts) {
                    without = without.without(part.id());
                }
                if (SafetyProof.adds(HazardChecker.compared(trace, without), hazards)) {
                    continue;
                }
                found.add(new LintFinding(
                        LintRule.REDUNDANT,
                        barrier.command(),
                        "its cache actions visited " + Counted.of(visited(barrier), "line")
                                + ", wrote none back and stalled for " + Counted.of(barrier.stallCycles(), "cycle")
                                + ", and no access needs it",
                        new Cure.Note("remove it"),
                        barrier.where(),
                        SuggestionProof.CHECKED));
            }
        }
        return found;
    }

    private static boolean idle(RunResult.BarrierResult barrier) {
        return !barrier.implicit()
                && !barrier.actions().isEmpty()
                && barrier.actions().stream()
                        .allMatch(action -> action.dirtyLines() == 0 && action.writtenBackBytes() == 0);
    }

    private static long visited(RunResult.BarrierResult barrier) {
        return barrier.actions().stream()
                .mapToLong(RunResult.ActionResult::linesVisited)
                .sum();
    }

    /** Whether a command neither changes layouts nor hands resources over. */
    private static boolean onlyOrders(List<AccessTrace.DependencyInfo> parts) {
        for (AccessTrace.DependencyInfo part : parts) {
            Barrier barrier = part.barrier();
            ImageTransition image = barrier == null ? null : barrier.image();
            if (barrier == null
                    || barrier.srcQueueFamily() != null
                    || image != null && image.oldLayout() != image.newLayout()) {
                return false;
            }
        }
        return true;
    }
}
