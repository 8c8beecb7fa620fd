// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.sync;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A rule of a profile about execution waits. Waits add to the execution dependency and never replace it. */
public sealed interface WaitRule {

    /**
     * Emits waits for source stages.
     *
     * @param srcStages a named mask, compared with the barrier's named mask bit by bit, as drivers do
     * @param actions the waits
     * @param unless a wait that makes these superfluous when an earlier rule chose it; null when there is none
     */
    record Emit(
            long srcStages,
            List<CacheAction> actions,
            @Nullable CacheAction unless) implements WaitRule {
        /** Copies the list. */
        public Emit {
            actions = List.copyOf(actions);
        }
    }

    /**
     * Leaves out all waits when the destination waits for nothing.
     *
     * @param withoutImagesOnly applies only to a barrier that names no image
     * @param onlyDstStages a named mask; applies when the destination has no other stage
     */
    record Skip(boolean withoutImagesOnly, long onlyDstStages) implements WaitRule {}

    /**
     * A rule in words, or with a condition in words: listed, and not applied.
     *
     * @param text the rule
     */
    record Note(String text) implements WaitRule {}
}
