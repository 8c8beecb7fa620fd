// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.compact;

import dev.sluice.config.source.ListNode;
import dev.sluice.config.source.MapNode;
import dev.sluice.config.source.Node;
import dev.sluice.config.source.Position;
import dev.sluice.config.source.ScalarNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/** A mapping of the stream's tree in the making: keys in order, each value where it is written in the compact stream. */
final class Mapping {
    private final Position at;
    private final Map<String, MapNode.Entry> entries = new LinkedHashMap<>();

    /** An empty mapping of what is written at {@code at}. */
    Mapping(Position at) {
        this.at = at;
    }

    /** A mapping with one key: an operation or command by its name. */
    static MapNode one(String key, Node value) {
        return new Mapping(value.position()).put(key, value).node();
    }

    Mapping put(String key, Node value) {
        entries.put(key, new MapNode.Entry(key, value.position(), value));
        return this;
    }

    Mapping put(String key, Word value) {
        return put(key, value.node());
    }

    /** A text that the line implies. */
    Mapping put(String key, String value) {
        return put(key, new ScalarNode(at, ScalarNode.Kind.TEXT, value, null));
    }

    /** A number that the line implies. */
    Mapping put(String key, long value) {
        return put(key, new ScalarNode(at, ScalarNode.Kind.INTEGER, Long.toString(value), null));
    }

    /** A list of words. */
    Mapping put(String key, List<Word> values) {
        Position place = values.isEmpty() ? at : values.get(0).at();
        return put(key, new ListNode(place, Word.nodes(values)));
    }

    /** A list of numbers that the line implies. */
    Mapping numbers(String key, long... values) {
        return put(
                key,
                new ListNode(
                        at,
                        LongStream.of(values)
                                .mapToObj(value ->
                                        (Node) new ScalarNode(at, ScalarNode.Kind.INTEGER, Long.toString(value), null))
                                .toList()));
    }

    /** A list, unless it is empty: an absent key says the same. */
    Mapping list(String key, List<? extends Node> values) {
        return values.isEmpty() ? this : put(key, new ListNode(values.get(0).position(), List.copyOf(values)));
    }

    MapNode node() {
        return new MapNode(at, entries);
    }
}
