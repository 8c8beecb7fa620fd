// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.image;

import dev.sluice.program.image.InvalidImageException.Property;
import java.util.Set;

/**
 * An image as {@code vkCreateImage} describes it.
 *
 * @param width texels of level 0
 * @param height texels of level 0
 * @param depth texels of level 0; 1 for a two-dimensional image
 * @param layers array layers
 * @param levels mip levels
 * @param samples 1, 2, 4 or 8
 * @param usage Vulkan usage flags, short: {@code COLOR_ATTACHMENT}
 */
public record ImageSpec(
        String name,
        Format format,
        int width,
        int height,
        int depth,
        int layers,
        int levels,
        int samples,
        Tiling tiling,
        Set<String> usage) {

    /** The longest edge in texels. */
    public static final int MAX_EXTENT = 1 << 16;

    public ImageSpec {
        usage = Set.copyOf(usage);
        if (width < 1 || height < 1 || depth < 1 || width > MAX_EXTENT || height > MAX_EXTENT || depth > MAX_EXTENT) {
            throw new InvalidImageException(
                    Property.EXTENT, "extent: each edge must be from 1 to " + MAX_EXTENT + " texels");
        }
        if (layers < 1 || levels < 1) {
            throw new InvalidImageException(Property.LEVELS, "layers and levels must be at least 1");
        }
        if (levels > Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(width, Math.max(height, depth)))) {
            throw new InvalidImageException(
                    Property.LEVELS,
                    "levels: an image of " + width + " x " + height + " x " + depth
                            + " has at most "
                            + (Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(width, Math.max(height, depth)))));
        }
        if (depth > 1 && layers > 1) {
            throw new InvalidImageException(Property.EXTENT, "a three-dimensional image has one layer");
        }
        if (samples != 1 && samples != 2 && samples != 4 && samples != 8) {
            throw new InvalidImageException(Property.SAMPLES, "samples must be 1, 2, 4 or 8, not " + samples);
        }
        if (samples > 1 && (levels > 1 || depth > 1 || tiling == Tiling.LINEAR)) {
            throw new InvalidImageException(
                    Property.SAMPLES, "a multisampled image has one level, is two-dimensional and has optimal tiling");
        }
    }

    /** Width of a level. */
    public int width(int level) {
        return Math.max(1, width >> level);
    }

    /** Height of a level. */
    public int height(int level) {
        return Math.max(1, height >> level);
    }

    /** Depth of a level. */
    public int depth(int level) {
        return Math.max(1, depth >> level);
    }

    /**
     * Refuses levels and layers that the image has not.
     *
     * @param what a piece of work on them, such as "clear"
     */
    public void require(String what, int level, int count, int layer, int layerCount) {
        if (level < 0
                || count < 1
                || level + count > levels
                || layer < 0
                || layerCount < 1
                || layer + layerCount > layers) {
            throw new IllegalArgumentException("image " + name + " has " + levels + " levels and " + layers
                    + " layers; a " + what + " of " + count + " levels from " + level + " and " + layerCount
                    + " layers from " + layer + " does not fit");
        }
    }

    /** Bytes of a texel with all its samples. */
    public int texelBytes() {
        return format.texelBytes() * samples;
    }

    /** Whether it may be an attachment that render output units write. */
    public boolean attachment() {
        return usage.contains("COLOR_ATTACHMENT") || usage.contains("DEPTH_STENCIL_ATTACHMENT");
    }
}
