// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.memory;

import java.util.Arrays;

/** The address ranges whose device accesses snoop the host's caches: memory that is HOST_CACHED and HOST_COHERENT. */
public final class SnoopedRanges {

    private long[] starts = new long[4];
    private long[] ends = new long[4];
    private int count;
    private int last;

    /** Adds a range [start, end), which must not overlap another. */
    public void add(long start, long end) {
        int i = count;
        while (i > 0 && starts[i - 1] > start) {
            i--;
        }
        if (start >= end || (i > 0 && ends[i - 1] > start) || (i < count && starts[i] < end)) {
            throw new IllegalArgumentException(
                    "the snooped range from " + start + " to " + end + " is empty or overlaps");
        }
        if (count == starts.length) {
            starts = Arrays.copyOf(starts, count * 2);
            ends = Arrays.copyOf(ends, count * 2);
        }
        System.arraycopy(starts, i, starts, i + 1, count - i);
        System.arraycopy(ends, i, ends, i + 1, count - i);
        starts[i] = start;
        ends[i] = end;
        count++;
        last = i;
    }

    /** A range of addresses. */
    @FunctionalInterface
    public interface Visitor {
        /** Is shown the range [start, end). */
        void range(long start, long end);
    }

    /** Shows every range, in order of addresses. */
    public void forEach(Visitor visitor) {
        for (int i = 0; i < count; i++) {
            visitor.range(starts[i], ends[i]);
        }
    }

    /** Whether an address lies in one of the ranges. */
    public boolean contains(long address) {
        if (count == 0) {
            return false;
        }
        if (address >= starts[last] && address < ends[last]) {
            return true;
        }
        int low = 0;
        int high = count - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (starts[middle] <= address) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        last = low;
        return address >= starts[low] && address < ends[low];
    }
}
