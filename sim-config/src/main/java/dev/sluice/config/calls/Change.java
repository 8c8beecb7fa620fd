// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.calls;

import java.util.Locale;

/** What can be wrong because a call was left out, the worst first. */
public enum Change {
    /** Something waits, signals or orders: what is reported may be ordered in truth, and the other way round. */
    SYNCHRONIZATION("waiting, signalling and ordering"),
    /** The call is in no table, so that it may be any of the others. */
    ANYTHING("unknown: the call is in no table"),
    /** Commands do not access memory that they do access, or access memory that they do not. */
    WORK("which memory commands access"),
    /** Bytes come into memory, or leave it, past the commands. */
    CONTENTS("what memory holds"),
    /** Commands reach other resources and shaders. */
    RESOURCES("what commands have bound"),
    /** Nothing but time. */
    TIMING("nothing but time");

    private final String words;

    Change(String words) {
        this.words = words;
    }

    /** The word for files and reports: {@code synchronization}. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** What that is. */
    public String words() {
        return words;
    }

    /** Whether findings can no longer be relied on. */
    public boolean misleads() {
        return this == SYNCHRONIZATION || this == ANYTHING;
    }

    /** Whether a dependency that seems not needed may be needed for what was left out. */
    public boolean hidesWork() {
        return this != CONTENTS && this != TIMING;
    }
}
