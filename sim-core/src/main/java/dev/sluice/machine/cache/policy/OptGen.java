// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache.policy;

import java.util.Arrays;

/**
 * What Belady's OPT would have done with one set, found out as the accesses come: an access hits if, at every time since the last one
 * to its line, fewer lines than there are ways had to be kept.
 *
 * <p>An occupancy vector has a number for each access of the past that is looked back: how many lines OPT keeps over it. With a past
 * that is long enough the hits are those of OPT that may bypass.
 *
 * <p>Jain and Lin, ISCA 2016 (see {@link Hawkeye}), section 3.1.
 */
final class OptGen {

    /** In {@link #previous}: the line was not used within the past that is kept. */
    static final int UNKNOWN = -1;

    private static final long NO_LINE = -1;

    private final int ways;
    private final int length;
    private final short[] occupancy;
    /** Lines used lately, in no order, with the time of their last use and who used them then. */
    private final long[] lines;

    private final int[] times;
    private final int[] origins;
    private int now;

    /** The origin of the line's access before this one, or {@link #UNKNOWN}. */
    int previous;
    /** The origin of a line that this access drove out of the past, not used again in it, or {@link #UNKNOWN}. */
    int forgotten;

    /** @param length accesses of the past that are kept */
    OptGen(int ways, int length) {
        this.ways = Math.min(ways, Short.MAX_VALUE);
        this.length = length;
        this.occupancy = new short[length];
        this.lines = new long[length];
        this.times = new int[length];
        this.origins = new int[length];
        Arrays.fill(lines, NO_LINE);
    }

    /** Takes an access; returns whether OPT would have had its line. */
    boolean access(long line, int origin) {
        int at = -1;
        int place = 0;
        int oldest = -1;
        for (int i = 0; i < length; i++) {
            if (lines[i] == line) {
                at = i;
                break;
            }
            int age = lines[i] == NO_LINE ? Integer.MAX_VALUE : now - times[i];
            if (age > oldest) {
                oldest = age;
                place = i;
            }
        }
        boolean hit = false;
        previous = UNKNOWN;
        forgotten = UNKNOWN;
        if (at >= 0) {
            previous = origins[at];
            hit = now - times[at] < length && keeps(times[at]);
        } else {
            at = place;
            if (lines[at] != NO_LINE) {
                forgotten = origins[at];
            }
        }
        lines[at] = line;
        times[at] = now;
        origins[at] = origin;
        occupancy[now % length] = 0;
        renew();
        return hit;
    }

    /** Keeps a line from a time until now, if there is room all the while. */
    private boolean keeps(int from) {
        for (int time = from; time < now; time++) {
            if (occupancy[time % length] >= ways) {
                return false;
            }
        }
        for (int time = from; time < now; time++) {
            occupancy[time % length]++;
        }
        return true;
    }

    /** The clock moves on, and back by a whole number of vectors before it would run over. */
    private void renew() {
        if (++now == Integer.MAX_VALUE / length * length) {
            int by = now - 2 * length;
            for (int i = 0; i < length; i++) {
                times[i] = Math.max(0, times[i] - by);
            }
            now -= by;
        }
    }
}
