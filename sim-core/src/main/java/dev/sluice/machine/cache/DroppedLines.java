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

    private final int lines;
    /** Of a line that holds nothing: the number that was dropped from it. */
    private long[] numbers = new long[0];

    private byte[] granules = new byte[0];
    private int[] barriers = new int[0];

    DroppedLines(int lines) {
        this.lines = lines;
    }

    /** Whether nothing was ever dropped. */
    boolean none() {
        return numbers.length == 0;
    }

    /** Remembers that an invalidate of a barrier drops granules of a line. */
    void mark(int line, int valid, int barrier) {
        if (valid != 0) {
            if (none()) {
                numbers = new long[lines];
                granules = new byte[lines];
                barriers = new int[lines];
                Arrays.fill(numbers, NONE);
            }
            barriers[line] = barrier;
            granules[line] = (byte) valid;
        }
    }

    /** The number that was dropped from a line that holds nothing, or {@link #NONE}. */
    long number(int line) {
        return numbers[line];
    }

    /** Granules of a line that were dropped and not fetched again. */
    int granules(int line) {
        return none() ? 0 : granules[line] & 0xFF;
    }

    /** The barrier that dropped granules of the line; only meaningful while there are any. */
    int barrier(int line) {
        return barriers[line];
    }

    /** Granules of the line were fetched again. */
    void fetched(int line, int again) {
        granules[line] &= (byte) ~again;
    }

    /** A line is being emptied: its number stays known while any of its granules do. */
    void emptied(int line, long number) {
        numbers[line] = granules[line] != 0 ? number : NONE;
    }

    /** A line is being filled: what was dropped from it stays known if it was the same. */
    void filled(int line, long number) {
        if (numbers[line] != NONE && numbers[line] != number) {
            granules[line] = 0;
        }
        numbers[line] = NONE;
    }

    /** Exchanges what is known of two lines. */
    void exchange(int a, int b) {
        if (!none()) {
            long number = numbers[a];
            numbers[a] = numbers[b];
            numbers[b] = number;
            byte mask = granules[a];
            granules[a] = granules[b];
            granules[b] = mask;
            int barrier = barriers[a];
            barriers[a] = barriers[b];
            barriers[b] = barrier;
        }
    }

    /** Nothing that was dropped from the line matters any more. */
    void forget(int line) {
        granules[line] = 0;
    }
}
