// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.usage;

/** What all gauges showed at a cycle, and where the cycles of all units had gone by then. */
public final class UsageMark {

    final long cycle;
    final double[] busy;
    final long[] units;

    UsageMark(long cycle, double[] busy, long[] units) {
        this.cycle = cycle;
        this.busy = busy;
        this.units = units;
    }
}
