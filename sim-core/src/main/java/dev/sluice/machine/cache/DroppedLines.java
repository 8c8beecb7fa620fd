// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import java.util.Arrays;

/**
 * What invalidates of barriers took out of the lines of a slice and nobody has fetched again, so that a later miss on it can be
 * charged to the barrier. It lies apart from the tags, and takes no room before the first such invalidate.
 */
final class DroppedLines {

    /** No line number. */
    static final long NONE = -1;

    private static final int GRANULES = 8;
    private static final int GRANULE_MASK = (1 << GRANULES) - 1;
    private static final long NOTHING = NONE << GRANULES;

    private final int lines;
    /** Of each line: granules that were dropped from it, below the number that it had if it holds nothing. */
    private long[] words = new long[0];

    private int[] barriers = new int[0];
    /** Lines of which granules are remembered. */
    private int remembered;

    DroppedLines(int lines) {
        this.lines = lines;
    }

    /** Whether nothing is remembered of any line. */
    boolean none() {
        return remembered == 0;
    }

    /** Remembers that an invalidate of a barrier drops granules of a line. */
    void mark(int line, int valid, int barrier) {
        if (valid != 0) {
            if (words.length == 0) {
                words = new long[lines];
                barriers = new int[lines];
                Arrays.fill(words, NOTHING);
            }
            barriers[line] = barrier;
            put(line, NONE, valid);
        }
    }

    private void put(int line, long number, int granules) {
        int before = (int) words[line] & GRANULE_MASK;
        words[line] = number << GRANULES | granules;
        remembered += (granules == 0 ? 0 : 1) - (before == 0 ? 0 : 1);
    }

    /** The number that was dropped from a line that holds nothing, or {@link #NONE}. */
    long number(int line) {
        return none() ? NONE : words[line] >> GRANULES;
    }

    /** Granules of a line that were dropped and not fetched again. */
    int granules(int line) {
        return none() ? 0 : (int) words[line] & GRANULE_MASK;
    }

    /** The barrier that dropped granules of the line; only meaningful while there are any. */
    int barrier(int line) {
        return barriers[line];
    }

    /** Granules of the line were fetched again. */
    void fetched(int line, int again) {
        put(line, words[line] >> GRANULES, granules(line) & ~again);
    }

    /** A line is being emptied: its number stays known while any of its granules do. */
    void emptied(int line, long number) {
        int dropped = granules(line);
        if (dropped != 0) {
            put(line, number, dropped);
        }
    }

    /** A line is being filled: what was dropped from it stays known if it was the same. */
    void filled(int line, long number) {
        int dropped = granules(line);
        if (dropped != 0) {
            long was = words[line] >> GRANULES;
            put(line, NONE, was == NONE || was == number ? dropped : 0);
        }
    }

    /** Exchanges what is known of two lines. */
    void exchange(int a, int b) {
        if (!none()) {
            long word = words[a];
            words[a] = words[b];
            words[b] = word;
            int barrier = barriers[a];
            barriers[a] = barriers[b];
            barriers[b] = barrier;
        }
    }

    /** Nothing that was dropped from the line matters any more. */
    void forget(int line) {
        if (!none()) {
            put(line, NONE, 0);
        }
    }
}
