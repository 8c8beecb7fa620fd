// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.trace;

import dev.sluice.device.GpuSpec;
import dev.sluice.device.MemoryProperty;
import dev.sluice.device.MemoryType;
import dev.sluice.device.QueueFamily;
import dev.sluice.program.MemoryDeclaration;
import dev.sluice.program.StreamProgram;
import dev.sluice.program.sync.QueueCapabilities;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What of a device a stream's hazards depend on: what its queues can do and which memory is coherent. Caches have no say.
 *
 * @param families capabilities by name of the queue family
 * @param memoryTypes by index
 * @param nonCoherentAtomSize bytes to which ranges of flushes and invalidations are rounded
 * @param tileBytes bytes of a tile of an image, which decides where its slices lie
 */
public record DeviceFacts(
        Map<String, QueueCapabilities> families,
        List<MemoryType> memoryTypes,
        long nonCoherentAtomSize,
        int tileBytes) {

    public DeviceFacts {
        families = Collections.unmodifiableMap(new LinkedHashMap<>(families));
        memoryTypes = List.copyOf(memoryTypes);
    }

    /** What matters of a device. */
    public static DeviceFacts of(GpuSpec device) {
        Map<String, QueueCapabilities> families = new LinkedHashMap<>();
        for (QueueFamily family : device.queueFamilies()) {
            families.put(
                    family.name(),
                    QueueCapabilities.of(family.flags().stream().sorted().toList()));
        }
        return new DeviceFacts(
                families,
                device.memoryTypes(),
                device.limits().nonCoherentAtomSize(),
                device.rop().tileBytes());
    }

    /** What a queue ({@code family.index}) can do; everything, for a family that the device does not name. */
    public QueueCapabilities queue(String name) {
        return families.getOrDefault(family(name), QueueCapabilities.ALL);
    }

    /** The family of a queue. */
    public static String family(String queue) {
        int dot = queue.lastIndexOf('.');
        return dot < 0 ? queue : queue.substring(0, dot);
    }

    /** Whether the type of a memory is known and has a property. */
    boolean has(MemoryDeclaration memory, MemoryProperty property) {
        int type = memory.typeIndex();
        return type >= 0 && type < memoryTypes.size() && memoryTypes.get(type).has(property);
    }

    /** Whether the host's accesses to a memory need no flush and no invalidation. */
    boolean coherent(StreamProgram stream, String memory) {
        return stream.memories().stream()
                .filter(declared -> declared.name().equals(memory))
                .allMatch(declared -> declared.typeIndex() < 0
                        || declared.typeIndex() >= memoryTypes.size()
                        || !memoryTypes.get(declared.typeIndex()).has(MemoryProperty.HOST_VISIBLE)
                        || memoryTypes.get(declared.typeIndex()).has(MemoryProperty.HOST_COHERENT));
    }
}
