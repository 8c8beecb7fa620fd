// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

/**
 * The miss status holding registers of one slice: at most one per line, found through the line that waits for the fill.
 *
 * <p>A line is allocated when it misses, so its state in the tag array names its register and no search is needed.
 */
final class MshrTable {

    private final Mshr[] entries;
    private final int[] free;
    private int freeCount;

    MshrTable(int size) {
        entries = new Mshr[size];
        free = new int[size];
        for (int i = size - 1; i >= 0; i--) {
            entries[i] = new Mshr(i);
            free[freeCount++] = i;
        }
    }

    boolean full() {
        return freeCount == 0;
    }

    int used() {
        return entries.length - freeCount;
    }

    int size() {
        return entries.length;
    }

    Mshr get(int index) {
        return entries[index];
    }

    /** The register of a pinned line with this state. */
    Mshr of(int state) {
        return entries[state >>> TagArray.MSHR_SHIFT];
    }

    Mshr allocate(int line) {
        Mshr entry = entries[free[--freeCount]];
        entry.line = line;
        return entry;
    }

    void release(Mshr entry) {
        entry.pending = 0;
        entry.poison = 0;
        entry.count = 0;
        entry.waitReads = 0;
        entry.waitWrites = 0;
        entry.deferredHead = null;
        entry.deferredTail = null;
        free[freeCount++] = entry.index;
    }
}
