// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import dev.sluice.result.MachineCounters;

/** Reads all counters of a machine, outside simulated time. */
@FunctionalInterface
public interface CounterSampler {

    /** What the counters say now. */
    Sample sample();

    /** Counters at a moment, or between two. */
    interface Sample {
        /** What was counted since an earlier sample. */
        Sample minus(Sample earlier);

        /** What was counted in both spans together. */
        Sample plus(Sample other);

        /** The counters of a span of so many cycles, as results have them. */
        MachineCounters over(long cycles);
    }
}
