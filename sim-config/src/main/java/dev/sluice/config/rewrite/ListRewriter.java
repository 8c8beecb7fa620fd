// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.rewrite;

import dev.sluice.program.Barrier;
import dev.sluice.program.Command;
import dev.sluice.program.edit.Cure;
import dev.sluice.program.edit.Item;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/** Writes an edited command list over the text of the list as it was. */
final class ListRewriter {
    private final WrittenText text;
    private final WrittenList list;
    private final BarrierText barriers;
    private final Map<String, WrittenItem> written = new LinkedHashMap<>();
    private final Map<String, Item> before = new HashMap<>();
    private final List<Item> after;
    private final Set<String> moved;

    ListRewriter(
            WrittenText text,
            WrittenList list,
            BarrierText barriers,
            List<Item> before,
            List<Item> after,
            Set<String> moved) {
        this.text = text;
        this.list = list;
        this.barriers = barriers;
        this.after = List.copyOf(after);
        this.moved = Set.copyOf(moved);
        list.items().forEach(item -> written.put(item.site(), item));
        before.forEach(item -> this.before.put(item.site(), item));
    }

    void rewrite(Splices splices) {
        if (list.flow()) {
            splices.replace(list.start(), list.end(), flow());
        } else {
            block(splices);
        }
    }

    // --- lists in brackets ---

    private String flow() {
        List<WrittenItem> items = list.items();
        Map<String, String> separators = new HashMap<>();
        for (int i = 1; i < items.size(); i++) {
            int from = items.get(i - 1).end();
            int to = items.get(i).start();
            separators.put(items.get(i).site(), text.slice(from, to));
        }
        String usual =
                items.size() < 2 ? ", " : separators.getOrDefault(items.get(1).site(), ", ");
        StringBuilder out = new StringBuilder(
                items.isEmpty() ? "[" : text.slice(list.start(), items.get(0).start()));
        boolean first = true;
        for (Item item : after) {
            WrittenItem own = moved.contains(item.site()) ? null : written.get(item.site());
            if (!first) {
                String separator = own == null ? null : separators.get(own.site());
                out.append(separator == null ? usual : separator);
            }
            first = false;
            out.append(flowItem(item));
        }
        int end = items.isEmpty() ? list.end() - 1 : items.get(items.size() - 1).end();
        return out.append(text.slice(end, list.end())).toString();
    }

    private String flowItem(Item item) {
        WrittenItem own = written.get(item.site());
        Command command = item.command();
        if (own == null) {
            if (command == null) {
                throw new IllegalStateException("nothing to write for " + item.site());
            }
            return "{" + barriers.command(command) + "}";
        }
        if (same(item)) {
            return text.slice(own.start(), own.end());
        }
        Splices inside = new Splices();
        if (!masks(item, own, inside)) {
            NodeTuple entry = own.command();
            inside.replace(
                    text.start(entry.getKeyNode()), text.end(entry.getValueNode()), barriers.command(changed(item)));
        }
        return inside.apply(text.all(), own.start(), own.end());
    }

    // --- lists in lines ---

    private void block(Splices splices) {
        int indent = list.items().isEmpty()
                ? 0
                : list.items().get(0).start()
                        - text.lineStart(text.lineOf(list.items().get(0).start()));
        Map<String, Item> kept = new HashMap<>();
        int at = list.items().isEmpty() ? list.start() : text.lineStart(text.lineOf(list.start()));
        boolean begun = false;
        for (Item item : after) {
            WrittenItem own = moved.contains(item.site()) ? null : written.get(item.site());
            if (own != null) {
                kept.put(own.site(), item);
                at = own.end();
                begun = true;
                if (!same(item)) {
                    change(item, own, indent, splices);
                }
            } else {
                String lines = String.join(text.lineBreak(), linesOf(item, indent));
                splices.replace(at, at, begun ? text.lineBreak() + lines : lines + text.lineBreak());
            }
        }
        boolean first = true;
        for (WrittenItem item : list.items()) {
            if (!kept.containsKey(item.site())) {
                remove(item, after.isEmpty() && first, splices);
            }
            first = false;
        }
    }

    private void remove(WrittenItem item, boolean leaveEmptyList, Splices splices) {
        if (leaveEmptyList) {
            splices.replace(item.start(), item.end(), "[]");
            return;
        }
        int line = text.lineOf(item.start());
        splices.replace(text.lineStart(line), text.lineStart(text.lineOf(item.end()) + 1), "");
    }

    /** The lines of a new or moved command, without the last break. */
    private List<String> linesOf(Item item, int indent) {
        WrittenItem own = written.get(item.site());
        if (own == null) {
            return barriers.block(
                    changed(item),
                    indent,
                    item.command() instanceof Command.PipelineBarrier added
                                    && added.origin().label() != null
                            ? List.of("label: " + Flow.quoted(added.origin().label()))
                            : List.of(),
                    "",
                    null);
        }
        Splices inside = new Splices();
        if (!same(item)) {
            change(item, own, indent, inside);
        }
        String moved = inside.apply(text.all(), own.start(), own.end());
        return List.of(" ".repeat(indent) + moved);
    }

    private void change(Item item, WrittenItem own, int indent, Splices splices) {
        if (masks(item, own, splices)) {
            return;
        }
        List<String> lines = barriers.block(changed(item), indent, beside(own), comment(own), texts(item, own));
        // the dash's own indentation stays
        String block = String.join(text.lineBreak(), lines).substring(indent);
        splices.replace(own.start(), own.end(), block);
    }

