// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import dev.sluice.program.ImageDeclaration;
import dev.sluice.program.ImageRange;
import dev.sluice.program.ImageTransition;
import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.ImageLayout;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The layout that each subresource of each image is in, in the order in which queues reach barriers (Vulkan
 * specification, section Image Layout Transitions).
 */
public final class LayoutTracker {

    private static final class Layouts {
        final Map<Aspect, ImageLayout[]> of = new EnumMap<>(Aspect.class);
        final int layers;

        Layouts(ImageDeclaration image) {
            layers = image.spec().layers();
            for (Aspect aspect : Aspect.values()) {
                if (image.spec().format().has(aspect)) {
                    ImageLayout[] all = new ImageLayout[image.spec().levels() * layers];
                    Arrays.fill(all, image.initialLayout());
                    of.put(aspect, all);
                }
            }
        }
    }

    private final Map<String, Layouts> images = new LinkedHashMap<>();

    /** @param declarations the images of the stream */
    public LayoutTracker(List<ImageDeclaration> declarations) {
        declarations.forEach(image -> images.put(image.name(), new Layouts(image)));
    }

    /** The layouts that the subresources of an image are in. */
    public Set<ImageLayout> layouts(String image) {
        Set<ImageLayout> all = EnumSet.noneOf(ImageLayout.class);
        of(image).of.values().forEach(layouts -> all.addAll(Arrays.asList(layouts)));
        return all;
    }

    /** The layouts of the other aspects of the texels whose aspects a range names; none where it names all that there are. */
    Set<ImageLayout> beside(ImageRange range) {
        Set<ImageLayout> beside = EnumSet.noneOf(ImageLayout.class);
        Layouts layouts = of(range.image());
        layouts.of.forEach((aspect, all) -> {
            if (!named(range, aspect)) {
                for (int level = range.level(); level < range.level() + range.levels(); level++) {
                    int first = level * layouts.layers + range.layer();
                    beside.addAll(Arrays.asList(all).subList(first, first + range.layers()));
                }
            }
        });
        return beside;
    }

    private static boolean named(ImageRange range, Aspect aspect) {
        return range.aspects().isEmpty() || range.aspects().contains(aspect);
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
        if (entered.initial()) {
            problem = "the barrier names the new layout " + entered + ", which no image can be brought into";
        }
        Layouts layouts = of(range.image());
        layouts.of.forEach((aspect, all) -> {
            if (named(range, aspect)) {
                for (int level = range.level(); level < range.level() + range.levels(); level++) {
                    int first = level * layouts.layers + range.layer();
                    Arrays.fill(all, first, first + range.layers(), entered);
                }
            }
        });
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
                for (Map.Entry<Aspect, ImageLayout[]> entry : layouts.of.entrySet()) {
                    Aspect aspect = entry.getKey();
                    ImageLayout is = entry.getValue()[level * layouts.layers + layer];
                    if (named(range, aspect) && is.of(aspect) != promised.of(aspect)) {
                        return "image " + range.image() + " (level " + level + ", layer " + layer + ") is in layout "
                                + is + ", but " + use + " " + promised;
                    }
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
