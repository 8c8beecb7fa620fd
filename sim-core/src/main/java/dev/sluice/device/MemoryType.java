// SPDX-License-Identifier: Apache-2.0
package dev.sluice.device;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * A memory type: a heap with a set of properties.
 *
 * @param heap index of the heap
 * @param properties its property flags
 */
public record MemoryType(int heap, Set<MemoryProperty> properties) {
    public MemoryType {
        EnumSet<MemoryProperty> copy = EnumSet.noneOf(MemoryProperty.class);
        copy.addAll(properties);
        properties = Collections.unmodifiableSet(copy);
    }

    public boolean has(MemoryProperty property) {
        return properties.contains(property);
    }
}
