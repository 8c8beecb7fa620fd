// SPDX-License-Identifier: Apache-2.0
package dev.sluice.device;

import dev.sluice.program.image.ImageLayout;
import dev.sluice.program.image.ImageLayout.User;
import java.util.Set;

/**
 * How far the tiles of an image may be compressed while it is in a layout.
 *
 * <p>It follows from who may access the image: the users of the layout, as far as the image's usage flags allow them. The
 * units understand everything that they write; others are listed in {@link RopSpec#readers} and {@link
 * RopSpec#clearReaders}. Whoever writes past the units must find raw tiles, because it cannot compress (so drivers must
 * avoid compressed layouts where several units that are not coherent may write: Philip Taylor, Vulkan memory
 * dependencies, section Memory dependencies).
 */
public enum LayoutCompression {
    /** Every tile is raw: someone accesses the image who cannot decode. */
    NONE,
    /** Tiles may be compressed, but not only marked as cleared. */
    COMPRESSED,
    /** Tiles may be compressed or only marked as cleared. */
    CLEARED;

    /**
     * What a layout allows an image.
     *
     * @param usage the image's usage flags, short: {@code COLOR_ATTACHMENT}
     */
    public static LayoutCompression of(ImageLayout layout, Set<String> usage, RopSpec rop) {
        LayoutCompression allowed = CLEARED;
        for (User user : layout.users()) {
            if (uses(user, layout, usage)) {
                LayoutCompression understood = understoodBy(user, rop);
                allowed = understood.compareTo(allowed) < 0 ? understood : allowed;
            }
        }
        return allowed;
    }

    private static boolean uses(User user, ImageLayout layout, Set<String> usage) {
        return switch (user) {
            case COLOR -> usage.contains("COLOR_ATTACHMENT");
            case DEPTH -> usage.contains("DEPTH_STENCIL_ATTACHMENT");
            case SAMPLED -> usage.contains("SAMPLED");
            case INPUT -> usage.contains("INPUT_ATTACHMENT");
            case STORAGE -> usage.contains("STORAGE");
            case TRANSFER_READ -> usage.contains("TRANSFER_SRC");
            case TRANSFER_WRITE -> usage.contains("TRANSFER_DST");
            // no usage flag says so, but an image is presented in these two layouts only (vkQueuePresentKHR)
            case PRESENT -> layout == ImageLayout.PRESENT_SRC_KHR || layout == ImageLayout.SHARED_PRESENT_KHR;
        };
    }

    private static LayoutCompression understoodBy(User user, RopSpec rop) {
        return switch (user) {
            case COLOR, DEPTH -> CLEARED;
            case SAMPLED -> understoodBy(Client.SAMPLED, rop);
            case INPUT -> understoodBy(Client.INPUT_ATTACHMENT, rop);
            case TRANSFER_READ -> understoodBy(Client.TRANSFER, rop);
            case PRESENT -> understoodBy(Client.DISPLAY, rop);
            case STORAGE, TRANSFER_WRITE -> NONE;
        };
    }

    private static LayoutCompression understoodBy(Client client, RopSpec rop) {
        if (!rop.readers().contains(client)) {
            return NONE;
        }
        return rop.clearReaders().contains(client) ? CLEARED : COMPRESSED;
    }
}
