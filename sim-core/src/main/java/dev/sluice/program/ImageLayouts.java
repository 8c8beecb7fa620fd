// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program;

import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.ImageLayout;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * The layout that each aspect of each subresource of each image is in, as transitions take it from one to another (Vulkan
 * specification, section Image Layout Transitions). One that names no aspects is one of all.
 *
 * <p>Whoever follows a stream has its own, as each comes to the transitions in an order of its own.
 */
public final class ImageLayouts {

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

        int place(int level, int layer) {
            return level * layers + layer;
        }
    }

    private final Map<String, Layouts> images = new LinkedHashMap<>();

    /** @param declarations the images of a stream, each in the layout that it is found in */
    public ImageLayouts(List<ImageDeclaration> declarations) {
        declarations.forEach(image -> images.put(image.name(), new Layouts(image)));
    }

    /** Follows a transition. */
    public void enter(ImageTransition transition) {
        ImageRange range = transition.range();
        Layouts layouts = of(range.image());
        layouts.of.forEach((aspect, all) -> {
            if (named(range, aspect)) {
                rows(layouts, range, (from, to) -> Arrays.fill(all, from, to, transition.newLayout()));
            }
        });
    }

    /** The layout of an aspect that an image has. */
    public ImageLayout at(String image, Aspect aspect, int level, int layer) {
        Layouts layouts = of(image);
        ImageLayout[] all = layouts.of.get(aspect);
        if (all == null) {
            throw new IllegalArgumentException("image " + image + " has no aspect " + aspect);
        }
        return all[layouts.place(level, layer)];
    }

    /** The aspects that an image has, of those that a range names. */
    public Set<Aspect> aspects(ImageRange range) {
        Set<Aspect> aspects = EnumSet.copyOf(of(range.image()).of.keySet());
        aspects.removeIf(aspect -> !named(range, aspect));
        return aspects;
    }

    /** The layouts that the subresources of an image are in. */
    public Set<ImageLayout> all(String image) {
        Set<ImageLayout> all = EnumSet.noneOf(ImageLayout.class);
        of(image).of.values().forEach(layouts -> Collections.addAll(all, layouts));
        return all;
    }

    /** The layouts of the other aspects of the texels whose aspects a range names; none where it names all that there are. */
    public Set<ImageLayout> beside(ImageRange range) {
        Set<ImageLayout> beside = EnumSet.noneOf(ImageLayout.class);
        Layouts layouts = of(range.image());
        layouts.of.forEach((aspect, all) -> {
            if (!named(range, aspect)) {
                rows(
                        layouts,
                        range,
                        (from, to) -> beside.addAll(Arrays.asList(all).subList(from, to)));
            }
        });
        return beside;
    }

    private static void rows(Layouts layouts, ImageRange range, BiConsumer<Integer, Integer> row) {
        for (int level = range.level(); level < range.level() + range.levels(); level++) {
            int first = layouts.place(level, range.layer());
            row.accept(first, first + range.layers());
        }
    }

    private static boolean named(ImageRange range, Aspect aspect) {
        return range.aspects().isEmpty() || range.aspects().contains(aspect);
    }

    private Layouts of(String image) {
        Layouts layouts = images.get(image);
        if (layouts == null) {
            throw new IllegalArgumentException("no image named " + image);
        }
        return layouts;
    }
}
