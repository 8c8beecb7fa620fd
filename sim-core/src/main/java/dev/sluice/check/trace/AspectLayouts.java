// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.trace;

import dev.sluice.program.ImageDeclaration;
import dev.sluice.program.ImageRange;
import dev.sluice.program.ImageSlice;
import dev.sluice.program.ImageTransition;
import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.ImageLayout;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The layouts that depth and stencil of images are in, in the order of the stream. An aspect need not be attached to be
 * written along with the other, so that attachments do not say it.
 */
final class AspectLayouts {
    private static final Set<Aspect> DEPTH_AND_STENCIL = EnumSet.of(Aspect.DEPTH, Aspect.STENCIL);

    private final Map<Place, ImageLayout> entered = new HashMap<>();

    /** One aspect of one subresource. */
    private record Place(String image, Aspect aspect, int level, int layer) {}

    /** Takes note of a transition; one that names no aspects is one of all. */
    void follow(ImageTransition transition) {
        ImageRange range = transition.range();
        if (range.aspects().contains(Aspect.COLOR)) {
            return;
        }
        for (Aspect aspect : range.aspects().isEmpty() ? DEPTH_AND_STENCIL : range.aspects()) {
            for (int level = range.level(); level < range.level() + range.levels(); level++) {
                for (int layer = range.layer(); layer < range.layer() + range.layers(); layer++) {
                    entered.put(new Place(range.image(), aspect, level, layer), transition.newLayout());
                }
            }
        }
    }

    /** Whether an aspect can only be read now. */
    boolean readOnly(ImageDeclaration image, ImageSlice slice, Aspect aspect) {
        ImageLayout layout = entered.get(new Place(slice.image(), aspect, slice.level(), slice.layer()));
        return Objects.requireNonNullElse(layout, image.initialLayout()).readOnly(aspect);
    }
}
