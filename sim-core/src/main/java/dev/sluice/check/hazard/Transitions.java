// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.hazard;

import dev.sluice.check.trace.AccessTrace;
import dev.sluice.check.trace.Intervals;
import dev.sluice.check.trace.Space;
import dev.sluice.program.ImageRange;
import dev.sluice.program.ImageTransition;
import dev.sluice.program.image.ImageSpec;
import java.util.List;
import java.util.Objects;

/** Which of a command's image barriers make a layout transition: it may have several of one image. */
final class Transitions {
    private Transitions() {}

    /** All transitions that an action makes of an image. */
    static List<ImageTransition> of(AccessTrace.Action action, String image) {
        return action.dependencies().stream()
                .map(dependency -> dependency.barrier().image())
                .filter(Objects::nonNull)
                .filter(transition -> transition.range().image().equals(image))
                .toList();
    }

    /** Those of them that concern some places of a space; all of them where the places are bytes of a memory. */
    static List<ImageTransition> at(AccessTrace.Action action, String image, Space space, Intervals places) {
        List<ImageTransition> all = of(action, image);
        ImageSpec spec = space.image();
        return spec == null
                ? all
                : all.stream()
                        .filter(transition -> meet(transition.range(), space, spec, places))
                        .toList();
    }

    private static boolean meet(ImageRange range, Space space, ImageSpec spec, Intervals places) {
        for (int i = 0; i < places.count(); i++) {
            long at = places.start(i);
            while (at < places.end(i)) {
                int level = space.level(at);
                if (range.has(space.aspect(), level, spec.depth() > 1 ? range.layer() : space.plane(at))) {
                    return true;
                }
                at += space.planeSize(level) - space.inPlane(at);
            }
        }
        return false;
    }
}
