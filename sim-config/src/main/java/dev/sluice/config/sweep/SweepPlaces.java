// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.sweep;

import dev.sluice.config.ConfigException;
import dev.sluice.config.source.Position;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * Where a sweep file says what, for faults that come out when the sweep is planned. What the command line says has no place: its faults
 * name options.
 *
 * <p>Keys are those of the file; what is varied and what is set for all points have their own, {@code vary.caches.l2.size} for example.
 */
public final class SweepPlaces {
    /** A key's place, rather than that of one of its values. */
    static final String WHOLE = "";

    /** Of a sweep without a file. */
    public static final SweepPlaces NONE = new SweepPlaces(Map.of());

    private final Map<String, Map<String, Position>> places;

    private SweepPlaces(Map<String, Map<String, Position>> places) {
        this.places = places;
    }

    /** Those of a file, to be {@link #put} one after another. */
    static SweepPlaces ofFile() {
        return new SweepPlaces(new HashMap<>());
    }

    /**
     * Says where something is written.
     *
     * @param value one of the key's, or {@link #WHOLE}
     */
    void put(String key, String value, Position position) {
        places.computeIfAbsent(key, one -> new HashMap<>()).put(value, position);
    }

    /** The same but for keys in whose place the command line says something. */
    public SweepPlaces without(Collection<String> keys) {
        Map<String, Map<String, Position>> rest = new HashMap<>(places);
        rest.keySet().removeAll(keys);
        return new SweepPlaces(rest);
    }

    /** The fault of a key at its place in the file; as it is where the file does not say it. */
    public ConfigException at(String key, ConfigException fault) {
        Map<String, Position> known = places.getOrDefault(key, Map.of());
        Position place = known.get(WHOLE);
        return place == null ? fault : place.error(key + ": " + fault.problem());
    }

    /** The fault of one of a key's values at its place in the file; as it is where the file does not say it. */
    public ConfigException at(String key, String value, ConfigException fault) {
        Position place = places.getOrDefault(key, Map.of()).get(value);
        return place == null ? fault : place.error(key + ": " + value + ": " + fault.problem());
    }
}
