// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import java.util.HashMap;
import java.util.Map;

/** The most hits that any replacement could have, by trying all: for a set of few ways and few accesses. */
public final class PlainOptimal {

    /** Added to a line that is dropped. */
    public static final long DROP = 1 << 20;

    private final long[] accesses;
    private final int ways;
    private final boolean bypass;
    private final Map<String, Integer> known = new HashMap<>();

    private PlainOptimal(long[] accesses, int ways, boolean bypass) {
        this.accesses = accesses;
        this.ways = ways;
        this.bypass = bypass;
    }

    /**
     * The most hits of accesses to lines of one set.
     *
     * @param accesses lines; the complement of a line where it is looked up again, which is no hit and may bring it; with
     *     {@link #DROP} where it goes
     */
    public static int hits(long[] accesses, int ways, boolean bypass) {
        return new PlainOptimal(accesses, ways, bypass).best(0, new long[0]);
    }

    private int best(int at, long[] held) {
        if (at == accesses.length) {
            return 0;
        }
        String state = at + java.util.Arrays.toString(held);
        Integer found = known.get(state);
        if (found == null) {
            found = compute(at, held);
            known.put(state, found);
        }
        return found;
    }

    private int compute(int at, long[] held) {
        if (accesses[at] >= DROP) {
            long gone = accesses[at] - DROP;
            return best(
                    at + 1,
                    java.util.Arrays.stream(held).filter(line -> line != gone).toArray());
        }
        boolean again = accesses[at] < 0;
        long wanted = again ? ~accesses[at] : accesses[at];
        for (long line : held) {
            if (line == wanted) {
                return (again ? 0 : 1) + best(at + 1, held);
            }
        }
        boolean mayStayOut = bypass || again;
        if (held.length < ways) {
            long[] more = java.util.Arrays.copyOf(held, held.length + 1);
            more[held.length] = wanted;
            int kept = best(at + 1, sorted(more));
            return mayStayOut ? Math.max(kept, best(at + 1, held)) : kept;
        }
        int most = mayStayOut ? best(at + 1, held) : 0;
        for (int i = 0; i < ways; i++) {
            long[] other = held.clone();
            other[i] = wanted;
            most = Math.max(most, best(at + 1, sorted(other)));
        }
        return most;
    }

    private static long[] sorted(long[] lines) {
        java.util.Arrays.sort(lines);
        return lines;
    }
}
