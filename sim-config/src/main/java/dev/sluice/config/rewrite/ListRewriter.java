package dev.sluice.config.rewrite;

import dev.sluice.config.source.ListNode;
import dev.sluice.config.source.MapNode;
import dev.sluice.config.source.Node;
import dev.sluice.config.source.ScalarNode;
import dev.sluice.core.command.Barrier;
import dev.sluice.core.command.Command;
import dev.sluice.core.command.edit.Cure;
import dev.sluice.core.command.edit.Item;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Writes an edited command list over the text of the list as it was. */
final class ListRewriter {
    private final Text text;
    private final WrittenList list;
    private final BarrierText barriers;
    private final Map<String, WrittenItem> written = new LinkedHashMap<>();
    private final Map<String, Item> before = new HashMap<>();
    private final List<Item> after;
    private final Set<String> moved;

    ListRewriter(
            Text text, WrittenList list, BarrierText barriers, List<Item> before, List<Item> after, Set<String> moved) {
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
            MapNode.Entry entry = own.command();
            int key = text.index(entry.keyPosition());
            int value = text.index(entry.value().position());
            inside.replace(key, text.endOf(value), barriers.command(changed(item)));
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
        MapNode.Entry command = own.command();
        for (MapNode.Entry entry : own.node().entries()) {
            if (!entry.key().equals(command.key()) && entry.value() instanceof ScalarNode scalar) {
                String value = scalar.kind() == ScalarNode.Kind.TEXT && !plain(scalar.text())
                        ? Flow.quoted(scalar.text())
                        : scalar.text();
                lines.add(entry.key() + ": " + value);
            }
        }
        return lines;
    }

    private static boolean plain(String value) {
        return value.matches("[A-Za-z][A-Za-z0-9_ .()/+-]*") && !value.endsWith(" ");
    }

    /** The comment behind the command's key, with the spaces before it. */
    private String comment(WrittenItem own) {
        int key = text.index(own.command().keyPosition());
        int line = text.lineOf(key);
        int at = key + own.command().key().length() + 1;
        int end = text.lineEnd(line);
        String rest = at <= end ? text.slice(at, end) : "";
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
        List<@Nullable MapNode> nodes = nodes(own, was.barriers());
        List<Runnable> changes = new ArrayList<>();
        for (int i = 0; i < now.barriers().size(); i++) {
            Barrier a = was.barriers().get(i);
            Barrier b = now.barriers().get(i);
            if (a.equals(b)) {
                continue;
            }
            MapNode node = nodes.get(i);
            int at = node == null ? -1 : text.index(node.position());
            if (node == null || at < own.start() || at >= own.end() || !onlyMasks(a, b)) {
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

    private boolean mask(MapNode node, Cure.Mask mask, List<Runnable> changes, Splices splices) {
        MapNode.Entry entry = node.entry(DependencyTree.key(mask.part()));
        if (entry == null) {
            return false;
        }
        int start = text.index(entry.value().position());
        boolean here = start > text.index(entry.keyPosition());
        boolean inOneLine = entry.value() instanceof ScalarNode || text.at(start) == '[';
        if (!here || !inOneLine || text.at(start) == '&' || text.at(start) == '|' || text.at(start) == '>') {
            return false;
        }
        changes.add(() -> splices.replace(start, text.endOf(start), barriers.names(mask)));
        return true;
    }

    /** The mappings of a command's barriers, in the order in which they are resolved; null for one that is not found. */
    private static List<@Nullable MapNode> nodes(WrittenItem own, List<Barrier> resolved) {
        List<@Nullable MapNode> nodes = new ArrayList<>();
        if (own.command().value() instanceof MapNode arguments) {
            for (DependencyTree.Group group : DependencyTree.Group.values()) {
                if (arguments.get(group.key()) instanceof ListNode list) {
                    for (Node node : list.items()) {
                        nodes.add(node instanceof MapNode map ? map : null);
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
        List<@Nullable MapNode> nodes = nodes(own, was.barriers());
        for (Barrier barrier : now.barriers()) {
            int index = was.barriers().indexOf(barrier);
            MapNode node = index < 0 ? null : nodes.get(index);
            int start = node == null ? -1 : text.index(node.position());
            boolean here = start >= own.start() && start < own.end() && text.at(start) == '{';
            texts.add(here ? text.slice(start, text.endOf(start)) : null);
        }
        return texts;
    }

    private static List<@Nullable String> nulls(Item item) {
        List<@Nullable String> texts = new ArrayList<>();
        if (item.command() instanceof Command.PipelineBarrier barrier) {
            barrier.barriers().forEach(b -> texts.add(null));
        }
        return texts;
    }
}
