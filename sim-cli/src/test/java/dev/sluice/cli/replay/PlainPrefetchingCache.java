// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.replay;

import dev.sluice.cli.replay.PlainPrefetcher.Found;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A cache of lines in sectors, least recently used goes first, that is read one access after the other. What accesses and prefetches send
 * for is on its way until {@link #arrive} and keeps its place as long.
 */
final class PlainPrefetchingCache {
    static final int PAGE = 4096;

    private static final class Line {
        final long number;
        final Set<Integer> here = new HashSet<>();
        final Set<Integer> coming = new HashSet<>();
        boolean unused;

        Line(long number) {
            this.number = number;
        }
    }

    private final int sets;
    private final int ways;
    private final int lineBytes;
    private final int sectors;
    private final PlainPrefetcher prefetcher;
    /** Of each set, the least recently used line first. */
    private final List<List<Line>> lines = new ArrayList<>();

    private final Set<Long> evictedByPrefetches = new HashSet<>();
    private final Map<String, Long> counts = new TreeMap<>();

    PlainPrefetchingCache(int sets, int ways, int lineBytes, int sectorBytes, PlainPrefetcher prefetcher) {
        this.sets = sets;
        this.ways = ways;
        this.lineBytes = lineBytes;
        this.sectors = lineBytes / sectorBytes;
        this.prefetcher = prefetcher;
        for (int set = 0; set < sets; set++) {
            lines.add(new ArrayList<>());
        }
        for (String count : List.of(
                "issued",
                "useful",
                "late",
                "useless",
                "dropped",
                "redundant",
                "overrun",
                "demandMisses",
                "pollution")) {
            counts.put(count, 0L);
        }
    }

    /** What was counted, by the keys of result.json. */
    Map<String, Long> counts() {
        return counts;
    }

    private void count(String what) {
        counts.merge(what, 1L, Long::sum);
    }

    /** A read of one sector. */
    void read(long address, int sectorBytes, int site) {
        long number = address / lineBytes;
        int sector = (int) (address % lineBytes) / sectorBytes;
        Line line = find(number);
        boolean there = line != null && line.here.contains(sector);
        boolean onItsWay = line != null && !line.coming.isEmpty();
        if (line == null) {
            line = place(number, false);
        } else {
            touch(line);
        }
        Found found;
        if (there) {
            found = line.unused ? Found.PREFETCHED : Found.AGAIN;
            if (line.unused) {
                count("useful");
            }
        } else if (line.unused && onItsWay) {
            found = Found.LATE;
            count("late");
        } else {
            found = Found.NOTHING;
            count("demandMisses");
            if (evictedByPrefetches.remove(number)) {
                count("pollution");
            }
        }
        if (!there) {
            line.coming.add(sector);
        }
        line.unused = false;
        for (long wanted : new ArrayList<>(new LinkedHashSet<>(prefetcher.asks(number, site, found)))) {
            if (wanted >= 0 && wanted * lineBytes / PAGE == address / PAGE && wanted != number) {
                prefetch(wanted);
            }
        }
    }

    private void prefetch(long number) {
        Line line = find(number);
        if (line != null && (!line.coming.isEmpty() || line.here.size() == sectors)) {
            count("redundant");
            return;
        }
        if (line == null) {
            line = place(number, true);
        }
        count("issued");
        evictedByPrefetches.remove(number);
        line.unused = true;
        for (int sector = 0; sector < sectors; sector++) {
            if (!line.here.contains(sector)) {
                line.coming.add(sector);
            }
        }
    }

    /** All that is on its way comes. */
    void arrive() {
        for (List<Line> set : lines) {
            for (Line line : set) {
                line.here.addAll(line.coming);
                line.coming.clear();
            }
        }
    }

    private @Nullable Line find(long number) {
        for (Line line : set(number)) {
            if (line.number == number) {
                return line;
            }
        }
        return null;
    }

    private List<Line> set(long number) {
        return lines.get((int) (number % sets));
    }

    private void touch(Line line) {
        List<Line> set = set(line.number);
        set.remove(line);
        set.add(line);
    }

    private Line place(long number, boolean prefetch) {
        List<Line> set = set(number);
        if (set.size() == ways) {
            Line victim = set.stream()
                    .filter(line -> line.coming.isEmpty())
                    .findFirst()
                    .orElseThrow(() ->
                            new AssertionError("all ways of a set wait for fills: the test asks too much at once"));
            set.remove(victim);
            if (victim.unused) {
                count("useless");
            } else if (prefetch) {
                evictedByPrefetches.add(victim.number);
            }
        }
        Line line = new Line(number);
        set.add(line);
        return line;
    }
}
