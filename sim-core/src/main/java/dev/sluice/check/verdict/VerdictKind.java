// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.verdict;

/** What is said of a dependency. */
public enum VerdictKind {
    /** Something would be unordered without it, and nothing of it can be left out. */
    NEEDED_AND_PRESENT("needed and present"),
    /** Two accesses need a dependency that is not there. */
    NEEDED_AND_MISSING("needed and missing"),
    /** Nothing would be unordered without it. */
    PRESENT_AND_NOT_NEEDED("present and not needed"),
    /** Something of it can be left out. */
    WIDER_THAN_NEEDED("wider than needed"),
    /** Only the host would read what is not brought to it without it, and whether it does the stream does not say. */
    HOST_MAY_READ("kept: the host may read it"),
    /** The stream is too long for every dependency to be judged, or lacks what went before. */
    NOT_JUDGED("not judged");

    private final String words;

    VerdictKind(String words) {
        this.words = words;
    }

    /** Whether it says that something can be left out. */
    boolean sparing() {
        return this == PRESENT_AND_NOT_NEEDED || this == WIDER_THAN_NEEDED;
    }

    /** As reports have it. */
    public String words() {
        return words;
    }
}
