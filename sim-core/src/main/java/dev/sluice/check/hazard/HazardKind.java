// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.hazard;

/**
 * The kinds of hazards ({@code docs/user-guide.md}, check): what the later or racing access does, and what it collides
 * with.
 */
public enum HazardKind {
    /** A read that does not surely see an earlier write. */
    READ_AFTER_WRITE,
    /** A write that may come before an earlier read. */
    WRITE_AFTER_READ,
    /** Two writes of which the earlier may come last. */
    WRITE_AFTER_WRITE,
    /** A read and a write with no order at all. */
    READ_RACING_WRITE,
    /** A write and a read with no order at all. */
    WRITE_RACING_READ,
    /** Two writes with no order at all. */
    WRITE_RACING_WRITE,
    /** The display reads what may not have been written yet. */
    PRESENT_AFTER_WRITE,
    /** An image is written while the display may still read it. */
    WRITE_AFTER_PRESENT
}
