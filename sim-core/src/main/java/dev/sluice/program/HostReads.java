// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program;

/** What a stream says of the host's readings of a memory. */
public enum HostReads {
    /** Every reading is an operation of the stream. */
    STATED,
    /** The stream does not say what is read: the host may read whatever it has waited for, as far as it is mapped. */
    POSSIBLE
}
