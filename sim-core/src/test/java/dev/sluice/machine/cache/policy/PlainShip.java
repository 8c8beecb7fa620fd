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

    private static final int NO_SITE = 0;

    private final int sets;
    private final @Nullable Line[][] lines;
    private final Map<Integer, Integer> counters = new HashMap<>();

    PlainShip(int sets, int ways) {
        this.sets = sets;
        this.lines = new Line[sets][ways];
    }

    /** A cache above writes a line back, which is no use of it. */
    void writeBack(long number) {
        @Nullable Line[] set = lines[(int) (number % sets)];
        for (Line line : set) {
            if (line != null && line.number == number) {
                return;
            }
        }
        put(set, new Line(number, NO_SITE, 2));
    }

    boolean access(long number, int site) {
        @Nullable Line[] set = lines[(int) (number % sets)];
        for (Line line : set) {
            if (line != null && line.number == number) {
                line.interval = 0;
                line.used = true;
                if (line.site != NO_SITE) {
                    counters.merge(line.site, 1, (old, one) -> Math.min(7, old + one));
                }
                return true;
            }
        }
        Line line = new Line(number, site, 2);
        put(set, line);
        counters.putIfAbsent(site, 1);
        line.interval = counters.getOrDefault(site, 1) == 0 ? 3 : 2;
        return false;
    }

    private void put(@Nullable Line[] set, Line line) {
        int way = way(set);
        Line old = set[way];
        if (old != null && !old.used && old.site != NO_SITE) {
            counters.put(old.site, Math.max(0, counters.getOrDefault(old.site, 1) - 1));
        }
        set[way] = line;
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
