// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.rewrite;

import dev.sluice.program.Command;
import dev.sluice.program.HostOperation;
import dev.sluice.program.HostThread;
import dev.sluice.program.StreamProgram;
import dev.sluice.program.edit.BarrierEdit;
import dev.sluice.program.edit.Item;
import dev.sluice.program.edit.StreamEdits;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * The text of a stream, in which barriers can be edited: comments, order and layout of everything else stay.
 *
 * <p>Where only masks change, only the masks' own text is replaced.
 */
public final class StreamText {
    private static final String COMMANDS = "commands";

    private final WrittenText text;
    private final List<WrittenList> lists = new ArrayList<>();
    private final Map<String, Integer> listOf = new HashMap<>();
    private final Map<String, WrittenItem> items = new LinkedHashMap<>();

    private StreamText(WrittenText text) {
        this.text = text;
        Set<Node> seen = new HashSet<>();
        if (text.root().orElse(null) instanceof MappingNode map) {
            for (String part : List.of("program", "threads", "commandBuffers")) {
                Node value = WrittenText.value(map, part);
                if (value != null) {
                    collect(value, seen);
                }
            }
        }
    }

    /**
     * The text of a stream that has been read.
     *
     * @param name the file's name, under which the stream was resolved as well
     */
    public static StreamText of(String name, byte[] bytes) {
        String all = new String(bytes, StandardCharsets.UTF_8);
        boolean mark = all.startsWith("\ufeff");
        boolean json = name.toLowerCase(Locale.ROOT).endsWith(".json");
        return new StreamText(new WrittenText(name, mark ? all.substring(1) : all, json));
    }

    private void collect(Node node, Set<Node> seen) {
        // an alias leads to the same node again
        if (!seen.add(node)) {
            return;
        }
        if (node instanceof MappingNode map) {
            for (NodeTuple entry : map.getValue()) {
                if (WrittenText.key(entry).equals(COMMANDS) && entry.getValueNode() instanceof SequenceNode list) {
                    if (seen.add(list)) {
                        add(WrittenList.of(list, text));
                    }
                } else {
                    collect(entry.getValueNode(), seen);
                }
            }
        } else if (node instanceof SequenceNode list) {
            list.getValue().forEach(item -> collect(item, seen));
        }
    }

    private void add(WrittenList list) {
        for (WrittenItem item : list.items()) {
            listOf.putIfAbsent(item.site(), lists.size());
            // what stands in two places by an alias has one site
            items.merge(item.site(), item, (one, other) -> one.unchangeable());
        }
        lists.add(list);
    }

    /** Whether a command can be changed: it is written once, and in the place where it stands. */
    public boolean editable(String site) {
        WrittenItem item = items.get(site);
        return item != null && item.editable();
    }

    /** The sites of the list in which a command is written, in order; empty for a command that is not written. */
    public List<String> siblings(String site) {
        Integer list = listOf.get(site);
        return list == null
                ? List.of()
                : lists.get(list).items().stream().map(WrittenItem::site).toList();
    }

    /**
     * The text with edits made.
     *
     * @param stream what this text resolves to
     * @throws IllegalArgumentException if an edit concerns a command that is not {@link #editable}
     */
    public String edited(StreamProgram stream, List<? extends BarrierEdit> edits) {
        Set<String> moved = new HashSet<>();
        for (BarrierEdit edit : edits) {
            for (String site : edit.sites()) {
                if (items.containsKey(site) && !editable(site)) {
                    throw new IllegalArgumentException(site + " cannot be edited");
                }
            }
            if (edit instanceof BarrierEdit.Move move) {
                moved.add(move.site());
            }
        }
        Map<String, Command> commands = commands(stream);
        Splices splices = new Splices();
        for (WrittenList list : lists) {
            List<Item> before = list.items().stream()
                    .map(item -> new Item(item.site(), commands.get(item.site())))
                    .toList();
            List<Item> after = StreamEdits.apply(before, edits);
            if (!after.equals(before)) {
                new ListRewriter(text, list, new BarrierText(stream, text.json()), before, after, moved)
                        .rewrite(splices);
            }
        }
        return splices.apply(text.all(), 0, text.all().length());
    }

    /** The commands of a stream by their sites. */
    private static Map<String, Command> commands(StreamProgram stream) {
        Map<String, Command> commands = new HashMap<>();
        for (HostThread thread : stream.threads()) {
            for (HostOperation operation : thread.operations()) {
                if (operation instanceof HostOperation.QueueSubmit submit) {
                    submit.commandBuffers()
                            .forEach(list -> list.forEach(command ->
                                    commands.putIfAbsent(command.origin().where(), command)));
                }
            }
        }
        return commands;
    }
}
