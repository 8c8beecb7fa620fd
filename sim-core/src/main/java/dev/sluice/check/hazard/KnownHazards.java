// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.hazard;

import dev.sluice.check.trace.Intervals;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The hazards of a stream before a change of its dependencies, to tell those that the change brings.
 *
 * <p>Atomics that do not commute are no hazard without an order, but a change that takes it brings one: the bytes that they leave
 * may be others. So does one that takes the order from the first acquisition of an image to what modifies it. One between two
 * commands that had one already is brought too where more is missing than before, or where it concerns more bytes. What the host
 * may read must stay so, as early as before.
 */
public final class KnownHazards {
    private final Map<Key, Long> bytes;
    private final List<HostReading> readings;
    private final Function<Hazard.Party, String> names;

    private record Key(HazardKind kind, String prior, String current, String resource, MissingHalf missing) {}

    /**
     * Of a report.
     *
     * @param names what tells commands before the change and after it
     */
    public KnownHazards(HazardReport report, Function<Hazard.Party, String> names) {
        this.names = names;
        this.bytes = bytes(all(report));
        this.readings = report.readings();
    }

    /** By the ids of commands: for changes that keep them. */
    public static KnownHazards byId(HazardReport report) {
        return new KnownHazards(report, Hazard.Party::id);
    }

    private Map<Key, Long> bytes(List<Hazard> hazards) {
        Map<Key, Long> sums = new LinkedHashMap<>();
        hazards.forEach(hazard -> sums.merge(key(hazard), hazard.bytes(), Long::sum));
        return sums;
    }

    /** Its hazards, and the atomics whose order it leaves open. */
    private static List<Hazard> all(HazardReport report) {
        List<Hazard> all = new ArrayList<>(report.hazards());
        all.addAll(report.orders());
        return all;
    }

    private Key key(Hazard hazard) {
        return new Key(
                hazard.kind(),
                names.apply(hazard.prior()),
                names.apply(hazard.current()),
                hazard.resource(),
                hazard.missing());
    }

    /** The hazards that a change has brought, those of readings that it takes from the host included. */
    public List<Hazard> brought(HazardReport after) {
        List<Hazard> brought = new ArrayList<>(unordered(after));
        brought.addAll(lost(after));
        return brought;
    }

    /** The hazards that a change has brought. */
    public List<Hazard> unordered(HazardReport after) {
        List<Hazard> all = all(after);
        Map<Key, Long> now = bytes(all);
        List<Hazard> brought = new ArrayList<>();
        for (Hazard hazard : all) {
            Key key = key(hazard);
            if (now.getOrDefault(key, 0L) > bytes.getOrDefault(key, 0L)) {
                brought.add(hazard);
            }
        }
        return brought;
    }

    /** The hazards that there would be if the host read what it may read no longer, or only after a later wait. */
    public List<Hazard> lost(HazardReport after) {
        if (readings.isEmpty()) {
            return List.of();
        }
        Map<Reading, List<HostReading>> now = new LinkedHashMap<>();
        after.readings()
                .forEach(reading -> now.computeIfAbsent(reading(reading), key -> new ArrayList<>())
                        .add(reading));
        List<Hazard> lost = new ArrayList<>();
        for (HostReading before : readings) {
            Intervals rest = before.where();
            for (HostReading still : now.getOrDefault(reading(before), List.of())) {
                if (still.position() <= before.position()) {
                    rest = rest.minus(still.where());
                }
            }
            if (!rest.isEmpty()) {
                lost.add(before.otherwise());
            }
        }
        return lost;
    }

    private record Reading(String write, String submission, String resource, int space, int thread) {}

    /** Submissions keep their numbers whatever becomes of barriers; the commands in them do not. */
    private Reading reading(HostReading reading) {
        Hazard.Party write = reading.otherwise().prior();
        int dot = write.id().lastIndexOf('.');
        String submission = dot < 0 ? write.id() : write.id().substring(0, dot);
        return new Reading(
                names.apply(write), submission, reading.otherwise().resource(), reading.space(), reading.thread());
    }
}
