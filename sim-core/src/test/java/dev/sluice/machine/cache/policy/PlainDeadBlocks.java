// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache.policy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Sampling dead block prediction without bypass as its paper says it, all sets sampled, with counters for each site and no tables. */
final class PlainDeadBlocks {

    private static final int SAMPLE_WAYS = 12;

    private record Line(long number, int site, boolean dead) {}

    private final int sets;
    /** Null where a way is free. */
    private final @Nullable Line[][] lines;
    /** The ways of each set, the one used longest ago first. */
    private final List<List<Integer>> orders = new ArrayList<>();
    /** The sampler's lines of each set, the one used longest ago first. */
    private final List<List<Line>> samples = new ArrayList<>();
    /** Three tables without collisions are one, three times. */
    private final Map<Integer, Integer> counters = new HashMap<>();

    PlainDeadBlocks(int sets, int ways) {
        this.sets = sets;
        this.lines = new Line[sets][ways];
        for (int set = 0; set < sets; set++) {
            orders.add(new ArrayList<>());
            samples.add(new ArrayList<>());
        }
    }

    boolean access(long number, int site) {
        int set = (int) (number % sets);
        sample(samples.get(set), number, site);
        int way = find(set, number);
        boolean hit = way >= 0;
        if (!hit) {
            way = free(set);
        }
        lines[set][way] = new Line(number, site, dead(site));
        orders.get(set).remove((Integer) way);
        orders.get(set).add(way);
        return hit;
    }

    private boolean dead(int site) {
        return 3 * counters.getOrDefault(site, 0) >= 8;
    }

    private void sample(List<Line> sampled, long number, int site) {
        Line before = sampled.stream()
                .filter(line -> line.number == number)
                .findFirst()
                .orElse(null);
        if (before != null) {
            counters.merge(before.site, 0, (old, zero) -> Math.max(0, old - 1));
        } else if (sampled.size() == SAMPLE_WAYS) {
            before = sampled.stream().filter(Line::dead).findFirst().orElse(sampled.get(0));
            counters.merge(before.site, 1, (old, one) -> Math.min(3, old + one));
        }
        sampled.remove(before);
        sampled.add(new Line(number, site, dead(site)));
    }

    private int find(int set, long number) {
        for (int way = 0; way < lines[set].length; way++) {
            Line line = lines[set][way];
            if (line != null && line.number == number) {
                return way;
            }
        }
        return -1;
    }

    private int free(int set) {
        for (int way = 0; way < lines[set].length; way++) {
            if (lines[set][way] == null) {
                return way;
            }
        }
        for (int way = 0; way < lines[set].length; way++) {
            Line line = lines[set][way];
            if (line != null && line.dead) {
                return way;
            }
        }
        return orders.get(set).get(0);
    }
}
