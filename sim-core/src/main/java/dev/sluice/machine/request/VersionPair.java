// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.request;

/** The two versions that the bytes of a sector have, as most sectors of several versions do; filled in by who knows them. */
public final class VersionPair {

    /** The bytes that have the second version. */
    public int mask;
    /** The version of all others. */
    public int first;
    /** The version of the bytes of the mask. */
    public int second;

    void set(int secondBytes, int firstVersion, int secondVersion) {
        mask = secondBytes;
        first = firstVersion;
        second = secondVersion;
    }
}
