// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.device;

import dev.sluice.config.ConfigException;
import dev.sluice.config.bind.Choosing;
import dev.sluice.config.bind.Nearest;
import dev.sluice.config.bind.Shape;
import dev.sluice.config.bind.Shorthand;
import dev.sluice.config.source.ListNode;
import dev.sluice.config.source.MapNode;
import dev.sluice.config.source.Node;
import dev.sluice.config.source.Position;
import dev.sluice.config.source.ScalarNode;
import dev.sluice.config.units.Size;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Puts one {@link Setting} into a device's tree: copies what is on the way to its key, which must be a key of a device file. */
final class NodeEdit {
    private final Setting setting;
    private final List<String> path;
    private final String device;

    /** @param device the device's name, for errors */
    NodeEdit(Setting setting, String device) {
        this.setting = setting;
        this.path = setting.path();
        this.device = device;
    }

    MapNode apply(MapNode root) {
        return (MapNode) set(root, DeviceFile.class, 0);
    }

    /**
     * What is written at a place, changed.
     *
     * @param node what is there; null for nothing
     * @param type what belongs there
     * @param depth the steps that led there
     */
    private Node set(@Nullable Node node, Type type, int depth) {
        if (depth == path.size()) {
            return setting.value();
        }
        if (type instanceof ParameterizedType generic) {
            Type[] arguments = generic.getActualTypeArguments();
            Type item = arguments[arguments.length - 1];
            return generic.getRawType() == List.class ? list(node, item, depth) : map(node, item, depth);
        }
        Class<?> wanted = (Class<?>) type;
        // sizes, times and clocks are records, too, and single values in a file
        if (wanted.isRecord() && wanted.getPackage() != Size.class.getPackage()) {
            return record(node, wanted, depth);
        }
        // a raw node is whatever is written there
        if (wanted == Node.class && node instanceof ListNode) {
            return list(node, type, depth);
        }
        throw fault("'" + here(depth) + "' is a single value, which has no key '" + path.get(depth) + "'");
    }

    private MapNode record(@Nullable Node node, Class<?> type, int depth) {
        String key = path.get(depth);
        RecordComponent component = Shape.component(type, key);
        if (component == null) {
            throw fault("no key '" + key + "'" + in(depth) + Nearest.hint(key, Shape.keys(type)));
        }
        MapNode map = mapping(writtenOut(node, type), depth);
        Node there = map.get(key);
        Choosing choosing = component.getAnnotation(Choosing.class);
        if (choosing != null && there instanceof ScalarNode scalar && !scalar.isNull()) {
            there = MapNode.of(Map.of(choosing.value(), there));
        }
        return with(map, key, set(there, component.getGenericType(), depth + 1));
    }

    /** The mapping for which a value alone stands in a file, such as a prefetcher's name. */
    private static @Nullable Node writtenOut(@Nullable Node node, Class<?> type) {
        Shorthand shorthand = type.getAnnotation(Shorthand.class);
        return shorthand != null && node instanceof ScalarNode scalar && !scalar.isNull()
                ? MapNode.of(Map.of(shorthand.value(), scalar))
                : node;
    }

    private MapNode map(@Nullable Node node, Type item, int depth) {
        MapNode map = mapping(node, depth);
        // the keys of a map may have dots in them
        for (int end = depth + 1; end <= path.size(); end++) {
            String key = String.join(".", path.subList(depth, end));
            if (map.entry(key) != null) {
                return end == path.size() && isNothing(setting.value())
                        ? without(map, key)
                        : with(map, key, set(map.get(key), item, end));
            }
        }
        String key = path.get(depth);
        if (depth + 1 < path.size() || isNothing(setting.value())) {
            List<String> keys = map.entries().stream().map(MapNode.Entry::key).toList();
            throw fault("device '" + device + "' has no key '" + key + "'" + in(depth) + Nearest.hint(key, keys));
        }
        return with(map, key, setting.value());
    }

    private ListNode list(@Nullable Node node, Type item, int depth) {
        String step = path.get(depth);
        List<Node> items = new ArrayList<>();
        if (node instanceof ListNode list) {
            items.addAll(list.items());
        } else if (node != null && !isNothing(node)) {
            throw node.error(here(depth) + ": expected a list, got " + node.describe());
        }
        int index = KeyPath.isIndex(step) ? Integer.parseInt(step) : -1;
        boolean added = index == items.size() && depth + 1 == path.size();
        if (index < 0 || (index >= items.size() && !added)) {
            throw fault((index < 0 ? "'" + step + "' is no index" : "device '" + device + "' has no item " + index)
                    + in(depth)
                    + (items.isEmpty() ? ", which is empty" : ", a list with the items 0 to " + (items.size() - 1)));
        }
        if (added) {
            items.add(setting.value());
        } else {
            items.set(index, set(items.get(index), item, depth + 1));
        }
        return new ListNode(node == null ? setting.position() : node.position(), items);
    }

    /** The mapping that is there, or an empty one. */
    private MapNode mapping(@Nullable Node node, int depth) {
        if (node instanceof MapNode map) {
            return map;
        }
        if (node == null || isNothing(node)) {
            return new MapNode(setting.position(), Map.of());
        }
        throw node.error(here(depth) + ": expected a mapping, got " + node.describe());
    }

    private static boolean isNothing(Node node) {
        return node instanceof ScalarNode scalar && scalar.isNull();
    }

    private MapNode with(MapNode map, String key, Node value) {
        Collection<MapNode.Entry> written = map.entries();
        Map<String, MapNode.Entry> entries = new LinkedHashMap<>();
        written.forEach(entry -> entries.put(entry.key(), entry));
        MapNode.Entry old = map.entry(key);
        Position at = old == null || value == setting.value() ? setting.position() : old.keyPosition();
        entries.put(key, new MapNode.Entry(key, at, value));
        return new MapNode(map.position(), entries);
    }

    /** The default of what has a name of its own, such as a cache or a client's entrance, is that there is none. */
    private static MapNode without(MapNode map, String key) {
        Map<String, MapNode.Entry> entries = new LinkedHashMap<>();
        map.entries().forEach(entry -> entries.put(entry.key(), entry));
        entries.remove(key);
        return new MapNode(map.position(), entries);
    }

    private String in(int depth) {
        return depth == 0 ? " in a device" : " in " + here(depth);
    }

    private String here(int depth) {
        return KeyPath.text(path.subList(0, depth));
    }

    private ConfigException fault(String problem) {
        return setting.position().error(problem);
    }
}
