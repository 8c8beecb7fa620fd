// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.image;

/** How texels are arranged in memory. */
public enum Tiling {
    /** Row after row; the bytes mean the same to a buffer. */
    LINEAR,
    /**
     * Tile after tile, opaque to everyone but images (Philip Taylor, Vulkan memory dependencies, section Framebuffer
     * compression).
     */
    OPTIMAL
}
