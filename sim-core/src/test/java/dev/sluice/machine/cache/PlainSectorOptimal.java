// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The most sectors that any replacement could hit, reads going past where that is better, by trying all: for a set of few ways and look-ups. */
final class PlainSectorOptimal {

    private final LookupWords words;
    private final int ways;
    private final Map<String, Integer> known = new HashMap<>();

    private PlainSectorOptimal(LookupWords words, int ways) {
        this.words = words;
        this.ways = ways;
    }

    static int hits(LookupWords words, int ways) {
        return new PlainSectorOptimal(words, ways).best(0, new TreeMap<>());
    }

    /** @param held the granules of each line that is there */
    private int best(int at, SortedMap<Long, Integer> held) {
        if (at == words.count) {
            return 0;
        }
        String state = at + held.toString();
        Integer found = known.get(state);
        if (found == null) {
            found = compute(at, held);
            known.put(state, found);
        }
        return found;
    }

    private int compute(int at, SortedMap<Long, Integer> held) {
        long number = words.number(at);
        int want = words.want(at);
        Integer there = held.get(number);
        if (words.kind(at) == LookupTrace.DROP) {
            SortedMap<Long, Integer> left = new TreeMap<>(held);
            left.computeIfPresent(number, (line, granules) -> (granules & ~want) == 0 ? null : granules & ~want);
            return best(at + 1, left);
        }
        if (there != null) {
            int hit = words.kind(at) == LookupTrace.AGAIN ? 0 : Integer.bitCount(there & want);
            return hit + best(at + 1, with(held, number, there | words.brought(at, want & ~there)));
        }
        int most = words.mayStayOut(at, true) ? best(at + 1, held) : 0;
        if (held.size() < ways) {
            return Math.max(most, best(at + 1, with(held, number, words.brought(at, want))));
        }
        for (Long other : held.keySet()) {
            SortedMap<Long, Integer> left = new TreeMap<>(held);
            left.remove(other);
            most = Math.max(most, best(at + 1, with(left, number, words.brought(at, want))));
        }
        return most;
    }

    private static SortedMap<Long, Integer> with(SortedMap<Long, Integer> held, long number, int granules) {
        SortedMap<Long, Integer> more = new TreeMap<>(held);
        more.put(number, granules);
        return more;
    }
}
