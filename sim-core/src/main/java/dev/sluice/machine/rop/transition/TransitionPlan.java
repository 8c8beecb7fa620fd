// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop.transition;

import dev.sluice.device.LayoutCompression;
import dev.sluice.device.RopSpec;
import dev.sluice.program.image.ImageLayout;
import dev.sluice.program.image.Surface;
import java.util.Set;
import java.util.stream.Stream;

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
     * Vulkan memory dependencies, section Framebuffer compression). Tiles have both depth and stencil: one that leaves {@link
     * ImageLayout#UNDEFINED} finds metadata that the other one, in a layout already, has set up.
     *
     * @param beside the layouts of the other aspects of the same texels
     */
    public static Kind of(
            Surface surface, ImageLayout oldLayout, ImageLayout newLayout, Set<ImageLayout> beside, RopSpec rop) {
        if (!surface.compressible() || oldLayout == newLayout) {
            return Kind.NOTHING;
        }
        if (oldLayout.initial() && beside.stream().allMatch(ImageLayout::initial)) {
            return Kind.INITIALISE;
        }
        LayoutCompression before = allowed(surface, oldLayout, beside, rop);
        LayoutCompression after = allowed(surface, newLayout, beside, rop);
        if (after.compareTo(before) >= 0) {
            return Kind.NOTHING;
        }
        return after == LayoutCompression.NONE ? Kind.DECOMPRESS : Kind.ELIMINATE;
    }

    /** How far tiles may be compressed: as the layouts of all their aspects allow, those left out that nobody has entered. */
    public static LayoutCompression allowed(Surface surface, ImageLayout layout, Set<ImageLayout> beside, RopSpec rop) {
        LayoutCompression allowed = LayoutCompression.CLEARED;
        for (ImageLayout each :
                Stream.concat(Stream.of(layout), beside.stream()).toList()) {
            if (!each.initial()) {
                LayoutCompression own =
                        LayoutCompression.of(each, surface.spec().usage(), rop);
                allowed = own.compareTo(allowed) < 0 ? own : allowed;
            }
        }
        return allowed;
    }
}
