// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.stream;

import dev.sluice.config.source.ListNode;
import dev.sluice.config.source.MapNode;
import dev.sluice.config.source.Node;
import dev.sluice.config.source.ScalarNode;
import dev.sluice.device.Decimals;
import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.ClearValue;
import dev.sluice.program.image.Format;
import dev.sluice.program.image.Rect;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Offsets, extents, rectangles and clear values: lists of numbers, or Vulkan's structures. */
final class Shapes {
    private static final List<String> OFFSET = List.of("x", "y", "z");
    private static final List<String> EXTENT = List.of("width", "height", "depth");
    private static final List<String> RECT = List.of("x", "y", "width", "height");
    private static final List<String> COLOR = List.of("red", "green", "blue", "alpha");
    private static final List<String> DEPTH_STENCIL = List.of("depth", "stencil");
    private static final int MAX_STENCIL = 255;

    private Shapes() {}

    /** {@code [x, y, z]} or {@code {x, y, z}}; z is 0 where it is missing. */
    static List<Integer> offset(Node node, String key) {
        return integers(node, key, OFFSET, 2, 0);
    }

    /** {@code [width, height, depth]} or {@code {width, height, depth}}, each at least 1, depth 1 where it is missing. */
    static List<Integer> extent(Node node, String key) {
        List<Integer> extent = integers(node, key, EXTENT, 2, 1);
        if (extent.stream().anyMatch(edge -> edge < 1)) {
            throw node.error(key + ": each edge must be at least 1");
        }
        return extent;
    }

    /** {@code [[x, y, z], [x, y, z]]}. */
    static List<List<Integer>> corners(Node node, String key) {
        if (!(node instanceof ListNode list) || list.items().size() != 2) {
            throw node.error(key + ": expected two corners, such as [[0, 0, 0], [64, 64, 1]]");
        }
        List<List<Integer>> corners = new ArrayList<>();
        corners.add(integers(list.items().get(0), key, OFFSET, 2, 0));
        corners.add(integers(list.items().get(1), key, OFFSET, 2, 1));
        return corners;
    }

    /** {@code [x, y, width, height]}, the same as a mapping, or {@code {offset, extent}}; also inside {@code rect}. */
    static Rect rect(Node node, String key) {
        if (node instanceof MapNode map) {
            Node inner = map.get("rect");
            if (inner != null) {
                return rect(inner, key);
            }
            Node extent = map.get("extent");
            if (extent != null) {
                Node offset = map.get("offset");
                onlyKeys(map, key, List.of("offset", "extent"));
                List<Integer> at = offset == null ? List.of(0, 0) : offset(offset, key + ".offset");
                List<Integer> size = extent(extent, key + ".extent");
                return new Rect(at.get(0), at.get(1), size.get(0), size.get(1));
            }
        }
        List<Integer> numbers = integers(node, key, RECT, 4, 0);
        if (numbers.get(2) < 1 || numbers.get(3) < 1) {
            throw node.error(key + ": width and height must be at least 1");
        }
        return new Rect(numbers.get(0), numbers.get(1), numbers.get(2), numbers.get(3));
    }

    private static void onlyKeys(MapNode map, String key, List<String> known) {
        for (MapNode.Entry entry : map.entries()) {
            if (!known.contains(entry.key())) {
                throw entry.keyPosition()
                        .error(key + ": unknown key '" + entry.key() + "'; known are " + String.join(", ", known));
            }
        }
    }

    private static List<Integer> integers(Node node, String key, List<String> names, int least, int fallback) {
        List<Integer> values = new ArrayList<>();
        for (Node item : items(node, key, names, least)) {
            values.add(item == node ? fallback : integer(scalar(item, key), key));
        }
        while (values.size() < names.size()) {
            values.add(fallback);
        }
        return values;
    }

    /** The values of a list or a mapping in the order of the names; a missing one of a mapping is the mapping itself. */
    private static List<Node> items(Node node, String key, List<String> names, int least) {
        if (node instanceof MapNode map) {
            onlyKeys(map, key, names);
            List<Node> items = new ArrayList<>();
            for (String name : names) {
                Node value = map.get(name);
                if (value == null && items.size() < least && !OFFSET.contains(name)) {
                    throw node.error(key + ": missing key '" + name + "'");
                }
                items.add(value == null ? map : value);
            }
            return items;
        }
        if (node instanceof ListNode list
                && list.items().size() >= least
                && list.items().size() <= names.size()
                && list.items().stream().allMatch(ScalarNode.class::isInstance)) {
            return list.items();
        }
        throw node.error(key + ": expected " + (least == names.size() ? "" : least + " to ") + names.size()
                + " numbers, [" + String.join(", ", names) + "], got " + node.describe());
    }

