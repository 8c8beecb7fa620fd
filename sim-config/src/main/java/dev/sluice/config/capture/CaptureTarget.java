// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.device.GpuSpec;
import dev.sluice.device.MemoryType;
import dev.sluice.device.QueueFamily;
import java.util.List;

/**
 * What an import must know of the device on which the capture will run.
 *
 * @param device what the stream calls the device
 * @param memoryTypes its memory types, in order
 * @param queueFamilies its queue families, in order
 * @param tileBytes bytes of a tile of its images
 * @param bufferImageGranularity bytes between a tiled image and anything else in the same memory
 */
public record CaptureTarget(
        String device,
        List<MemoryType> memoryTypes,
        List<QueueFamily> queueFamilies,
        int tileBytes,
        long bufferImageGranularity) {
    public CaptureTarget {
        memoryTypes = List.copyOf(memoryTypes);
        queueFamilies = List.copyOf(queueFamilies);
        if (queueFamilies.isEmpty()) {
            throw new IllegalArgumentException("device " + device + " has no queue family");
        }
    }

    /** The part of a device's description that matters. */
    public static CaptureTarget of(GpuSpec device) {
        return of(device, device.name());
    }

    /**
     * The same of a device that goes by another name than its own.
     *
     * @param named a preset's name, or a file
     */
    public static CaptureTarget of(GpuSpec device, String named) {
        return new CaptureTarget(
                named,
                device.memoryTypes(),
                device.queueFamilies(),
                device.rop().tileBytes(),
                device.limits().bufferImageGranularity());
    }
}
