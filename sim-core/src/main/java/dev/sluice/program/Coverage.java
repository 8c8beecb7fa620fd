// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program;

import dev.sluice.program.image.Rect;
import java.util.List;

/** The pixels that a draw covers, primitive by primitive. */
public sealed interface Coverage {

    /** The whole render area, one primitive. */
    record Fullscreen() implements Coverage {}

    /** Rectangles, each a primitive. */
    record Rectangles(List<Rect> rects) implements Coverage {
        public Rectangles {
            rects = List.copyOf(rects);
        }
    }

    /** Triangles in pixels: x0 y0 x1 y1 x2 y2 each; a pixel or sample is covered if its centre is (top-left rule). */
    record Triangles(List<Triangle> triangles) implements Coverage {
        public Triangles {
            triangles = List.copyOf(triangles);
        }
    }

    /** A triangle, corners in pixels. */
    record Triangle(double x0, double y0, double x1, double y1, double x2, double y2) {}
}
