// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.lint;

import dev.sluice.program.ImageRange;
import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.ImageSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Something about each subresource of each image: an aspect of a layer of a level.
 *
 * @param <T> what is kept
 */
final class Subresources<T> {

    /** An aspect of a layer of a level of an image. */
    record Place(String image, Aspect aspect, int level, int layer) {
        @Override
        public String toString() {
            return "image " + image + " ("
                    + (aspect == Aspect.COLOR ? "" : aspect.name().toLowerCase(java.util.Locale.ROOT) + ", ") + "level "
                    + level + ", layer " + layer + ")";
        }
    }

    private final LintContext context;
    private final Function<Place, T> begin;
    private final Map<Place, T> cells = new LinkedHashMap<>();

    /** @param begin what is kept of a subresource at first */
    Subresources(LintContext context, Function<Place, T> begin) {
        this.context = context;
        this.begin = begin;
    }

    /** What is kept of one subresource. */
    T at(Place place) {
        return cells.computeIfAbsent(place, begin);
    }

    /** What is kept of the subresources of a range, those of aspects that the format lacks left out. */
    List<T> in(ImageRange range) {
        List<T> found = new ArrayList<>();
        places(range).forEach(place -> found.add(at(place)));
        return found;
    }

    /** The subresources of a range. */
    List<Place> places(ImageRange range) {
        ImageSpec spec = context.image(range.image()).spec();
        List<Place> places = new ArrayList<>();
        for (Aspect aspect : Aspect.values()) {
            if (!range.aspects().contains(aspect) || !spec.format().has(aspect)) {
                continue;
            }
            for (int level = range.level(); level < range.level() + range.levels(); level++) {
                for (int layer = range.layer(); layer < range.layer() + range.layers(); layer++) {
                    places.add(new Place(range.image(), aspect, level, layer));
                }
            }
        }
        return places;
    }

    /** Everything that was ever asked for, in that order. */
    Map<Place, T> all() {
        return cells;
    }
}
