// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import java.util.Arrays;

/** The words of a {@link LookupTrace}, read: each look-up, or what takes lines out, is told by the place of its first word. */
final class LookupWords {

    /** How many there are. */
    final int count;

    private final long[] words;
    private final int lineShift;
    private final int[] widen;

    /** @param widen granules that are fetched where a set of granules is missing, by that set */
    LookupWords(long[] words, int lineShift, int[] widen) {
        this.count = words.length;
        this.words = words;
        this.lineShift = lineShift;
        this.widen = widen;
    }

    int kind(int i) {
        return (int) words[i] & (1 << LookupTrace.KIND_BITS) - 1;
    }

    /** Granules that are looked up, or dropped. */
    int want(int i) {
        return (int) (words[i] >>> LookupTrace.SECTORS_SHIFT) & 0xFF;
    }

    /** The number of the line. */
    long number(int i) {
        return words[i] >>> LookupTrace.NUMBER_SHIFT;
    }

    /** The words that belong to one. */
    int length(int i) {
        return kind(i) == LookupTrace.DROP_RANGES ? 2 + 2 * ranges(i) + (int) words[i + 1] : 1;
    }

    /** Whether a look-up may leave its line out: reads where they may go past, and what only comes again. */
    boolean mayStayOut(int i, boolean bypass) {
        return switch (kind(i)) {
            case LookupTrace.READ, LookupTrace.COMPLETING_READ -> bypass;
            default -> kind(i) == LookupTrace.AGAIN;
        };
    }

    /** Granules that a line holds because of a look-up; how much of a written one is missing is not known, so all may be. */
    int brought(int i, int missing) {
        return switch (kind(i)) {
            case LookupTrace.WRITE -> missing;
            case LookupTrace.COMPLETING_READ, LookupTrace.FETCHING_WRITE -> widen[want(i)];
            default -> widen[missing];
        };
    }

    /** Whether a {@link LookupTrace#DROP_RANGES} drops a line. */
    boolean drops(int at, long number) {
        int ranges = ranges(at);
        int left = at + 2 + 2 * ranges;
        return (ranges == 0 || within(at + 2, left, number << lineShift, (number + 1 << lineShift) - 1))
                && Arrays.binarySearch(words, left, left + (int) words[at + 1], number) < 0;
    }

    private boolean within(int from, int to, long first, long last) {
        for (int i = from; i < to; i += 2) {
            if (first <= words[i + 1] && last >= words[i]) {
                return true;
            }
        }
        return false;
    }

    private int ranges(int i) {
        return (int) number(i);
    }
}
