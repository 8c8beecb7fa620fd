// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.profile;

import dev.sluice.config.source.ListNode;
import dev.sluice.config.source.MapNode;
import dev.sluice.config.source.Node;
import dev.sluice.config.source.ScalarNode;
import dev.sluice.config.source.SourceReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;

/** The reference tables among the test resources (see their README), as trees. */
final class BarrierTables {
    private BarrierTables() {}

    static MapNode read(String name) {
        String path = "/barriers/" + name;
        try (InputStream in = BarrierTables.class.getResourceAsStream(path)) {
            return SourceReader.readMap(name, Objects.requireNonNull(in, path).readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static MapNode map(MapNode parent, String key) {
        return (MapNode) Objects.requireNonNull(parent.get(key), key);
    }

    static List<MapNode> maps(MapNode parent, String key) {
        return ((ListNode) Objects.requireNonNull(parent.get(key), key))
                .items().stream().map(MapNode.class::cast).toList();
    }

    static String text(MapNode parent, String key) {
        return parent.get(key) instanceof ScalarNode scalar && !scalar.isNull() ? scalar.text() : "";
    }

    static boolean flag(MapNode parent, String key) {
        return text(parent, key).equals("true");
    }

    /** The texts of a list; none when the key is absent. */
    static List<String> texts(MapNode parent, String key) {
        Node node = parent.get(key);
        return node instanceof ListNode list
                ? list.items().stream().map(item -> ((ScalarNode) item).text()).toList()
                : List.of();
    }
}
