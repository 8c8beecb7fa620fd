// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop;

import java.util.Arrays;

/** Runs of tiles, as addresses; not to be changed while a cache works on them. */
public final class TileRanges {

    private long[] starts = new long[16];
    private long[] ends = new long[16];
    private int count;

    /** Number of runs. */
    public int count() {
        return count;
    }

    /** Address of the first byte of a run. */
    public long start(int index) {
        return starts[index];
    }

    /** Address past the last byte of a run. */
    public long end(int index) {
        return ends[index];
    }

    /** Adds bytes; joined with the run added last where they follow it. */
    public void add(long start, long end) {
        if (count > 0 && ends[count - 1] == start) {
            ends[count - 1] = end;
            return;
        }
        if (count == starts.length) {
            starts = Arrays.copyOf(starts, count * 2);
            ends = Arrays.copyOf(ends, count * 2);
        }
        starts[count] = start;
        ends[count++] = end;
    }

    /** Forgets all. */
    public void clear() {
        count = 0;
    }
}
