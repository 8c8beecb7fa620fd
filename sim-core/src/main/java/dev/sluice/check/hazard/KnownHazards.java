// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.hazard;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The hazards of a stream before a change of its dependencies, to tell those that the change brings.
 *
 * <p>One between two commands that had one already is brought too where more is missing than before, or where it concerns more
 * bytes.
 */
public final class KnownHazards {
    private final Map<Key, Long> bytes;
    private final Function<Hazard.Party, String> names;

    private record Key(HazardKind kind, String prior, String current, String resource, MissingHalf missing) {}

    /**
     * Of a report.
     *
     * @param names what tells commands before the change and after it
     */
    public KnownHazards(List<Hazard> hazards, Function<Hazard.Party, String> names) {
        this.names = names;
        this.bytes = bytes(hazards);
    }

    /** By the ids of commands: for changes that keep them. */
    public static KnownHazards byId(List<Hazard> hazards) {
        return new KnownHazards(hazards, Hazard.Party::id);
    }

    private Map<Key, Long> bytes(List<Hazard> hazards) {
        Map<Key, Long> sums = new LinkedHashMap<>();
        hazards.forEach(hazard -> sums.merge(key(hazard), hazard.bytes(), Long::sum));
        return sums;
    }

    private Key key(Hazard hazard) {
        return new Key(
                hazard.kind(),
                names.apply(hazard.prior()),
                names.apply(hazard.current()),
                hazard.resource(),
                hazard.missing());
    }

    /** Those of the hazards after a change that it has brought. */
    public List<Hazard> brought(List<Hazard> after) {
        Map<Key, Long> now = bytes(after);
        List<Hazard> brought = new ArrayList<>();
        for (Hazard hazard : after) {
            Key key = key(hazard);
            if (now.getOrDefault(key, 0L) > bytes.getOrDefault(key, 0L)) {
                brought.add(hazard);
            }
        }
        return brought;
    }
}
