// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.lint;

import dev.sluice.check.trace.MemoryAccess;
import org.jspecify.annotations.Nullable;

/**
 * An access that was made, or the layout transition or ownership transfer of a barrier.
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

    /** By when it was and what it accessed: hashing the places of an access takes long. */
    @Override
    public int hashCode() {
        return 31 * position + (access == null ? 0 : access.resource().hashCode());
    }

    boolean writes() {
        return access == null || access.writes();
    }

    boolean atomic() {
        return access != null && access.has(MemoryAccess.ATOMIC);
    }
}
