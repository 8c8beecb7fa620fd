// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.rewrite;

import java.util.Set;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.NodeTuple;

/**
 * A command as it is written.
 *
 * @param site the place that reports give for it
 * @param node its mapping
 * @param start the index of its first character: of its dash, or of its brace
 * @param end the index after its last character, the line break of a block item apart
 * @param editable whether it may be changed: not where an alias stands for it, or its braces are left out
 */
record WrittenItem(String site, MappingNode node, int start, int end, boolean editable) {
    private static final Set<String> BESIDE = Set.of("label", "source", "approximate");

    /** The same command, not to be changed. */
    WrittenItem unchangeable() {
        return new WrittenItem(site, node, start, end, false);
    }

    /** The key that says which command it is; {@code label} alone is a command, too. */
    NodeTuple command() {
        return node.getValue().stream()
                .filter(entry -> !BESIDE.contains(WrittenText.key(entry)))
                .reduce((first, second) -> second)
                .orElseGet(() -> node.getValue().get(0));
    }
}
