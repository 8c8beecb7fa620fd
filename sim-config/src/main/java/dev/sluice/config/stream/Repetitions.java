// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.stream;

import dev.sluice.config.source.ListNode;
import dev.sluice.config.source.MapNode;
import dev.sluice.config.source.Node;
import dev.sluice.config.source.ScalarNode;
import dev.sluice.config.source.SourceReader;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Unfolds {@code repeat} in the tree of a stream, among host operations and among commands: its steps stand there as often as it
 * says, with what <code>${...}</code> is in each round.
 *
 * <p>The copies keep their places in the file, so that faults and findings name the one place where a step is written.
 */
final class Repetitions {

    static final String KEY = "repeat";
    private static final String TIMES = "times";
    private static final String VARIABLE = "variable";
    private static final String STEPS = "steps";
    private static final String COMMANDS = "commands";
    private static final Set<String> KEYS = Set.of(TIMES, VARIABLE, STEPS);

    /** The variables of the rounds that are under way, innermost first. */
    private final Deque<Map.Entry<String, BigInteger>> rounds = new ArrayDeque<>();

    private long made;

    private Repetitions() {}

    /** The tree of a stream without repetitions; the same one if it has none. */
    static MapNode unfold(MapNode root) {
        Repetitions all = new Repetitions();
        return all.map(root, entry -> switch (entry.key()) {
            case "program" -> all.list(entry.value());
            case "threads" -> all.each(entry.value(), all::list);
            case "commandBuffers" -> all.each(entry.value(), all::commandBuffer);
            default -> entry.value();
        });
    }

    private Node commandBuffer(Node node) {
        return node instanceof MapNode map ? map(map, this::withCommands) : node;
    }

    private Node withCommands(MapNode.Entry entry) {
        return entry.key().equals(COMMANDS) ? list(entry.value()) : copy(entry.value());
    }

    private Node each(Node node, UnaryOperator<Node> change) {
        return node instanceof MapNode map ? map(map, entry -> change.apply(entry.value())) : node;
    }

    private Node list(Node node) {
        if (!(node instanceof ListNode list)) {
            return node;
        }
        List<Node> items = new ArrayList<>();
        for (Node item : list.items()) {
            MapNode.Entry repeat = item instanceof MapNode map ? map.entry(KEY) : null;
            if (repeat == null) {
                items.add(step(item));
            } else {
                repeat((MapNode) item, repeat, items);
            }
        }
        return items.equals(list.items()) ? list : new ListNode(list.position(), items);
    }

    /** A host operation or command; a submission has commands of its own. */
    private Node step(Node node) {
        if (node instanceof MapNode map && map.get("queueSubmit") instanceof MapNode) {
            return map(
                    map,
                    entry -> entry.key().equals("queueSubmit") ? commandBuffer(entry.value()) : copy(entry.value()));
        }
        return copy(node);
    }

    private void repeat(MapNode item, MapNode.Entry repeat, List<Node> into) {
        for (MapNode.Entry entry : item.entries()) {
            if (!entry.key().equals(repeat.key())) {
                throw entry.keyPosition().error("unexpected key '" + entry.key() + "' beside '" + KEY + "'");
            }
        }
        if (!(repeat.value() instanceof MapNode arguments)) {
            throw repeat.value()
                    .error(KEY + ": expected {times, steps}, got "
                            + repeat.value().describe());
        }
        for (MapNode.Entry entry : arguments.entries()) {
            if (!KEYS.contains(entry.key())) {
                throw entry.keyPosition()
                        .error(KEY + ": unknown key '" + entry.key() + "'; it has times, variable, steps");
            }
        }
        long times = times(arguments);
        String variable = variable(arguments);
        if (!(arguments.get(STEPS) instanceof ListNode steps)) {
            throw arguments.error(KEY + ": 'steps' has to be a list");
        }
        for (long round = 0; round < times; round++) {
            rounds.push(Map.entry(variable, BigInteger.valueOf(round)));
            Node unfolded = list(steps);
            into.addAll(((ListNode) unfolded).items());
            if (++made > SourceReader.MAX_NODES) {
                throw repeat.keyPosition().error(tooMuch());
            }
            rounds.pop();
        }
    }

    private long times(MapNode arguments) {
        Node written = arguments.get(TIMES);
        BigInteger times = written instanceof ScalarNode scalar ? copied(scalar).integer() : null;
        if (times == null || times.signum() <= 0 || times.bitLength() > 31) {
            throw (written == null ? arguments : written)
                    .error(KEY + ": 'times' has to be a whole number, 1 to " + Integer.MAX_VALUE
                            + (written == null ? "" : ", not " + written.describe()));
        }
        return times.longValueExact();
    }

    private ScalarNode copied(ScalarNode scalar) {
        return rounds.isEmpty() ? scalar : LoopExpression.replace(scalar, rounds);
    }

    private String variable(MapNode arguments) {
        Node node = arguments.get(VARIABLE);
        if (node == null) {
            return "i";
        }
        if (!(node instanceof ScalarNode scalar) || !LoopExpression.isName(scalar.text())) {
            throw node.error(KEY + ": 'variable' has to be a name");
        }
        for (Map.Entry<String, BigInteger> outer : rounds) {
            if (outer.getKey().equals(scalar.text())) {
                throw node.error(KEY + ": variable '" + scalar.text() + "' is that of an outer repeat");
            }
        }
        return scalar.text();
    }

    private MapNode map(MapNode map, java.util.function.Function<MapNode.Entry, Node> change) {
        Map<String, MapNode.Entry> entries = new LinkedHashMap<>();
        boolean same = true;
        for (MapNode.Entry entry : map.entries()) {
            Node changed = change.apply(entry);
            same &= changed == entry.value();
            entries.put(entry.key(), new MapNode.Entry(entry.key(), entry.keyPosition(), changed));
        }
        return same ? map : new MapNode(map.position(), entries);
    }

    /** A copy with the values of this round; the node itself outside of all repetitions. */
    private Node copy(Node node) {
        if (rounds.isEmpty()) {
            return node;
        }
        if (++made > SourceReader.MAX_NODES) {
            throw node.error(tooMuch());
        }
        if (node instanceof ScalarNode scalar) {
            return LoopExpression.replace(scalar, rounds);
        }
        if (node instanceof ListNode list) {
            return new ListNode(
                    list.position(), list.items().stream().map(this::copy).toList());
        }
        Map<String, MapNode.Entry> entries = new LinkedHashMap<>();
        for (MapNode.Entry entry : ((MapNode) node).entries()) {
            entries.put(entry.key(), new MapNode.Entry(entry.key(), entry.keyPosition(), copy(entry.value())));
        }
        return new MapNode(node.position(), entries);
    }

    private static String tooMuch() {
        return "the repetitions of this file unfold to more than " + SourceReader.MAX_NODES + " values";
    }
}
