// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.usage;

/** What all gauges showed at a cycle, and where the cycles of all units had gone by then. */
public final class UsageMark {

    final long cycle;
    final double[] busy;
    final UnitReading units;

    UsageMark(long cycle, double[] busy, UnitReading units) {
        this.cycle = cycle;
        this.busy = busy;
        this.units = units;
    }
}
