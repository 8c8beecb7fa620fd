// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which output of fragment shaders goes to which colour attachment ({@code VkRenderingAttachmentLocationInfo}).
 *
 * @param locations by number of the attachment; empty where each has its own number
 */
record AttachmentLocations(List<Integer> locations) {
    /** No output, {@code VK_ATTACHMENT_UNUSED}. */
    static final int UNUSED = (int) CapturedRenderPass.UNUSED;

    /** Each attachment has its own number. */
    static final AttachmentLocations OWN = new AttachmentLocations(List.of());

    AttachmentLocations {
        locations = List.copyOf(locations);
    }

    /** The locations that a structure has. */
    static AttachmentLocations of(Struct info) {
        return new AttachmentLocations(info.numbers("pColorAttachmentLocations").stream()
                .map(Long::intValue)
                .toList());
    }

    /** Those of a pipeline's {@code VkGraphicsPipelineCreateInfo}, or of a command buffer's inheritance; null where it says nothing. */
    static @Nullable AttachmentLocations chained(Struct info) {
        Struct chained = info.chained("VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_LOCATION_INFO");
        return chained == null ? null : of(chained);
    }

    /** The location of the output that goes to an attachment, or {@link #UNUSED}. */
    int location(int attachment) {
        return locations.isEmpty() ? attachment : attachment < locations.size() ? locations.get(attachment) : UNUSED;
    }
}
