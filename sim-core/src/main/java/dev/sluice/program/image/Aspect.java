// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.image;

/** A part of a texel (Vulkan specification, VkImageAspectFlagBits). */
public enum Aspect {
    COLOR,
    DEPTH,
    STENCIL
}
