// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.stream;

import dev.sluice.config.bind.Nearest;
import dev.sluice.config.device.KeyPath;
import dev.sluice.config.device.Setting;
import dev.sluice.config.source.ListNode;
import dev.sluice.config.source.MapNode;
import dev.sluice.config.source.Node;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Puts other values in the place of those that a stream's text has: {@code program[0].queueSubmit.commands[2].dispatch.params.n}. */
final class StreamKeys {
    /** What settings of streams stand behind. */
    private static final String OPTION = "--vary stream.";

    private StreamKeys() {}

    /** A stream's tree with other values. */
    static MapNode changed(MapNode root, List<String> settings) {
        MapNode tree = root;
        for (String text : settings) {
            tree = (MapNode) set(tree, Setting.parse(OPTION, text), 0);
        }
        return tree;
    }

    private static Node set(Node node, Setting setting, int depth) {
        List<String> path = setting.path();
        if (depth == path.size()) {
            return setting.value();
        }
        String step = path.get(depth);
        String here = depth == 0 ? "" : " in '" + KeyPath.text(path.subList(0, depth)) + "'";
        if (node instanceof MapNode map) {
            MapNode.Entry old = map.entry(step);
            if (old == null) {
                List<String> keys =
                        map.entries().stream().map(MapNode.Entry::key).toList();
                throw setting.position()
                        .error("the stream has no key '" + step + "'" + here + Nearest.hint(step, keys));
            }
            Map<String, MapNode.Entry> entries = new LinkedHashMap<>();
            map.entries().forEach(entry -> entries.put(entry.key(), entry));
            entries.put(step, new MapNode.Entry(step, old.keyPosition(), set(old.value(), setting, depth + 1)));
            return new MapNode(map.position(), entries);
        }
        if (node instanceof ListNode list) {
            int index = KeyPath.isIndex(step) ? Integer.parseInt(step) : -1;
            if (index < 0 || index >= list.items().size()) {
                throw setting.position()
                        .error("the stream has no item " + step + here + ", a list of "
                                + list.items().size());
            }
            List<Node> items = new ArrayList<>(list.items());
            items.set(index, set(items.get(index), setting, depth + 1));
            return new ListNode(list.position(), items);
        }
        throw setting.position()
                .error("what is written" + here + " is a single value, which has no key '" + step + "'");
    }
}
