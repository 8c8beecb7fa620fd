// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.litmus;

import dev.sluice.check.model.ModelFindings;

/**
 * What a check says of executions.
 *
 * @param kind what it looks at
 * @param comparison how the size of the release sequences is compared; {@code '='}, {@code '<'} or {@code '>'}
 * @param size what it is compared with; 0 when the claim is about something else
 */
public record Claim(Kind kind, char comparison, int size) {

    /** What a claim looks at. */
    public enum Kind {
        /** A consistent execution exists. */
        ANY("any"),
        /** A consistent execution without a data race exists. */
        NO_RACE("no-race"),
        /** A consistent execution with a data race exists. */
        RACE("race"),
        /** An execution with a data race exists, consistent or not. */
        INCONSISTENT_OR_RACE("inconsistent-or-race"),
        /** A consistent execution exists in which the release-sequence relation has so many pairs. */
        RELEASE_SEQUENCE("rs");

        private final String key;

        Kind(String key) {
            this.key = key;
        }

        /** The word in files. */
        public String key() {
            return key;
        }
    }

    /** A claim that is not about release sequences. */
    public static Claim of(Kind kind) {
        return new Claim(kind, '=', 0);
    }

    /** Whether an execution as claimed is among the findings. */
    public boolean possible(ModelFindings findings) {
        return switch (kind) {
            case ANY -> findings.raceFree() != null || findings.racy() != null;
            case NO_RACE -> findings.raceFree() != null;
            case RACE -> findings.racy() != null;
            case INCONSISTENT_OR_RACE -> findings.raceOfAnyExecution();
            case RELEASE_SEQUENCE -> findings.releaseSequences().stream().anyMatch(this::matches);
        };
    }

    private boolean matches(int pairs) {
        return switch (comparison) {
            case '<' -> pairs < size;
            case '>' -> pairs > size;
            default -> pairs == size;
        };
    }
}
