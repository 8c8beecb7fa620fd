// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.model;

import java.util.NavigableSet;
import org.jspecify.annotations.Nullable;

/**
 * What the executions of a program show.
 *
 * @param verdict the verdict
 * @param executions how many consistent executions there are, at most {@link ModelChecker#COUNTED}
 * @param allCounted whether {@code executions} is exact; the verdict is in any case
 * @param releaseSequences the sizes that the release-sequence relation has in consistent executions
 * @param raceOfAnyExecution whether some execution, consistent or not, has a data race
 * @param raceFree a consistent execution without data races; null when there is none
 * @param racy a consistent execution with one; null when there is none
 */
public record ModelFindings(
        LitmusVerdict verdict,
        long executions,
        boolean allCounted,
        NavigableSet<Integer> releaseSequences,
        boolean raceOfAnyExecution,
        @Nullable Execution raceFree,
        @Nullable Execution racy) {}
