// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import dev.sluice.program.ImageDeclaration;
import dev.sluice.program.ImageRange;
import dev.sluice.program.ImageTransition;
import dev.sluice.program.image.ImageLayout;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The layout that each subresource of each image is in, in the order in which queues reach barriers (Vulkan
 * specification, section Image Layout Transitions).
 */
public final class LayoutTracker {

    private static final class Layouts {
        final ImageLayout[] of;
        final int layers;

        Layouts(ImageDeclaration image) {
            layers = image.spec().layers();
            of = new ImageLayout[image.spec().levels() * layers];
            Arrays.fill(of, image.initialLayout());
        }
    }

    private final Map<String, Layouts> images = new LinkedHashMap<>();

    /** @param declarations the images of the stream */
    public LayoutTracker(List<ImageDeclaration> declarations) {
        declarations.forEach(image -> images.put(image.name(), new Layouts(image)));
    }

    /** The layout of a subresource. */
    public ImageLayout layout(String image, int level, int layer) {
        Layouts layouts = of(image);
        return layouts.of[level * layouts.layers + layer];
    }

    /**
     * Follows a transition.
     *
     * @return what is wrong with its old layout, or null
     */
    @Nullable
    String follow(ImageTransition transition) {
        ImageRange range = transition.range();
        String problem = mismatch(range, transition.oldLayout(), "the barrier names the old layout");
        ImageLayout entered = transition.newLayout();
        if (entered == ImageLayout.UNDEFINED || entered == ImageLayout.PREINITIALIZED) {
            problem = "the barrier names the new layout " + entered + ", which no image can be brought into";
        }
        Layouts layouts = of(range.image());
        for (int level = range.level(); level < range.level() + range.levels(); level++) {
            int first = level * layouts.layers + range.layer();
            Arrays.fill(layouts.of, first, first + range.layers(), transition.newLayout());
        }
        return problem;
    }

    /**
     * Compares the layout that a use of an image promises with the one that it is in.
     *
     * @param use how to begin the message, for example {@code the copy names the layout}
     * @return what is wrong, or null
     */
    @Nullable
    String mismatch(ImageRange range, ImageLayout promised, String use) {
        if (promised == ImageLayout.UNDEFINED) {
            return null;
        }
        Layouts layouts = of(range.image());
        for (int level = range.level(); level < range.level() + range.levels(); level++) {
            for (int layer = range.layer(); layer < range.layer() + range.layers(); layer++) {
                ImageLayout is = layouts.of[level * layouts.layers + layer];
                if (is != promised) {
                    return "image " + range.image() + " (level " + level + ", layer " + layer + ") is in layout " + is
                            + ", but " + use + " " + promised;
                }
            }
        }
        return null;
    }

    private Layouts of(String image) {
        Layouts layouts = images.get(image);
        if (layouts == null) {
            throw new IllegalArgumentException("no image named " + image);
        }
        return layouts;
    }
}