    private static ScalarNode scalar(Node node, String key) {
        if (node instanceof ScalarNode scalar) {
            return scalar;
        }
        throw node.error(key + ": expected a whole number, got " + node.describe());
    }

    static int integer(ScalarNode scalar, String key) {
        BigInteger value = scalar.integer();
        if (value == null || value.bitLength() > 31) {
            throw scalar.error(key + ": expected a whole number, got " + scalar.describe());
        }
        return value.intValueExact();
    }

    static double number(Node node, String key) {
        if (node instanceof ScalarNode scalar && !scalar.isNull()) {
            BigInteger whole = scalar.integer();
            double number;
            try {
                number = whole != null ? whole.doubleValue() : new BigDecimal(scalar.text()).doubleValue();
            } catch (NumberFormatException e) {
                throw scalar.error(key + ": expected a number, got " + scalar.describe());
            }
            if (Double.isInfinite(number)) {
                throw scalar.error(
                        key + ": " + scalar.text() + " is out of range; at most " + Double.MAX_VALUE + " is possible");
            }
            return number;
        }
        throw node.error(key + ": expected a number, got " + node.describe());
    }

    /** Six numbers each. */
    static List<List<Double>> numberLists(Node node, String key, int size, String example) {
        if (!(node instanceof ListNode list)) {
            throw node.error(key + ": expected a list such as " + example + ", got " + node.describe());
        }
        List<List<Double>> all = new ArrayList<>();
        for (Node item : list.items()) {
            if (!(item instanceof ListNode numbers) || numbers.items().size() != size) {
                throw item.error(key + ": expected " + size + " numbers each, such as " + example + ", got "
                        + (item instanceof ListNode other ? other.items().size() + " of them" : item.describe()));
            }
            all.add(numbers.items().stream().map(number -> number(number, key)).toList());
        }
        return all;
    }

    /**
     * The clear value of a format: red, green, blue, alpha (missing ones 0), or depth and stencil; both also in
     * Vulkan's structure. Nothing is all zero.
     */
    static ClearValue clear(@Nullable Node node, String key, Format format) {
        if (node == null) {
            return ClearValue.ZERO;
        }
        boolean color = format.has(Aspect.COLOR);
        Node value = node;
        if (node instanceof MapNode map && map.size() == 1) {
            Node inner = map.get(color ? "color" : "depthStencil");
            value = inner == null ? node : inner;
        }
        if (color && value instanceof MapNode map && map.size() == 1) {
            for (String type : List.of("float32", "int32", "uint32")) {
                Node inner = map.get(type);
                value = inner == null ? value : inner;
            }
        }
        return color ? color(value, key, format) : depthStencil(value, key, format);
    }

    private static ClearValue color(Node value, String key, Format format) {
        if (value instanceof MapNode map && (map.get("depth") != null || map.get("depthStencil") != null)) {
            throw value.error(key + ": " + format + " is a colour format; expected [red, green, blue, alpha]");
        }
        List<Double> numbers = new ArrayList<>();
        for (Node item : items(value, key, COLOR, value instanceof MapNode ? 0 : 1)) {
            numbers.add(item == value ? 0.0 : number(item, key));
        }
        while (numbers.size() < COLOR.size()) {
            numbers.add(0.0);
        }
        return new ClearValue(numbers);
    }

    private static ClearValue depthStencil(Node value, String key, Format format) {
        if (value instanceof MapNode map && map.get("color") != null) {
            throw value.error(key + ": " + format + " is a depth/stencil format; expected {depth, stencil}");
        }
        if (value instanceof ScalarNode) {
            return depthStencil(value, number(value, key), 0, key);
        }
        List<Node> items = items(value, key, DEPTH_STENCIL, value instanceof MapNode ? 0 : 1);
        double depth = items.get(0) == value ? 0 : number(items.get(0), key);
        int stencil = items.size() < 2 || items.get(1) == value ? 0 : integer(scalar(items.get(1), key), key);
        return depthStencil(value, depth, stencil, key);
    }

    static ClearValue depthStencil(Node at, double depth, int stencil, String key) {
        if (!(depth >= 0 && depth <= 1)) {
            throw at.error(key + ": depth " + Decimals.plain(depth) + " is not from 0 to 1");
        }
        if (stencil < 0 || stencil > MAX_STENCIL) {
            throw at.error(key + ": stencil " + stencil + " is not from 0 to " + MAX_STENCIL);
        }
        return ClearValue.depthStencil(depth, stencil);
    }
}
