// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import java.util.Arrays;

/** Counts under keys of which few occur, in open addressing: adding allocates nothing but when the table grows. */
public final class SparseCounts {

    private static final int FIRST_SIZE = 16;

    private long[] keys = new long[0];
    private long[] counts = new long[0];
    private int used;

    /**
     * Adds to the count of a key.
     *
     * @param key 0 or more
     */
    public void add(long key, long count) {
        if (used * 2 >= keys.length) {
            grow();
        }
        int at = place(key);
        if (keys[at] < 0) {
            keys[at] = key;
            used++;
        }
        counts[at] += count;
    }

    /** The count of a key; 0 if nothing was added. */
    public long count(long key) {
        if (used == 0) {
            return 0;
        }
        int at = place(key);
        return keys[at] < 0 ? 0 : counts[at];
    }

    /** How many keys occur. */
    public int size() {
        return used;
    }

    /** The keys that occur, ascending. */
    public long[] keys() {
        return Arrays.stream(keys).filter(key -> key >= 0).sorted().toArray();
    }

    /** Where a key is or would go. */
    private int place(long key) {
        int mask = keys.length - 1;
        int at = (int) (key * 0x9E3779B97F4A7C15L >>> 32) & mask;
        while (keys[at] >= 0 && keys[at] != key) {
            at = at + 1 & mask;
        }
        return at;
    }

    private void grow() {
        long[] oldKeys = keys;
        long[] oldCounts = counts;
        keys = new long[Math.max(FIRST_SIZE, oldKeys.length * 2)];
        Arrays.fill(keys, -1);
        counts = new long[keys.length];
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldKeys[i] >= 0) {
                int at = place(oldKeys[i]);
                keys[at] = oldKeys[i];
                counts[at] = oldCounts[i];
            }
        }
    }
}
