package dev.sluice.config.rewrite;

import dev.sluice.config.source.ListNode;
import dev.sluice.config.source.MapNode;
import dev.sluice.config.source.Node;
import dev.sluice.config.source.ScalarNode;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A list of commands as it is written.
 *
 * @param flow whether it stands in brackets; else its items stand in lines that begin with a dash
 * @param start the index of its bracket, or of the first line of a block
 * @param end the index after its bracket, or after the last item of a block
 * @param items in order
 */
record WrittenList(boolean flow, int start, int end, List<WrittenItem> items) {
    private static final Pattern ANCHOR = Pattern.compile("(?:^|[\\s\\[{,])&[^\\s,\\[\\]{}]");

    WrittenList {
        items = List.copyOf(items);
    }

    static WrittenList of(ListNode list, Text text) {
        int start = text.index(list.position());
        boolean flow = text.at(start) == '[';
        List<WrittenItem> items = new ArrayList<>();
        int last = start;
        for (Node node : list.items()) {
            if (node instanceof MapNode map && map.size() > 0) {
                WrittenItem item = flow ? inBrackets(map, text, last) : inBlock(map, text, last);
                items.add(item);
                last = Math.max(last, item.end());
            }
        }
        return new WrittenList(flow, start, flow ? text.endOf(start) : last, items);
    }

    private static WrittenItem inBrackets(MapNode map, Text text, int after) {
        int start = text.index(map.position());
        boolean braces = text.at(start) == '{' && start >= after;
        int end = braces ? text.endOf(start) : start;
        return new WrittenItem(site(map), map, start, end, braces && !anchors(text, start, end));
    }

    private static WrittenItem inBlock(MapNode map, Text text, int after) {
        int first = text.index(map.position());
        int dash = first;
        while (dash > after && text.at(dash) != '-') {
            dash--;
        }
        int line = text.lineOf(dash);
        boolean ownLine = text.at(dash) == '-' && text.indent(line) == dash - text.lineStart(line);
        // behind an alias stands what is written elsewhere
        boolean here = first >= after && ownLine;
        if (!here) {
            return new WrittenItem(site(map), map, first, first, false);
        }
        int indent = text.indent(line);
        int at = Math.max(line, lastLine(map, line, text));
        int end = at;
        while (at + 1 < text.lines() && (text.indent(at + 1) > indent || text.indent(at + 1) < 0)) {
            at++;
            end = text.indent(at) < 0
                            && text.slice(text.lineStart(at), text.lineEnd(at)).isBlank()
                    ? end
                    : at;
        }
        int stop = text.lineEnd(end);
        return new WrittenItem(site(map), map, dash, stop, !anchors(text, dash, stop));
    }

    /** Whether a part of the text may be meant elsewhere as well. */
    private static boolean anchors(Text text, int start, int end) {
        return !text.json() && ANCHOR.matcher(text.slice(start, end)).find();
    }

    /** The last line on which a part of a node begins, not looking behind aliases. */
    private static int lastLine(Node node, int least, Text text) {
        int line = text.lineOf(text.index(node.position()));
        if (line < least) {
            return least;
        }
        int last = line;
        if (node instanceof MapNode map) {
            for (MapNode.Entry entry : map.entries()) {
                int key = entry.keyPosition().line() - 1;
                last = Math.max(last, Math.max(key, lastLine(entry.value(), last, text)));
            }
        } else if (node instanceof ListNode list) {
            for (Node item : list.items()) {
                last = Math.max(last, lastLine(item, last, text));
            }
        }
        return last;
    }

    /** The place that reports give for a command: what an importer knows stands behind the place in the text. */
    private static String site(MapNode item) {
        String place = item.position().toString();
        return item.get("source") instanceof ScalarNode source && item.size() > 1
                ? place + " (" + source.text() + ")"
                : place;
    }
}
