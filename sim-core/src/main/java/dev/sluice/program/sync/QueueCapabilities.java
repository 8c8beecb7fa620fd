// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.sync;

import java.util.Collection;
import java.util.List;

/**
 * What a queue can do: a set of {@code VkQueueFlagBits} in the simulator's own numbering.
 *
 * <p>A graphics or compute queue can also transfer, whether or not its family says so (Vulkan specification,
 * VkQueueFlagBits).
 *
 * @param mask the capabilities, or-ed
 */
public record QueueCapabilities(int mask) {
    /** Bit of graphics queues. */
    public static final int GRAPHICS = 1;
    /** Bit of compute queues. */
    public static final int COMPUTE = 2;
    /** Bit of transfer queues. */
    public static final int TRANSFER = 4;
    /** Bit of video decode queues. */
    public static final int VIDEO_DECODE = 8;
    /** Bit of video encode queues. */
    public static final int VIDEO_ENCODE = 16;
    /** Bit of optical flow queues. */
    public static final int OPTICAL_FLOW = 32;
    /** Bit of data graph queues. */
    public static final int DATA_GRAPH = 64;

    /** A queue that can do everything. */
    public static final QueueCapabilities ALL = new QueueCapabilities(127);
    /** The usual first family of a discrete device: graphics, compute and transfer. */
    public static final QueueCapabilities UNIVERSAL = new QueueCapabilities(GRAPHICS | COMPUTE | TRANSFER);

    private static final List<String> NAMES = List.of(
            "GRAPHICS",
            "COMPUTE",
            "TRANSFER",
            "VIDEO_DECODE_KHR",
            "VIDEO_ENCODE_KHR",
            "OPTICAL_FLOW_NV",
            "DATA_GRAPH_ARM");

    /** Adds the transfer capability that graphics and compute imply. */
    public QueueCapabilities {
        if (mask < 0 || mask > 127) {
            throw new IllegalArgumentException("unknown queue capability bits " + Integer.toHexString(mask));
        }
        if ((mask & (GRAPHICS | COMPUTE)) != 0) {
            mask |= TRANSFER;
        }
    }

    /**
     * The capabilities with these names: {@code GRAPHICS}, {@code COMPUTE}, {@code TRANSFER}, {@code VIDEO_DECODE_KHR} and
     * so on, or Vulkan's full names ({@code VK_QUEUE_GRAPHICS_BIT}).
     *
     * @throws IllegalArgumentException for an unknown name, naming the nearest
     */
    public static QueueCapabilities of(Collection<String> names) {
        int mask = 0;
        for (String name : names) {
            int index = NAMES.indexOf(FlagSet.shortName(name, "VK_QUEUE_"));
            if (index < 0) {
                throw new IllegalArgumentException("unknown queue flag " + name + NearestName.suggestion(name, NAMES));
            }
            mask |= 1 << index;
        }
        return new QueueCapabilities(mask);
    }

    /** The names of the capabilities, in the order of their bits. */
    public List<String> names() {
        return NAMES.stream()
                .filter(name -> (mask & 1 << NAMES.indexOf(name)) != 0)
                .toList();
    }
}
