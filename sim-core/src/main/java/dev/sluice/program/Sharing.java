// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program;

import java.util.List;

/**
 * Which queue families may use a resource's contents: {@code VkSharingMode} (Vulkan specification, section Queue Family
 * Ownership Transfer).
 *
 * @param queueFamilies the families of a concurrent resource; empty for all of the device
 */
public record Sharing(Mode mode, List<String> queueFamilies) {

    /** How a resource is shared. */
    public enum Mode {
        /** Owned by one queue family at a time; its contents pass to another by release and acquire only. */
        EXCLUSIVE,
        /** Shared by several queue families. */
        CONCURRENT,
        /** The stream does not say: exclusive if one of its barriers transfers the resource, else concurrent. */
        UNSTATED
    }

    /** A resource of which the stream says nothing. */
    public static final Sharing UNSTATED = new Sharing(Mode.UNSTATED, List.of());

    public Sharing {
        queueFamilies = List.copyOf(queueFamilies);
    }
}
