// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.advice;

import dev.sluice.program.edit.BarrierEdit;
import java.util.List;

/**
 * Edits of one barrier command that bring no hazard.
 *
 * @param kind what sort
 * @param edits made one after the other
 * @param what what changes, in words
 * @param why why it is safe, in words
 */
public record Candidate(Kind kind, List<BarrierEdit> edits, String what, String why) {
    public Candidate {
        edits = List.copyOf(edits);
    }

    /** The sorts of edits. */
    public enum Kind {
        /** The command goes. */
        REMOVE,
        /** Fewer barriers, or narrower masks. */
        NARROW,
        /** The bytes or subresources that need it, in the place of all memory. */
        RANGE,
        /** Another place in its list. */
        MOVE,
        /** One command with its neighbour. */
        MERGE,
        /** An event, set early and waited for late. */
        SPLIT
    }
}
