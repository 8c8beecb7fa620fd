// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.bind;

import dev.sluice.config.ConfigException;
import dev.sluice.config.source.ListNode;
import dev.sluice.config.source.MapNode;
import dev.sluice.config.source.Node;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Where each bound record stands in its file, so that later faults can point there. */
public final class Located {
    private static final Pattern INDEX = Pattern.compile("[0-9]{1,9}");

    // by identity: equal records may stand in several places; never iterated, so that order cannot matter
    private final IdentityHashMap<Object, Node> nodes = new IdentityHashMap<>();
    private final Node root;

    Located(Node root) {
        this.root = root;
    }

    void put(Object bound, Node node) {
        nodes.put(bound, node);
    }

    /** The node that {@code bound} was read from; the file's root for a record that was not read. */
    public Node node(Object bound) {
        return nodes.getOrDefault(bound, root);
    }

    /** The value of {@code key} in the mapping of {@code bound}, or that mapping where the key is absent. */
    public Node value(Object bound, String key) {
        Node value = written(bound, key);
        return value == null ? node(bound) : value;
    }

    /** The value of {@code key} in the mapping of {@code bound}; null where the key is absent. */
    public @Nullable Node written(Object bound, String key) {
        return node(bound) instanceof MapNode map ? map.get(key) : null;
    }

    /** Item {@code index} of the list under {@code key}, or the nearest thing around it that is written. */
    public Node item(Object bound, String key, int index) {
        Node value = value(bound, key);
        return value instanceof ListNode list && index < list.items().size()
                ? list.items().get(index)
                : value;
    }

    /** What the keys lead to from the mapping of {@code bound}, or the last thing on the way that is written. */
    public Node at(Object bound, List<String> keys) {
        return at(node(bound), keys);
    }

    /** What the keys lead to from a node, items of lists by their index, or the last thing on the way that is written. */
    public static Node at(Node from, List<String> keys) {
        Node node = from;
        for (String key : keys) {
            Node next = null;
            if (node instanceof MapNode map) {
                next = map.get(key);
            } else if (node instanceof ListNode list && INDEX.matcher(key).matches()) {
                int index = Integer.parseInt(key);
                next = index < list.items().size() ? list.items().get(index) : null;
            }
            if (next == null) {
                break;
            }
            node = next;
        }
        return node;
    }

    /** A fault at the value of {@code key} in {@code bound}. */
    public ConfigException error(Object bound, String key, String problem) {
        return value(bound, key).error(problem);
    }

    /** A fault at item {@code index} of the list under {@code key} in {@code bound}. */
    public ConfigException error(Object bound, String key, int index, String problem) {
        return item(bound, key, index).error(problem);
    }
}
