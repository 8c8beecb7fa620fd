// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.bite;

/** What a missing dependency does on a device. */
public enum Bite {
    /** A stale byte, a lost write, or other bytes than with the dependency. */
    STALE("stale"),
    /** The device does the right thing by chance. */
    LUCKY("lucky"),
    /** It is no hazard there: memory types or queues differ. */
    NONE("no hazard"),
    /** It was not run. */
    NOT_RUN("not run");

    private final String word;

    Bite(String word) {
        this.word = word;
    }

    /** As reports have it. */
    public String word() {
        return word;
    }
}
