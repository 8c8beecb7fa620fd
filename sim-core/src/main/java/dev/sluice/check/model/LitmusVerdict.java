// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.model;

/** What the model says of a test. */
public enum LitmusVerdict {
    /** No consistent execution has the values that the test names. */
    FORBIDDEN("forbidden"),
    /** Some consistent execution has a data race. */
    RACY("racy"),
    /** There are consistent executions, and none has a data race. */
    RACE_FREE("race-free");

    private final String key;

    LitmusVerdict(String key) {
        this.key = key;
    }

    /** The word in reports and files. */
    public String key() {
        return key;
    }
}
