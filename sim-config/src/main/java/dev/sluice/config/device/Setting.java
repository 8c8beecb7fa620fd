// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.device;

import dev.sluice.config.ConfigException;
import dev.sluice.config.source.ListNode;
import dev.sluice.config.source.MapNode;
import dev.sluice.config.source.Node;
import dev.sluice.config.source.Position;
import dev.sluice.config.source.ScalarNode;
import dev.sluice.config.source.SourceReader;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One key of a device with its value, as the command line gives them.
 *
 * @param position the option, which faults name in the place of a file
 * @param path the steps to the key
 * @param value the value, at that position
 */
public record Setting(Position position, List<String> path, Node value) {
    /** What an option begins with in messages. */
    static final String OPTION = "--set ";

    /**
     * Reads {@code KEY=VALUE}.
     *
     * @throws ConfigException for anything else
     */
    static Setting parse(String text) {
        return parse(OPTION, text);
    }

    /**
     * Reads {@code KEY=VALUE}.
     *
     * @param option what it stands behind, {@code "--set "} for example, for errors
     * @throws ConfigException for anything else
     */
    public static Setting parse(String option, String text) {
        Position position = new Position(option + text.strip(), 0, 0);
        int equals = text.indexOf('=');
        if (equals < 0) {
            throw position.error("expected KEY=VALUE, such as caches.l2.size=2MiB");
        }
        String key = text.substring(0, equals).strip();
        List<String> path = KeyPath.parse(key);
        if (path == null) {
            throw position.error((key.isEmpty() ? "there is no key before the '='" : "'" + key + "' is no path of keys")
                    + ", such as caches.l2.size or heaps[0].size");
        }
        return new Setting(position, path, value(text.substring(equals + 1), position));
    }

    /** Whether a fault is about an option. */
    static boolean isAt(ConfigException fault) {
        return fault.file().startsWith(OPTION);
    }

    private static Node value(String text, Position position) {
        if (text.isBlank()) {
            return new ScalarNode(position, ScalarNode.Kind.NULL, "", null);
        }
        try {
            return moved(SourceReader.read("value", text.getBytes(StandardCharsets.UTF_8)), position);
        } catch (ConfigException e) {
            throw position.error(e.problem() + "; text with signs of YAML is put in quotes");
        }
    }

    /** The same value at another position, throughout. */
    private static Node moved(Node node, Position position) {
        if (node instanceof MapNode map) {
            Map<String, MapNode.Entry> entries = new LinkedHashMap<>();
            map.entries()
                    .forEach(entry -> entries.put(
                            entry.key(), new MapNode.Entry(entry.key(), position, moved(entry.value(), position))));
            return new MapNode(position, entries);
        }
        if (node instanceof ListNode list) {
            return new ListNode(
                    position,
                    list.items().stream().map(item -> moved(item, position)).toList());
        }
        ScalarNode scalar = (ScalarNode) node;
        return new ScalarNode(position, scalar.kind(), scalar.text(), null);
    }
}
