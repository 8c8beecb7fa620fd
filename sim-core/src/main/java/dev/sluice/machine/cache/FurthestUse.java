// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import java.util.Arrays;

/** Sets of lines of which, for a new one, the one goes that is of use last. */
final class FurthestUse {

    static final int NEVER = Integer.MAX_VALUE;
    private static final long NO_LINE = -1;

    /** When each line is of use next, or {@link #NEVER}. */
    final int[] uses;

    private final int ways;
    private final long[] numbers;

    FurthestUse(int sets, int ways) {
        this.ways = ways;
        this.numbers = new long[sets * ways];
        this.uses = new int[sets * ways];
        clear();
    }

    void clear() {
        Arrays.fill(numbers, NO_LINE);
    }

    boolean holds(int line) {
        return numbers[line] != NO_LINE;
    }

    long number(int line) {
        return numbers[line];
    }

    void remove(int line) {
        numbers[line] = NO_LINE;
    }

    /** The place of a line, or -1. */
    int find(int set, long number) {
        for (int line = set * ways; line < (set + 1) * ways; line++) {
            if (numbers[line] == number) {
                return line;
            }
        }
        return -1;
    }

    /** Puts a line in that is of use next at {@code use}; gives its place, or -1 if it may and had better stay out. */
    int place(int set, long number, int use, boolean mayStayOut) {
        int at = choose(set, use, mayStayOut);
        if (at >= 0) {
            numbers[at] = number;
            uses[at] = use;
        }
        return at;
    }

    private int choose(int set, int use, boolean mayStayOut) {
        int best = -1;
        int furthest = -1;
        for (int line = set * ways; line < (set + 1) * ways; line++) {
            if (numbers[line] == NO_LINE) {
                return line;
            }
            if (uses[line] > furthest) {
                furthest = uses[line];
                best = line;
            }
        }
        return mayStayOut && use >= furthest ? -1 : best;
    }
}
