// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.engine;

import java.util.Arrays;

/** A binary heap of events beyond the wheel's window, ordered by cycle and then by the order of adding. */
final class FarEvents {

    private long[] cycles = new long[64];
    private long[] sequences = new long[64];
    private long[] events = new long[64];
    private int size;
    private long nextSequence;

    int size() {
        return size;
    }

    long firstCycle() {
        return cycles[0];
    }

    /** The cycle of the last of them, or -1; looks at each. */
    long lastCycle() {
        long last = -1;
        for (int i = 0; i < size; i++) {
            last = Math.max(last, cycles[i]);
        }
        return last;
    }

    void add(long cycle, long event) {
        if (size == cycles.length) {
            cycles = Arrays.copyOf(cycles, size * 2);
            sequences = Arrays.copyOf(sequences, size * 2);
            events = Arrays.copyOf(events, size * 2);
        }
        int i = size++;
        set(i, cycle, nextSequence++, event);
        while (i > 0) {
            int parent = (i - 1) >>> 1;
            if (!before(i, parent)) {
                break;
            }
            swap(i, parent);
            i = parent;
        }
    }

    long poll() {
        long first = events[0];
        size--;
        if (size > 0) {
            set(0, cycles[size], sequences[size], events[size]);
            sink();
        }
        return first;
    }

    private void sink() {
        int i = 0;
        while (true) {
            int least = 2 * i + 1;
            if (least >= size) {
                return;
            }
            if (least + 1 < size && before(least + 1, least)) {
                least++;
            }
            if (!before(least, i)) {
                return;
            }
            swap(i, least);
            i = least;
        }
    }

    private boolean before(int a, int b) {
        return cycles[a] != cycles[b] ? cycles[a] < cycles[b] : sequences[a] < sequences[b];
    }

    private void set(int i, long cycle, long sequence, long event) {
        cycles[i] = cycle;
        sequences[i] = sequence;
        events[i] = event;
    }

    private void swap(int a, int b) {
        long cycle = cycles[a];
        long sequence = sequences[a];
        long event = events[a];
        set(a, cycles[b], sequences[b], events[b]);
        set(b, cycle, sequence, event);
    }
}
