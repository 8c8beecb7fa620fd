// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.truth;

/** What a cache holds of a byte, for finding out which copy was wrong; looked at outside simulated time. */
public interface CacheContents {

    /** No valid copy of the byte is here. */
    int ABSENT = -1;

    /** The instance's name, for example {@code l1[3]}. */
    String name();

    /** The cache's role in barrier profiles, for example {@code L1}, or {@code HOST}. */
    String role();

    /** The version of a byte, or {@link #ABSENT}. */
    int versionOf(long address);

    /** Whether the byte is dirty here: the level below does not have it yet. */
    boolean dirty(long address);
}
