// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.hazard;

import dev.sluice.check.trace.Space;
import dev.sluice.program.ImageTransition;
import dev.sluice.program.image.ImageLayout;
import java.util.HashMap;
import java.util.Map;

/** The layout that each subresource was last brought into, for the text of cures. Looked up only, never walked. */
final class Layouts {
    private record Subresource(String image, int level, int layer) {}

    private final Map<Subresource, ImageLayout> layouts = new HashMap<>();

    void follow(ImageTransition transition) {
        for (int level = 0; level < transition.range().levels(); level++) {
            for (int layer = 0; layer < transition.range().layers(); layer++) {
                layouts.put(
                        new Subresource(
                                transition.range().image(),
                                transition.range().level() + level,
                                transition.range().layer() + layer),
                        transition.newLayout());
            }
        }
    }

    /** The layout at a place, or nothing where it is not known. */
    String text(Space space, long place) {
        var spec = space.image();
        if (spec == null) {
            return "";
        }
        int layer = spec.depth() > 1 ? 0 : space.plane(place);
        ImageLayout layout = layouts.get(new Subresource(space.name(), space.level(place), layer));
        return layout == null || layout == ImageLayout.UNDEFINED ? "" : layout.name();
    }
}
