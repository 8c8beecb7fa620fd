// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.sweep;

import dev.sluice.config.ConfigException;
import dev.sluice.config.bind.Nearest;
import dev.sluice.config.sweep.SweepPlaces;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The names of {@link Metrics} that a sweep can have, and the choice of some of them. */
public final class MetricNames {
    private static final String OPTION = "--metrics";
    private static final String OBJECTIVE = "--objective";
    private static final String OBJECTIVES = "objectives";
    private static final String MORE = ":max";
    private static final String LESS = ":min";
    private static final String ALL = "all";

    private final Set<String> caches;
    private final boolean bytes;
    private final boolean optimal;
    private final SweepPlaces places;
    private final Set<String> known;

    /**
     * @param caches of the devices, in their order
     * @param bytes whether there are findings
     * @param optimal whether there are bounds of replacement
     */
    public MetricNames(Collection<String> caches, boolean bytes, boolean optimal) {
        this(caches, bytes, optimal, SweepPlaces.NONE);
    }

    /** The same for a sweep whose file may choose. */
    MetricNames(Collection<String> caches, boolean bytes, boolean optimal, SweepPlaces places) {
        this.places = places;
        this.caches = new LinkedHashSet<>(caches);
        this.bytes = bytes;
        this.optimal = optimal;
        known = new LinkedHashSet<>();
        for (String name : Metrics.WHOLE) {
            if (bytes || !name.equals(Metrics.FINDINGS)) {
                known.add(name);
            }
        }
        for (String cache : this.caches) {
            Metrics.OF_CACHE.forEach(counter -> known.add("caches." + cache + "." + counter));
            if (optimal) {
                Metrics.OF_OPTIMAL.forEach(bound -> known.add("caches." + cache + "." + bound));
            }
        }
    }

    /** What results show when nobody says. */
    private List<String> usual() {
        List<String> usual = new ArrayList<>(List.of(Metrics.CYCLES, "timeNs", Metrics.CACHE_BYTES));
        if (bytes) {
            usual.add(Metrics.FINDINGS);
        }
        for (String cache : caches) {
            usual.add("caches." + cache + "." + Metrics.HIT_RATE);
            usual.add("caches." + cache + "." + Metrics.JOINED_RATE);
        }
        if (optimal) {
            caches.forEach(cache -> usual.add("caches." + cache + "." + Metrics.OPTIMAL_HIT_RATE));
        }
        usual.addAll(List.of("vram.readBytes", "vram.writeBytes", "barriers.stallCycles"));
        return usual;
    }

    /**
     * The names that are chosen; {@code *} stands for any part of a name, and {@code all} for all of them.
     *
     * @throws ConfigException for what names none
     */
    public List<String> chosen(List<String> patterns) {
        return chosen(patterns, List.of());
    }

    /** The same, or where none is chosen the usual ones and what is best by. */
    List<String> chosen(List<String> patterns, List<Objective> objectives) {
        if (patterns.isEmpty()) {
            Set<String> usual = new LinkedHashSet<>(usual());
            objectives.forEach(one -> usual.add(one.metric()));
            return List.copyOf(usual);
        }
        Set<String> chosen = new LinkedHashSet<>();
        for (String pattern : patterns) {
            List<String> found = matching(pattern.strip());
            if (found.isEmpty()) {
                throw places.at(
                        "metrics",
                        pattern,
                        new ConfigException(
                                OPTION + " " + pattern,
                                "no such metric" + Nearest.hint(pattern.strip(), known) + reason(pattern)));
            }
            chosen.addAll(found);
        }
        return List.copyOf(chosen);
    }

    private String reason(String pattern) {
        String name = pattern.strip();
        if (name.equals(Metrics.FINDINGS) && !bytes) {
            return "; findings need --bytes";
        }
        return Metrics.OF_OPTIMAL.contains(name.substring(name.lastIndexOf('.') + 1)) && !optimal
                ? "; bounds of replacement need --optimal"
                : "";
    }

    private List<String> matching(String pattern) {
        if (pattern.equals(ALL)) {
            return List.copyOf(known);
        }
        Pattern glob = Pattern.compile(Pattern.compile("\\*")
                .splitAsStream(pattern + "\0")
                .map(part -> Pattern.quote(part.replace("\0", "")))
                .collect(Collectors.joining(".*")));
        return known.stream().filter(name -> glob.matcher(name).matches()).toList();
    }

    /**
     * The two objectives that are chosen, {@code cycles} against {@code cacheBytes} when none is.
     *
     * @throws ConfigException for what names none, or another number of them
     */
    public List<Objective> objectives(List<String> texts) {
        List<String> both = texts.isEmpty() ? List.of(Metrics.CYCLES, Metrics.CACHE_BYTES) : texts;
        if (both.size() != 2) {
            throw fault(both, "expected two metrics, such as cycles,cacheBytes");
        }
        List<Objective> objectives = new ArrayList<>();
        for (String text : both) {
            boolean more = text.endsWith(MORE);
            String name = more || text.endsWith(LESS) ? text.substring(0, text.length() - MORE.length()) : text;
            if (!known.contains(name)) {
                int colon = name.lastIndexOf(':');
                boolean named = colon >= 0 && known.contains(name.substring(0, colon));
                throw places.at(
                        OBJECTIVES,
                        text,
                        new ConfigException(
                                OBJECTIVE + " " + text,
                                named
                                        ? "'" + name.substring(colon) + "' is neither " + MORE + " nor " + LESS
                                        : "no such metric" + Nearest.hint(name, known) + reason(name)));
            }
            boolean rate = name.endsWith("Rate") || name.equals("vram.bytesPerCycle");
            objectives.add(new Objective(name, more || rate && !text.endsWith(LESS)));
        }
        if (objectives.get(0).metric().equals(objectives.get(1).metric())) {
            throw fault(both, "the two are the same metric");
        }
        return objectives;
    }

    private ConfigException fault(List<String> objectives, String problem) {
        return places.at(OBJECTIVES, new ConfigException(OBJECTIVE + " " + String.join(",", objectives), problem));
    }
}
