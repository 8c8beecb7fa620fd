// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.hazard;

import dev.sluice.check.trace.AccessTrace;
import dev.sluice.check.trace.MemoryAccess;

/**
 * An access that has been made.
 *
 * @param action whose it is
 * @param access what
 * @param queue on which queue; -1 for the host and the display
 * @param column its strand
 * @param position on its strand
 * @param kind what sort of agent made it
 */
record Occurrence(
        AccessTrace.Action action, MemoryAccess access, int queue, int column, int position, Hazard.Agent kind) {

    /** Whether the stream does not show it: what the display may have read of an image before its first acquisition. */
    boolean presumed() {
        return kind == Hazard.Agent.DISPLAY && action.accesses().isEmpty();
    }

    boolean transition() {
        return kind == Hazard.Agent.TRANSITION;
    }
}
