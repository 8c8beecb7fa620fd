// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.stream;

import dev.sluice.config.source.ListNode;
import dev.sluice.config.source.MapNode;
import dev.sluice.config.source.Node;
import dev.sluice.config.source.ScalarNode;
import dev.sluice.program.Coverage;
import dev.sluice.program.image.Rect;
import java.util.ArrayList;
import java.util.List;

/** Reads the pixels that a draw covers: {@code fullscreen}, rectangles or triangles ({@code docs/formats.md}, Draws). */
final class CoverageReader {
    private static final String FULLSCREEN = "fullscreen";
    private static final String TRIANGLE = "[[0, 0, 64, 0, 0, 64]]";
    private static final int CORNERS = 6;

    private CoverageReader() {}

    static Coverage read(Node node) {
        if (node instanceof ScalarNode scalar && scalar.text().equals(FULLSCREEN)) {
            return new Coverage.Fullscreen();
        }
        if (node instanceof MapNode map && map.size() == 1) {
            Node triangles = map.get("triangles");
            if (triangles != null) {
                return triangles(triangles, "coverage.triangles");
            }
        }
        if (node instanceof ListNode list) {
            return rectangles(list);
        }
        throw node.error("coverage: expected fullscreen, a list of [x, y, width, height] or {triangles: " + TRIANGLE
                + "}, got " + node.describe());
    }

    private static Coverage rectangles(ListNode list) {
        List<Rect> rects = new ArrayList<>();
        for (Node item : list.items()) {
            if (item instanceof ListNode numbers && numbers.items().size() == CORNERS) {
                throw item.error("coverage: six numbers are a triangle; write coverage: {triangles: " + TRIANGLE + "}");
            }
            rects.add(Shapes.rect(item, "coverage"));
        }
        return new Coverage.Rectangles(rects);
    }

    static Coverage triangles(Node node, String key) {
        List<Coverage.Triangle> triangles = new ArrayList<>();
        for (List<Double> c : Shapes.numberLists(node, key, CORNERS, TRIANGLE)) {
            triangles.add(new Coverage.Triangle(c.get(0), c.get(1), c.get(2), c.get(3), c.get(4), c.get(5)));
        }
        return new Coverage.Triangles(triangles);
    }
}
