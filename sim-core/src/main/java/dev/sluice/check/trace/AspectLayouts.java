// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.trace;

import dev.sluice.program.ImageDeclaration;
import dev.sluice.program.ImageRange;
import dev.sluice.program.ImageSlice;
import dev.sluice.program.ImageTransition;
import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.ImageLayout;
import dev.sluice.program.image.ImageSpec;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** The layouts that aspects of subresources were last brought into, by the transitions followed so far. */
public final class AspectLayouts {
    private static final Set<Aspect> ALL = EnumSet.allOf(Aspect.class);

    private final Map<Place, ImageLayout> entered = new HashMap<>();

    /** One aspect of one subresource. */
    private record Place(String image, Aspect aspect, int level, int layer) {}

    /** Takes note of a transition; one that names no aspects is one of all. */
    public void follow(ImageTransition transition) {
        ImageRange range = transition.range();
        for (Aspect aspect : range.aspects().isEmpty() ? ALL : range.aspects()) {
            for (int level = range.level(); level < range.level() + range.levels(); level++) {
                for (int layer = range.layer(); layer < range.layer() + range.layers(); layer++) {
                    entered.put(new Place(range.image(), aspect, level, layer), transition.newLayout());
                }
            }
        }
    }

    /** The layout that a place of a space is in; {@code UNDEFINED} where it is not known, and for bytes of a memory. */
    public ImageLayout at(Space space, long place) {
        ImageSpec spec = space.image();
        if (spec == null) {
            return ImageLayout.UNDEFINED;
        }
        int layer = spec.depth() > 1 ? 0 : space.plane(place);
        Place of = new Place(space.name(), space.aspect(), space.level(place), layer);
        return entered.getOrDefault(of, ImageLayout.UNDEFINED);
    }

    /**
     * Whether an aspect can only be read now. An aspect need not be attached to be written along with the other, so that attachments do
     * not say it.
     */
    boolean readOnly(ImageDeclaration image, ImageSlice slice, Aspect aspect) {
        Place place = new Place(slice.image(), aspect, slice.level(), slice.layer());
        return entered.getOrDefault(place, image.initialLayout()).readOnly(aspect);
    }
}
