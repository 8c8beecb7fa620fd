// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.host;

/** Lines that the host's caches are fetching, and which cores wait for each. */
final class FetchTable {

    static final int NONE = -1;

    private final long[] lines;
    private final long[] waiters;
    private final int[] firstWaiter;
    private final boolean[] used;
    private final boolean[] overtaken;
    private int count;

    FetchTable(int size) {
        lines = new long[size];
        waiters = new long[size];
        firstWaiter = new int[size];
        used = new boolean[size];
        overtaken = new boolean[size];
    }

    int find(long line) {
        for (int i = 0; count > 0 && i < lines.length; i++) {
            if (used[i] && lines[i] == line) {
                return i;
            }
        }
        return NONE;
    }

    /** Takes an entry, or {@link #NONE} if all are in use. */
    int add(long line, int core) {
        if (count == lines.length) {
            return NONE;
        }
        int i = 0;
        while (used[i]) {
            i++;
        }
        used[i] = true;
        overtaken[i] = false;
        lines[i] = line;
        waiters[i] = 1L << core;
        firstWaiter[i] = core;
        count++;
        return i;
    }

    void join(int entry, int core) {
        waiters[entry] |= 1L << core;
    }

    /** Notes that the line changed in memory after its fetch may have been served. */
    void overtake(long line) {
        int entry = find(line);
        if (entry != NONE) {
            overtaken[entry] = true;
        }
    }

    /** Whether the fetch has to be repeated; asked once per answer. */
    boolean takeOvertaken(int entry) {
        boolean was = overtaken[entry];
        overtaken[entry] = false;
        return was;
    }

    long line(int entry) {
        return lines[entry];
    }

    long waiters(int entry) {
        return waiters[entry];
    }

    int firstWaiter(int entry) {
        return firstWaiter[entry];
    }

    void remove(int entry) {
        used[entry] = false;
        count--;
    }

    int size() {
        return count;
    }
}
