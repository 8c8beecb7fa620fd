// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.image;

import dev.sluice.program.ImageRange;
import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.ImageLayout;
import org.jspecify.annotations.Nullable;

/**
 * A use of subresources of an image.
 *
 * @param promised the layout that the use names, or null where it names none that is kept
 * @param user who accesses the image
 * @param what the use in words, for example {@code color attachment}
 */
public record ImageUse(ImageRange range, @Nullable ImageLayout promised, ImageLayout.User user, String what) {

    /** Whether a layout lets the image be accessed so. */
    public boolean allowedIn(ImageLayout layout) {
        return layout.users().contains(user);
    }

    /** Whether an aspect that is in a layout is in the one that the use names, if it names one. */
    public boolean keptBy(ImageLayout layout, Aspect aspect) {
        return promised == null || promised.of(aspect) == layout.of(aspect);
    }

    /** The layout to bring the image into for the use. */
    public ImageLayout needed() {
        return promised != null ? promised : LayoutChoice.usual(user);
    }
}
