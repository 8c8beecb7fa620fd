// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.image;

import java.util.EnumSet;
import java.util.Set;

/** A part of a texel (Vulkan specification, VkImageAspectFlagBits). */
public enum Aspect {
    COLOR,
    DEPTH,
    STENCIL;

    /** Depth, stencil, both or neither, as a set of one's own. */
    public static Set<Aspect> depthStencil(boolean depth, boolean stencil) {
        Set<Aspect> aspects = EnumSet.noneOf(Aspect.class);
        if (depth) {
            aspects.add(DEPTH);
        }
        if (stencil) {
            aspects.add(STENCIL);
        }
        return aspects;
    }
}
