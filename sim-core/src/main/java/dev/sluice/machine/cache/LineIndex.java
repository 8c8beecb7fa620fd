// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import java.util.Arrays;

/**
 * The place of the last look-up of each line, by the line's number, and the granules that it can have by then: a hash table of
 * primitives.
 */
final class LineIndex {

    private static final long GOLDEN = 0x9E3779B97F4A7C15L;
    private static final int NONE = -1;

    private long[] keys = new long[1 << 10];
    private int[] places = new int[keys.length];
    private byte[] held = new byte[keys.length];
    private int size;

    LineIndex() {
        Arrays.fill(keys, NONE);
    }

    /** Notes the place of a line that brings granules at most; returns the place before, or -1. */
    int put(long number, int place, int granules) {
        int at = find(number);
        if (keys[at] == number) {
            int before = places[at];
            places[at] = place;
            held[at] |= (byte) granules;
            return before;
        }
        keys[at] = number;
        places[at] = place;
        held[at] = (byte) granules;
        if (++size * 2 > keys.length) {
            grow();
        }
        return NONE;
    }

    /** Forgets a line if these were the last granules that it can have. */
    void dropped(long number, int granules) {
        int at = find(number);
        if (keys[at] == number) {
            held[at] &= (byte) ~granules;
            if (held[at] == 0) {
                places[at] = NONE; // its key stays, or others would not be found
            }
        }
    }

    /** Forgets lines that a {@link LookupTrace#DROP_RANGES} drops. */
    void dropped(LookupWords words, int at) {
        for (int i = 0; i < keys.length; i++) {
            if (keys[i] != NONE && words.drops(at, keys[i])) {
                places[i] = NONE;
                held[i] = 0;
            }
        }
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
        byte[] oldHeld = held;
        keys = new long[oldKeys.length * 2];
        Arrays.fill(keys, NONE);
        places = new int[keys.length];
        held = new byte[keys.length];
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldKeys[i] != NONE) {
                int at = find(oldKeys[i]);
                keys[at] = oldKeys[i];
                places[at] = oldPlaces[i];
                held[at] = oldHeld[i];
            }
        }
    }
}
