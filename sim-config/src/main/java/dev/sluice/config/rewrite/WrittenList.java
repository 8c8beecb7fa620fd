// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.rewrite;

import java.util.ArrayList;
import java.util.List;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * A list of commands as it is written.
 *
 * @param flow whether it stands in brackets; else its items stand in lines that begin with a dash
 * @param start the index of its bracket, or of the first line of a block
 * @param end the index after its bracket, or after the last item of a block
 * @param items in order
 */
record WrittenList(boolean flow, int start, int end, List<WrittenItem> items) {
    WrittenList {
        items = List.copyOf(items);
    }

    static WrittenList of(SequenceNode list, WrittenText text) {
        boolean flow = list.getFlowStyle() == FlowStyle.FLOW;
        List<WrittenItem> items = new ArrayList<>();
        int last = text.start(list);
        for (Node node : list.getValue()) {
            if (node instanceof MappingNode map && !map.getValue().isEmpty()) {
                // behind an alias stands what is written elsewhere
                WrittenItem item = text.start(map) < last
                        ? elsewhere(map, text)
                        : flow ? inBrackets(map, text) : inBlock(map, text);
                items.add(item);
                last = Math.max(last, item.end());
            }
        }
        return new WrittenList(flow, text.start(list), flow ? text.end(list) : last, items);
    }

    private static WrittenItem elsewhere(MappingNode map, WrittenText text) {
        int start = text.start(map);
        return new WrittenItem(site(map, text), map, start, start, false);
    }

    private static WrittenItem inBrackets(MappingNode map, WrittenText text) {
        int start = text.start(map);
        return text.at(start) == '{'
                ? new WrittenItem(site(map, text), map, start, text.end(map), !text.anchored(map))
                : elsewhere(map, text);
    }

    private static WrittenItem inBlock(MappingNode map, WrittenText text) {
        int dash = text.all().lastIndexOf('-', text.start(map));
        int line = text.lineOf(dash);
        int indent = text.indent(line);
        if (indent != dash - text.lineStart(line)) {
            return elsewhere(map, text);
        }
        int end = text.lineOf(text.end(map));
        // comments that are indented further belong to the item
        for (int at = end; at + 1 < text.lines() && (text.indent(at + 1) > indent || text.blank(at + 1)); at++) {
            end = text.blank(at + 1) ? end : at + 1;
        }
        return new WrittenItem(site(map, text), map, dash, text.lineEnd(end), !text.anchored(map));
    }

    /** The place that reports give for a command: what an importer knows stands behind the place in the text. */
    private static String site(MappingNode item, WrittenText text) {
        String place = text.position(item).toString();
        return WrittenText.value(item, "source") instanceof ScalarNode source
                        && item.getValue().size() > 1
                ? place + " (" + source.getValue() + ")"
                : place;
    }
}
