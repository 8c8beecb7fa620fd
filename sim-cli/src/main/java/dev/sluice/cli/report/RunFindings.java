// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.report;

import dev.sluice.result.RunResult;

/** What makes a run end with exit code 1: stale reads, lost writes, failed expects, torn presents and reads out of limits. */
public final class RunFindings {

    private RunFindings() {}

    /** Whether there is none. */
    public static boolean none(RunResult result) {
        return count(result) == 0;
    }

    /** How many there are, those of the same bytes folded into one. */
    public static long count(RunResult result) {
        return result.staleReads().size()
                + (long) result.lostWrites().size()
                + failedExpects(result)
                + result.tearing().size()
                + result.outOfLimits().size();
    }

    /** Host reads that did not read what they expect. */
    static long failedExpects(RunResult result) {
        return result.checks().stream().filter(check -> !check.ok()).count();
    }

    /** Presentations that showed what a write that was still under way left; each may have several torn places. */
    static long tornPresents(RunResult result) {
        return result.tearing().stream()
                .map(torn -> torn.presentation() + ' ' + torn.image())
                .distinct()
                .count();
    }
}
