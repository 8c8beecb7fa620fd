// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.Rect;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a draw draws to.
 *
 * @param area the render area
 * @param colors colour attachments, in the order of {@code out.colorN}
 * @param numbers by which the state of draws names each of {@code colors}; the shader's output location, too, if nothing else is said
 * @param depth the depth/stencil attachment, or null
 * @param tested the aspects of it that are attached
 * @param layers layers of every attachment that draws choose from; 1 of several views, all of which they cover
 */
record Pass(
        Rect area,
        List<View> colors,
        List<Integer> numbers,
        @Nullable View depth,
        Set<Aspect> tested,
        int layers) {
    Pass {
        tested = Set.copyOf(tested);
        colors = List.copyOf(colors);
        numbers = List.copyOf(numbers);
    }

    /** Whether texels of a view are attached. */
    boolean attaches(View view) {
        return colors.stream().anyMatch(view::overlaps) || depth != null && view.overlaps(depth);
    }

    /** Whether depth, or stencil, is attached. */
    boolean attaches(Aspect aspect) {
        return depth != null && tested.contains(aspect) && depth.image.format().has(aspect);
    }

    /** Notes that the device writes every attachment. */
    void written() {
        for (View color : colors) {
            color.image.deviceWrote();
        }
        if (depth != null) {
            depth.image.deviceWrote();
        }
    }

    /** The rectangle of a {@code VkRect2D}. */
    static Rect rect(Struct rect) {
        Struct offset = rect.struct("offset");
        Struct extent = rect.struct("extent");
        return new Rect(
                small(offset.number("x", 0)),
                small(offset.number("y", 0)),
                small(extent.number("width", 0)),
                small(extent.number("height", 0)));
    }

    /** A coordinate within what any image has; scissors reach further to mean "all of it". */
    private static int small(long value) {
        return (int) Math.max(-(1 << 20), Math.min(value, 1 << 20));
    }
}
