// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.compare;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/**
 * What differs in one pass through a region of statistics.
 *
 * @param time how long it lasted, named as the region; of a second pass and later ones with its number behind: {@code blur (2)}
 * @param counters what the machine counted meanwhile, the most important first; none where only one result has the region
 */
public record RegionDifference(ResultDifference.Moved time, List<ResultDifference.Moved> counters) {
    /** Copies the list. */
    public RegionDifference {
        counters = List.copyOf(counters);
    }

    /** The regions that differ, by the change of their time. */
    static List<RegionDifference> of(ResultDifference results) {
        Map<String, JsonNode> first = byName(results.a());
        Map<String, JsonNode> second = byName(results.b());
        Set<String> names = new LinkedHashSet<>(first.keySet());
        names.addAll(second.keySet());
        List<RegionDifference> regions = new ArrayList<>();
        for (String name : names) {
            JsonNode before = first.getOrDefault(name, MissingNode.getInstance());
            JsonNode now = second.getOrDefault(name, MissingNode.getInstance());
            boolean both = before.isObject() && now.isObject();
            ResultDifference.Moved time = new ResultDifference.Moved(
                    name,
                    time(results, results.a(), before),
                    time(results, results.b(), now),
                    before.isObject(),
                    now.isObject());
            RegionDifference region = new RegionDifference(
                    time, both ? ResultDifference.moved(counters(before), counters(now)) : List.of());
            if (!both || time.by() != 0 || !region.counters().isEmpty()) {
                regions.add(region);
            }
        }
        regions.sort(Comparator.comparingLong(
                        (RegionDifference region) -> Math.abs(region.time().by()))
                .reversed());
        return regions;
    }

    private static Map<String, JsonNode> byName(ResultFile file) {
        Map<String, JsonNode> regions = new LinkedHashMap<>();
        for (JsonNode region : file.root().path("regions")) {
            long occurrence = region.path("occurrence").asLong(1);
            regions.put(region.path("name").asString("") + (occurrence > 1 ? " (" + occurrence + ")" : ""), region);
        }
        return regions;
    }

    private static long time(ResultDifference results, ResultFile file, JsonNode region) {
        return results.span(file, region.path("cycles").asLong(0));
    }

    private static Map<String, Long> counters(JsonNode region) {
        Map<String, Long> counters = new LinkedHashMap<>();
        region.path("caches")
                .properties()
                .forEach(cache -> ResultDifference.counters(cache.getValue())
                        .forEach((key, count) -> counters.put("caches." + cache.getKey() + "." + key, count)));
        ResultDifference.PARTS.forEach(part -> ResultDifference.numbers(part, region.path(part), counters));
        return counters;
    }
}
