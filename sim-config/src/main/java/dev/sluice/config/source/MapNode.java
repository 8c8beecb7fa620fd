// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.source;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A mapping with text keys, in file order, each key once. */
public final class MapNode implements Node {
    private final Position position;
    private final Map<String, Entry> entries;

    /**
     * One key with its value.
     *
     * @param key the key's text
     * @param keyPosition the key's place
     * @param value the value
     */
    public record Entry(String key, Position keyPosition, Node value) {}

    /** A mapping of {@code entries}, whose keys are already known to differ. */
    public MapNode(Position position, Map<String, Entry> entries) {
        this.position = position;
        this.entries = Collections.unmodifiableMap(new LinkedHashMap<>(entries));
    }

    /** A mapping that is made, not read, in the order of {@code values}. */
    public static MapNode of(Map<String, ? extends Node> values) {
        Map<String, Entry> entries = new LinkedHashMap<>();
        values.forEach((key, value) -> entries.put(key, new Entry(key, Position.NOWHERE, value)));
        return new MapNode(Position.NOWHERE, entries);
    }

    @Override
    public Position position() {
        return position;
    }

    /** All keys with their values, in file order. */
    public Collection<Entry> entries() {
        return entries.values();
    }

    /** The key with its value, or null when it is absent. */
    public @Nullable Entry entry(String key) {
        return entries.get(key);
    }

    /** The value of {@code key}, or null when it is absent. */
    public @Nullable Node get(String key) {
        Entry entry = entries.get(key);
        return entry == null ? null : entry.value();
    }

    /** The number of keys. */
    public int size() {
        return entries.size();
    }

    @Override
    public String describe() {
        return "a mapping";
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof MapNode map && position.equals(map.position) && entries.equals(map.entries);
    }

    @Override
    public int hashCode() {
        return 31 * position.hashCode() + entries.hashCode();
    }

    @Override
    public String toString() {
        return position + " " + entries.keySet();
    }
}
