// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Counters over time, in windows of equal length: a limited number, whose length doubles when they are full.
 *
 * <p>Counters are read when the first thing after the end of a window is counted, so that windows cost nothing between.
 */
public final class Windows {

    private static final int MOST = 256;
    private static final long FIRST = 64;

    private final List<LongSupplier> counters = new ArrayList<>();
    private final List<long[]> ends = new ArrayList<>();
    private long start;
    private long length = FIRST;
    private long nextEnd = FIRST;

    /** Adds a counter, before the first window. */
    public void add(LongSupplier counter) {
        counters.add(counter);
    }

    /** Something is about to be counted at a cycle. */
    public void tick(long cycle) {
        if (cycle >= nextEnd) {
            close(cycle);
        }
    }

    private void close(long cycle) {
        long[] now = read();
        while (cycle >= nextEnd) {
            ends.add(now);
            if (ends.size() == MOST) {
                List<long[]> halved = new ArrayList<>();
                for (int i = 1; i < MOST; i += 2) {
                    halved.add(ends.get(i));
                }
                ends.clear();
                ends.addAll(halved);
                length *= 2;
            }
            nextEnd = start + (ends.size() + 1) * length;
        }
    }

    private long[] read() {
        return counters.stream().mapToLong(LongSupplier::getAsLong).toArray();
    }

    /** Counters restart: windows begin anew. */
    public void reset(long cycle) {
        ends.clear();
        start = cycle;
        length = FIRST;
        nextEnd = start + length;
    }

    /** The cycle at which the window under way ends. */
    public long nextEnd() {
        return nextEnd;
    }

    /** How long a window is. */
    public long length() {
        return length;
    }

    /** The cycle at which the first window begins. */
    public long start() {
        return start;
    }

    /** What was counted in each window up to a cycle, by counter. */
    public List<long[]> counted(long cycle) {
        close(Math.max(cycle, start));
        List<long[]> windows = new ArrayList<>();
        long[] before = new long[counters.size()];
        List<long[]> all = new ArrayList<>(ends);
        all.add(read());
        for (long[] end : all) {
            long[] window = end.clone();
            for (int i = 0; i < window.length; i++) {
                window[i] -= before[i];
            }
            windows.add(window);
            before = end;
        }
        boolean begun = cycle > start + ends.size() * length;
        if (!begun && Arrays.stream(windows.get(windows.size() - 1)).allMatch(value -> value == 0)) {
            windows.remove(windows.size() - 1);
        }
        return windows;
    }
}
