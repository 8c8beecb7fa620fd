// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.ImageLayout;
import dev.sluice.program.image.ImageSpec;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** In which layout each level and layer of an image is, after the submissions that have been read. */
final class LayoutsNow {
    private final ImageSpec spec;
    /** By level and layer; null where it is not known. */
    private final @Nullable ImageLayout[] layouts;

    /** @param first the layout of all of it before the program, or null if that is not known */
    LayoutsNow(ImageSpec spec, @Nullable ImageLayout first) {
        this.spec = spec;
        layouts = new @Nullable ImageLayout[spec.levels() * spec.layers()];
        Arrays.fill(layouts, first);
    }

    /** A part of the image is in a layout from now on, or in one that is not known. */
    void become(Part part, @Nullable ImageLayout layout) {
        for (int level = part.level(); level < part.level() + part.levels(); level++) {
            int first = level * spec.layers() + part.layer();
            Arrays.fill(layouts, first, first + part.layers(), layout);
        }
    }

    /** Whether some of a part may be in a layout. */
    boolean mayBeIn(Part part, ImageLayout layout) {
        for (int level = part.level(); level < part.level() + part.levels(); level++) {
            for (int layer = part.layer(); layer < part.layer() + part.layers(); layer++) {
                ImageLayout now = layouts[level * spec.layers() + layer];
                if (now == null || same(now, layout)) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean same(ImageLayout one, ImageLayout other) {
        for (Aspect aspect : Aspect.values()) {
            if (spec.format().has(aspect) && one.of(aspect) == other.of(aspect)) {
                return true;
            }
        }
        return false;
    }

    /** Levels and layers of an image, all of which it has. */
    record Part(int level, int levels, int layer, int layers) {}
}
