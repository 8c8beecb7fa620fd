// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import java.util.Arrays;

/** The place of the last look-up of each line, by the line's number: a hash table of primitives. */
final class LineIndex {

    private static final long GOLDEN = 0x9E3779B97F4A7C15L;
    private static final int NONE = -1;

    private long[] keys = new long[1 << 10];
    private int[] places = new int[keys.length];
    private int size;

    LineIndex() {
        Arrays.fill(keys, NONE);
    }

    /** Notes the place of a line; returns the one before, or -1. */
    int put(long number, int place) {
        int at = find(number);
        if (keys[at] == number) {
            int before = places[at];
            places[at] = place;
            return before;
        }
        keys[at] = number;
        places[at] = place;
        if (++size * 2 > keys.length) {
            grow();
        }
        return NONE;
    }

    /** Forgets lines that are dropped: all, or those in ranges, which stand as pairs of a first and a last address. */
    void dropped(long[] ranges, int from, int count, int lineShift) {
        if (count == 0) {
            Arrays.fill(keys, NONE);
            size = 0;
            return;
        }
        for (int i = 0; i < keys.length; i++) {
            if (keys[i] != NONE && within(ranges, from, count, keys[i], lineShift)) {
                places[i] = NONE; // its key stays, or others would not be found
            }
        }
    }

    /** Whether a line lies in some range. */
    static boolean within(long[] ranges, int from, int count, long number, int lineShift) {
        long address = number << lineShift;
        long last = address + (1L << lineShift) - 1;
        for (int i = from; i < from + 2 * count; i += 2) {
            if (address <= ranges[i + 1] && last >= ranges[i]) {
                return true;
            }
        }
        return false;
    }

    private int find(long number) {
        int mask = keys.length - 1;
        int at = (int) (number * GOLDEN >>> Integer.SIZE) & mask;
        while (keys[at] != NONE && keys[at] != number) {
            at = at + 1 & mask;
        }
        return at;
    }

    private void grow() {
        long[] oldKeys = keys;
        int[] oldPlaces = places;
        keys = new long[oldKeys.length * 2];
        Arrays.fill(keys, NONE);
        places = new int[keys.length];
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldKeys[i] != NONE) {
                int at = find(oldKeys[i]);
                keys[at] = oldKeys[i];
                places[at] = oldPlaces[i];
            }
        }
    }
}
