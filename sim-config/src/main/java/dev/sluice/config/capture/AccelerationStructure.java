// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;

/** A {@code VkAccelerationStructureKHR}: a range of a buffer, and the structures that its instances name. */
final class AccelerationStructure {
    final Buffer buffer;
    final long offset;
    final long size;

    private final Set<AccelerationStructure> named = new LinkedHashSet<>();
    private boolean known;

    /** @param known whether what its instances name is known before it is built */
    AccelerationStructure(Buffer buffer, long offset, long size, boolean known) {
        this.buffer = buffer;
        this.offset = offset;
        this.size = size;
        this.known = known;
    }

    /**
     * It is built or copied: its instances name these from now on.
     *
     * @param all whether there are no others
     */
    void holds(Collection<AccelerationStructure> structures, boolean all) {
        named.clear();
        named.addAll(structures);
        known = all;
    }

    /** What its instances name, as far as that is known. */
    Set<AccelerationStructure> named() {
        return Set.copyOf(named);
    }

    /** Whether all that its instances name is known. */
    boolean known() {
        return known;
    }
}
