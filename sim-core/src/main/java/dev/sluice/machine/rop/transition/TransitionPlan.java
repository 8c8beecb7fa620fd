// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop.transition;

import dev.sluice.device.LayoutCompression;
import dev.sluice.device.RopSpec;
import dev.sluice.program.image.ImageLayout;
import dev.sluice.program.image.Surface;

/**
 * What a layout transition costs: the operation on tiles and their metadata that it needs (the drivers whose rules
 * these are: RADV's {@code radv_handle_image_transition}, ANV's {@code transition_color_buffer}).
 */
public final class TransitionPlan {

    /** The operation of a transition. */
    public enum Kind {
        /** No tile has to change. */
        NOTHING("nothing"),
        /** The metadata of every tile is set to raw, because nobody knows what it says. */
        INITIALISE("initialise"),
        /** Tiles that are only marked as cleared get their bytes (fast clear eliminate). */
        ELIMINATE("eliminate"),
        /** All tiles become raw. */
        DECOMPRESS("decompress");

        private final String text;

        Kind(String text) {
            this.text = text;
        }

        /** As results name it. */
        public String text() {
            return text;
        }
    }

    private TransitionPlan() {}

    /**
     * The operation that takes subresources of an image from one layout to another.
     *
     * <p>A transition within one layout needs none. Out of {@link ImageLayout#UNDEFINED} and {@link
     * ImageLayout#PREINITIALIZED} the metadata is set up. Otherwise it is what the new layout allows less than the old one
     * ({@link LayoutCompression}); allowing more costs nothing, because the metadata already says raw (Philip Taylor,
     * Vulkan memory dependencies, section Framebuffer compression).
     */
    public static Kind of(Surface surface, ImageLayout oldLayout, ImageLayout newLayout, RopSpec rop) {
        if (!surface.compressible() || oldLayout == newLayout) {
            return Kind.NOTHING;
        }
        if (oldLayout == ImageLayout.UNDEFINED || oldLayout == ImageLayout.PREINITIALIZED) {
            return Kind.INITIALISE;
        }
        LayoutCompression before =
                LayoutCompression.of(oldLayout, surface.spec().usage(), rop);
        LayoutCompression after = LayoutCompression.of(newLayout, surface.spec().usage(), rop);
        if (after.compareTo(before) >= 0) {
            return Kind.NOTHING;
        }
        return after == LayoutCompression.NONE ? Kind.DECOMPRESS : Kind.ELIMINATE;
    }
}
