// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache.policy;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** SHiP over SRRIP of two bits as its paper says it, with a counter for each site and no tables. */
final class PlainShip {

    private static final class Line {
        final long number;
        final int site;
        int interval;
        boolean used;

        Line(long number, int site, int interval) {
            this.number = number;
            this.site = site;
            this.interval = interval;
        }
    }

    private final int sets;
    private final @Nullable Line[][] lines;
    private final Map<Integer, Integer> counters = new HashMap<>();

    PlainShip(int sets, int ways) {
        this.sets = sets;
        this.lines = new Line[sets][ways];
    }

    boolean access(long number, int site) {
        @Nullable Line[] set = lines[(int) (number % sets)];
        for (Line line : set) {
            if (line != null && line.number == number) {
                line.interval = 0;
                line.used = true;
                counters.merge(line.site, 1, (old, one) -> Math.min(7, old + one));
                return true;
            }
        }
        int way = way(set);
        Line old = set[way];
        if (old != null && !old.used) {
            counters.put(old.site, Math.max(0, counters.get(old.site) - 1));
        }
        counters.putIfAbsent(site, 1);
        set[way] = new Line(number, site, counters.get(site) == 0 ? 3 : 2);
        return false;
    }

    private static int way(@Nullable Line[] set) {
        for (int way = 0; way < set.length; way++) {
            if (set[way] == null) {
                return way;
            }
        }
        while (true) {
            for (int way = 0; way < set.length; way++) {
                Line line = set[way];
                if (line != null && line.interval == 3) {
                    return way;
                }
            }
            for (Line line : set) {
                if (line != null) {
                    line.interval++;
                }
            }
        }
    }
}
