// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.litmus;

import dev.sluice.check.model.ModelChecker;
import dev.sluice.check.model.ModelFindings;
import java.util.ArrayList;
import java.util.List;

/**
 * What became of a litmus test.
 *
 * @param test the test
 * @param chains what its executions show
 * @param noChains the same when chains may have a single element only
 * @param checks one result for each check
 */
public record LitmusResult(LitmusTest test, ModelFindings chains, ModelFindings noChains, List<CheckResult> checks) {

    /** Keeps its own list. */
    public LitmusResult {
        checks = List.copyOf(checks);
    }

    /**
     * What became of a check.
     *
     * @param check the check
     * @param possible whether an execution as claimed exists
     */
    public record CheckResult(Check check, boolean possible) {
        /** Whether the claim holds. */
        public boolean ok() {
            return possible == check.possible();
        }
    }

    /**
     * Runs a test.
     *
     * @throws dev.sluice.check.model.TooManyExecutionsException when it leaves too much open
     */
    public static LitmusResult of(LitmusTest test) {
        boolean inconsistentToo =
                test.checks().stream().anyMatch(c -> c.claim().kind() == Claim.Kind.INCONSISTENT_OR_RACE);
        ModelFindings chains = ModelChecker.check(test.program(), true, inconsistentToo);
        ModelFindings noChains = ModelChecker.check(test.program(), false, inconsistentToo);
        List<CheckResult> results = new ArrayList<>();
        for (Check check : test.checks()) {
            results.add(new CheckResult(check, check.claim().possible(check.chains() ? chains : noChains)));
        }
        return new LitmusResult(test, chains, noChains, results);
    }

    /** Whether all checks hold. */
    public boolean ok() {
        return checks.stream().allMatch(CheckResult::ok);
    }
}
