// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.device.MemoryProperty;
import dev.sluice.device.MemoryType;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Finds the memory type of the target device that is nearest to one of the captured device.
 *
 * <p>A type with all flags is taken if there is one. Otherwise flags are given up in this order: LAZILY_ALLOCATED,
 * HOST_CACHED, DEVICE_LOCAL, HOST_CACHED with DEVICE_LOCAL, all three; HOST_COHERENT only after those, because without it
 * the program would lack flushes, and HOST_VISIBLE never.
 */
final class MemoryMatch {
    private static final List<Set<MemoryProperty>> GIVEN_UP = List.of(
            EnumSet.noneOf(MemoryProperty.class),
            EnumSet.of(MemoryProperty.LAZILY_ALLOCATED),
            EnumSet.of(MemoryProperty.HOST_CACHED),
            EnumSet.of(MemoryProperty.DEVICE_LOCAL),
            EnumSet.of(MemoryProperty.HOST_CACHED, MemoryProperty.DEVICE_LOCAL),
            EnumSet.of(MemoryProperty.HOST_CACHED, MemoryProperty.DEVICE_LOCAL, MemoryProperty.LAZILY_ALLOCATED),
            EnumSet.complementOf(EnumSet.of(MemoryProperty.HOST_VISIBLE)));

    private MemoryMatch() {}

    /** The flags of {@code VkMemoryPropertyFlags} that the simulator knows. */
    static Set<MemoryProperty> properties(long mask) {
        Set<MemoryProperty> result = EnumSet.noneOf(MemoryProperty.class);
        for (MemoryProperty property : MemoryProperty.values()) {
            if ((mask & property.bit()) != 0) {
                result.add(property);
            }
        }
        return result;
    }

    /** The flags to ask for, so that some type of the device has them all; the wanted ones when none can be had. */
    static Set<MemoryProperty> nearest(Set<MemoryProperty> wanted, List<MemoryType> types) {
        for (Set<MemoryProperty> givenUp : GIVEN_UP) {
            Set<MemoryProperty> asked = EnumSet.noneOf(MemoryProperty.class);
            asked.addAll(wanted);
            asked.removeAll(givenUp);
            for (MemoryType type : types) {
                if (type.properties().containsAll(asked)) {
                    return asked;
                }
            }
        }
        return wanted;
    }

    static String text(Set<MemoryProperty> properties) {
        List<String> names = new ArrayList<>();
        for (MemoryProperty property : properties) {
            names.add(property.name());
        }
        return names.isEmpty() ? "no flags" : String.join("|", names);
    }
}
