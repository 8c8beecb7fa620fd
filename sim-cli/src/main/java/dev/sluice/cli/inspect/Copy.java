// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.inspect;

/**
 * A copy of some bytes in a part of the machine.
 *
 * @param part the part's name
 * @param place set and way of a cache, for a table; else empty
 * @param dirty whether the level below lacks some of them
 */
record Copy(String part, String place, Bytes bytes, boolean dirty) {

    /** The place of a row of a cache's lines: set and way, or which one of its victim cache. */
    static String place(MachineState.Part cache, long row) {
        int ways = cache.number("ways", 1);
        return inSets(cache, row) ? row / ways + "/" + row % ways : victim(row - inSets(cache));
    }

    /** The row of a cache's lines of a way; those of its victim cache count on after a set's, and lie behind all sets. */
    static long row(MachineState.Part cache, int set, int way) {
        int ways = cache.number("ways", 1);
        return way < ways ? (long) set * ways + way : inSets(cache) + way - ways;
    }

    /** The place of a line of a victim cache. */
    static String victim(long number) {
        return "victim " + number;
    }

    /** Whether a row of a cache's lines lies in a set, and not in its victim cache. */
    static boolean inSets(MachineState.Part cache, long row) {
        return row < inSets(cache);
    }

    private static long inSets(MachineState.Part cache) {
        return (long) cache.number("sets", Integer.MAX_VALUE) * cache.number("ways", 1);
    }

    /** Set and way, as far as there are any. */
    static String place(int set, int way) {
        return set < 0 ? "" : set + "/" + (way < 0 ? "-" : Integer.toString(way));
    }
}
