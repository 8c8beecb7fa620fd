// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.lint;

import dev.sluice.check.trace.MemoryAccess;
import org.jspecify.annotations.Nullable;

/**
 * An access that was made, or the layout transition or ownership transfer of a barrier. Told apart by identity.
 *
 * @param id the command or host operation
 * @param queue the queue; empty for the host
 * @param position its place in the walk
 * @param access what it did; null for a barrier's own change
 * @param barrier the barrier whose change it is, or null
 */
record Touch(
        String id,
        String queue,
        int position,
        @Nullable MemoryAccess access,
        @Nullable DependencyUse barrier) {

    boolean writes() {
        return access == null || access.writes();
    }

    boolean atomic() {
        return access != null && access.has(MemoryAccess.ATOMIC);
    }
}
