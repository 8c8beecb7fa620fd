// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.stream;

import dev.sluice.program.ImageRange;
import dev.sluice.program.ImageSlice;
import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.Format;
import dev.sluice.program.image.ImageSpec;
import java.util.Set;

/**
 * What an image, or a view of one, holds.
 *
 * @param image of which it is
 * @param range the subresources; slices of a three-dimensional image are none themselves
 * @param slice the first layer that an attachment may be, or the first slice of a three-dimensional image
 * @param slices how many follow each other from it on, in the first level
 * @param format what its texels are taken for
 */
record Viewed(ImageSpec image, ImageRange range, int slice, int slices, Format format) {

    /** All layers of a range, or all slices of its levels. */
    static Viewed of(ImageSpec image, ImageRange range, Format format) {
        boolean volume = image.depth() > 1;
        return new Viewed(
                image, range, volume ? 0 : range.layer(), volume ? image.depth(range.level()) : range.layers(), format);
    }

    /** What a layer of it is called. */
    String layer() {
        return volume() ? "slice" : "layer";
    }

    /** Layers or slices that attachments can be, of a level counted from the first of it on. */
    int slices(int level) {
        return volume() ? Math.min(slices, image.depth(range.level() + level) - slice) : slices;
    }

    /** Whether it lacks some slices of a three-dimensional image, so that only attachments can be of it. */
    boolean ofSlices() {
        return volume() && slices < image.depth(range.level());
    }

    /** A layer or slice of a level, both counted from the first of it on. */
    ImageSlice slice(int level, int layer, Format as) {
        return new ImageSlice(range.image(), range.level() + level, slice + layer, as, volume());
    }

    /** The same in other aspects. */
    Viewed of(Set<Aspect> aspects) {
        return new Viewed(image, range.of(aspects), slice, slices, format);
    }

    private boolean volume() {
        return image.depth() > 1;
    }
}