    /** The lines of the keys that stand beside the command's own, in order. */
    private List<String> beside(WrittenItem own) {
        List<String> lines = new ArrayList<>();
        for (NodeTuple entry : own.node().getValue()) {
            if (!entry.equals(own.command()) && entry.getValueNode() instanceof ScalarNode scalar) {
                boolean name = scalar.getTag().equals(Tag.STR) && !plain(scalar.getValue());
                lines.add(WrittenText.key(entry) + ": " + (name ? Flow.quoted(scalar.getValue()) : scalar.getValue()));
            }
        }
        return lines;
    }

    private static boolean plain(String value) {
        return value.matches("[A-Za-z][A-Za-z0-9_ .()/+-]*") && !value.endsWith(" ");
    }

    /** The comment behind the command's key, with the spaces before it. */
    private String comment(WrittenItem own) {
        int key = text.end(own.command().getKeyNode());
        int end = text.lineEnd(text.lineOf(key));
        String rest = key < end ? text.slice(key + 1, end) : "";
        return rest.strip().startsWith("#") ? rest.stripTrailing() : "";
    }

    /** Whether a command stays as it is written. */
    private boolean same(Item item) {
        Item old = before.get(item.site());
        return old != null && old.equals(item);
    }

    private static Command changed(Item item) {
        Command command = item.command();
        if (command == null) {
            throw new IllegalStateException("nothing to write for " + item.site());
        }
        return command;
    }

    // --- within a command ---

    /** Replaces the masks that changed, if nothing but masks did and each is written in place. */
    private boolean masks(Item item, WrittenItem own, Splices splices) {
        Item old = before.get(item.site());
        if (old == null
                || !(item.command() instanceof Command.PipelineBarrier now)
                || !(old.command() instanceof Command.PipelineBarrier was)
                || now.barriers().size() != was.barriers().size()) {
            return false;
        }
        List<@Nullable MappingNode> nodes = nodes(own, was.barriers());
        List<Runnable> changes = new ArrayList<>();
        for (int i = 0; i < now.barriers().size(); i++) {
            Barrier a = was.barriers().get(i);
            Barrier b = now.barriers().get(i);
            if (a.equals(b)) {
                continue;
            }
            MappingNode node = nodes.get(i);
            if (node == null || !text.inside(node, own.node()) || !onlyMasks(a, b)) {
                return false;
            }
            for (Cure.Mask mask : Cure.Masks.changed(a, b).masks()) {
                if (!mask(node, mask, changes, splices)) {
                    return false;
                }
            }
        }
        changes.forEach(Runnable::run);
        return true;
    }

    private static boolean onlyMasks(Barrier a, Barrier b) {
        return a.masked(b.srcStages(), b.srcAccess(), b.dstStages(), b.dstAccess())
                .equals(b);
    }

    private boolean mask(MappingNode node, Cure.Mask mask, List<Runnable> changes, Splices splices) {
        Node value = WrittenText.value(node, DependencyTree.key(mask.part()));
        if (value == null || !text.inside(value, node) || value.getAnchor().isPresent() || !inOneLine(value)) {
            return false;
        }
        changes.add(() -> splices.replace(text.start(value), text.end(value), barriers.names(mask)));
        return true;
    }

    private static boolean inOneLine(Node value) {
        return value instanceof ScalarNode scalar
                ? scalar.getScalarStyle() != ScalarStyle.LITERAL && scalar.getScalarStyle() != ScalarStyle.FOLDED
                : value instanceof SequenceNode list && list.getFlowStyle() == FlowStyle.FLOW;
    }

    /** The mappings of a command's barriers, in the order in which they are resolved; null for one that is not found. */
    private static List<@Nullable MappingNode> nodes(WrittenItem own, List<Barrier> resolved) {
        List<@Nullable MappingNode> nodes = new ArrayList<>();
        if (own.command().getValueNode() instanceof MappingNode arguments) {
            for (DependencyTree.Group group : DependencyTree.Group.values()) {
                if (WrittenText.value(arguments, group.key()) instanceof SequenceNode list) {
                    for (Node node : list.getValue()) {
                        nodes.add(node instanceof MappingNode map ? map : null);
                    }
                }
            }
        }
        while (nodes.size() < resolved.size()) {
            nodes.add(null);
        }
        return nodes;
    }

    /** The texts of those barriers that stay as they are written, in braces. */
    private List<@Nullable String> texts(Item item, WrittenItem own) {
        List<@Nullable String> texts = new ArrayList<>();
        Item old = before.get(item.site());
        if (!(item.command() instanceof Command.PipelineBarrier now)
                || old == null
                || !(old.command() instanceof Command.PipelineBarrier was)) {
            return nulls(item);
        }
        List<@Nullable MappingNode> nodes = nodes(own, was.barriers());
        for (Barrier barrier : now.barriers()) {
            int index = was.barriers().indexOf(barrier);
            MappingNode node = index < 0 ? null : nodes.get(index);
            texts.add(node == null ? null : inBraces(node, own));
        }
        return texts;
    }

    /** The text of a barrier in braces; null where it is written in another way or elsewhere. */
    private @Nullable String inBraces(MappingNode node, WrittenItem own) {
        return text.inside(node, own.node()) && text.at(text.start(node)) == '{'
                ? text.slice(text.start(node), text.end(node))
                : null;
    }

    private static List<@Nullable String> nulls(Item item) {
        List<@Nullable String> texts = new ArrayList<>();
        if (item.command() instanceof Command.PipelineBarrier barrier) {
            barrier.barriers().forEach(b -> texts.add(null));
        }
        return texts;
    }
}
