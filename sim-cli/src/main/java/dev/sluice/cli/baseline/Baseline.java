// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.baseline;

import dev.sluice.config.source.ListNode;
import dev.sluice.config.source.MapNode;
import dev.sluice.config.source.Node;
import dev.sluice.config.source.ScalarNode;
import dev.sluice.config.source.SourceReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What an earlier check found: the output of {@code check --json}, of which only ids count.
 *
 * @param hazards the ids of its hazards, and of those that it knew from a baseline of its own
 * @param lint the ids of its lint findings, likewise
 */
public record Baseline(Set<String> hazards, Set<String> lint) {

    /**
     * Reads a file.
     *
     * @throws dev.sluice.config.ConfigException when it is not what {@code check --json} prints
     */
    public static Baseline read(Path path) {
        MapNode root = SourceReader.readMap(path);
        Node before = root.get("baseline");
        return new Baseline(ids(root, "hazards", before), ids(root, "lint", before));
    }

    private static Set<String> ids(MapNode root, String key, @Nullable Node before) {
        Node found = root.get(key);
        if (!(found instanceof ListNode list)) {
            throw (found == null ? root : found)
                    .error("no baseline: '" + key + "' should be a list; a baseline is what 'check --json' prints");
        }
        Set<String> ids = new LinkedHashSet<>();
        for (Node item : list.items()) {
            Node id = item instanceof MapNode map ? map.get("id") : null;
            if (!(id instanceof ScalarNode text)) {
                throw item.error("no baseline: an item of '" + key
                        + "' has no 'id'; check the stream again with this version's 'check --json'");
            }
            ids.add(text.text());
        }
        if (before instanceof MapNode map
                && map.get(key) instanceof MapNode part
                && part.get("known") instanceof ListNode known) {
            for (Node item : known.items()) {
                if (item instanceof ScalarNode text) {
                    ids.add(text.text());
                }
            }
        }
        return ids;
    }

    /** Compares hazards by their ids. */
    public Against.Part hazards(List<String> now) {
        return compare(hazards, now);
    }

    /** Compares lint findings by their ids. */
    public Against.Part lint(List<String> now) {
        return compare(lint, now);
    }

    private static Against.Part compare(Set<String> then, List<String> now) {
        List<String> known = new ArrayList<>();
        now.stream().filter(then::contains).forEach(known::add);
        List<String> gone = new ArrayList<>(then);
        gone.removeAll(new LinkedHashSet<>(now));
        return new Against.Part(known, gone);
    }
}
