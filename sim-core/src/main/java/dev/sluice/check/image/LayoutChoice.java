// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.image;

import dev.sluice.program.image.ImageLayout;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Which layout suits a use, or several. */
public final class LayoutChoice {
    private static final List<ImageLayout> OPTIMAL = List.of(
            ImageLayout.COLOR_ATTACHMENT_OPTIMAL,
            ImageLayout.DEPTH_STENCIL_ATTACHMENT_OPTIMAL,
            ImageLayout.SHADER_READ_ONLY_OPTIMAL,
            ImageLayout.DEPTH_STENCIL_READ_ONLY_OPTIMAL,
            ImageLayout.TRANSFER_SRC_OPTIMAL,
            ImageLayout.TRANSFER_DST_OPTIMAL,
            ImageLayout.PRESENT_SRC_KHR);

    private LayoutChoice() {}

    /** The usual layout of a use. */
    public static ImageLayout usual(ImageLayout.User user) {
        return of(EnumSet.of(user));
    }

    /** The first optimal layout that allows all of some uses, else {@code GENERAL}. */
    public static ImageLayout of(Set<ImageLayout.User> users) {
        for (ImageLayout layout : OPTIMAL) {
            if (layout.users().containsAll(users)) {
                return layout;
            }
        }
        return ImageLayout.GENERAL;
    }
}
