// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import dev.sluice.program.ImageDeclaration;
import dev.sluice.program.ImageLayouts;
import dev.sluice.program.ImageRange;
import dev.sluice.program.ImageTransition;
import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.ImageLayout;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The layouts of images in the order in which queues reach barriers, and what is wrong with those that commands name. */
public final class LayoutTracker {

    private final ImageLayouts layouts;

    /** @param declarations the images of the stream */
    public LayoutTracker(List<ImageDeclaration> declarations) {
        layouts = new ImageLayouts(declarations);
    }

    /** The layouts that the subresources of an image are in. */
    public Set<ImageLayout> layouts(String image) {
        return layouts.all(image);
    }

    /** The layouts of the other aspects of the texels whose aspects a range names; none where it names all that there are. */
    Set<ImageLayout> beside(ImageRange range) {
        return layouts.beside(range);
    }

    /**
     * Follows a transition.
     *
     * @return what is wrong with its old layout, or null
     */
    @Nullable
    String follow(ImageTransition transition) {
        String problem = mismatch(transition.range(), transition.oldLayout(), "the barrier names the old layout");
        ImageLayout entered = transition.newLayout();
        if (entered.initial()) {
            problem = "the barrier names the new layout " + entered + ", which no image can be brought into";
        }
        layouts.enter(transition);
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
        Set<Aspect> aspects = layouts.aspects(range);
        for (int level = range.level(); level < range.level() + range.levels(); level++) {
            for (int layer = range.layer(); layer < range.layer() + range.layers(); layer++) {
                for (Aspect aspect : aspects) {
                    ImageLayout is = layouts.at(range.image(), aspect, level, layer);
                    if (is.of(aspect) != promised.of(aspect)) {
                        return "image " + range.image() + " (level " + level + ", layer " + layer + ") is in layout "
                                + is + ", but " + use + " " + promised;
                    }
                }
            }
        }
        return null;
    }
}
