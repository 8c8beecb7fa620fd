// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.stream;

import dev.sluice.device.DeviceLimits;
import dev.sluice.device.GpuSpec;
import dev.sluice.device.MemoryHeap;
import dev.sluice.device.MemoryType;
import dev.sluice.device.QueueFamily;
import java.util.List;

/**
 * Everything of a device that {@link StreamSource#resolve resolving} a stream, or importing a capture, looks at: on devices of which these
 * are equal, a stream's program is the same, and can be shared.
 *
 * <p>Whoever makes a resolver ask a device for something else adds it here; {@code ProgramFactsTest} tells of it.
 */
public record ProgramFacts(
        String device,
        long clockHz,
        List<MemoryHeap> heaps,
        List<MemoryType> memoryTypes,
        List<QueueFamily> queueFamilies,
        DeviceLimits limits,
        int tileBytes) {
    public ProgramFacts {
        heaps = List.copyOf(heaps);
        memoryTypes = List.copyOf(memoryTypes);
        queueFamilies = List.copyOf(queueFamilies);
    }

    /** Those of a device. */
    public static ProgramFacts of(GpuSpec device) {
        return new ProgramFacts(
                device.name(),
                device.clockHz(),
                device.heaps(),
                device.memoryTypes(),
                device.queueFamilies(),
                device.limits(),
                device.rop().tileBytes());
    }
}
