// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.compute;

import dev.sluice.device.ComputeSpec;
import dev.sluice.machine.usage.Gauge;
import dev.sluice.machine.usage.UsageMeter;
import dev.sluice.result.Resource;
import java.util.List;

/** How fast workgroups can be set up: by the dispatcher, so many at a time, and by each unit, one after the other. */
public final class WorkgroupPace {

    private final int atATime;
    private final int interval;
    private final int unitInterval;
    /** The cycle of the first workgroup of those that were placed last, and how many these are. */
    private long placedCycle;

    private int placedInCycle;
    private long placed;
    /** The cycle from which each unit can begin another workgroup. */
    private final long[] readyAt;
    /** Workgroups that began on each unit. */
    private final long[] begun;

    WorkgroupPace(ComputeSpec spec) {
        this.atATime = spec.workgroupsPerCycle();
        this.interval = spec.dispatcherGroupCycles();
        this.unitInterval = spec.unitGroupCycles();
        this.readyAt = new long[spec.count()];
        this.begun = new long[spec.count()];
    }

    /** Begins a look for workgroups to place. */
    public void begin(long now) {
        if (now >= placedCycle + interval) {
            placedInCycle = 0;
        }
    }

    /** Whether the dispatcher may place one more now. */
    public boolean mayPlace() {
        return placedInCycle < atATime;
    }

    /** The first cycle after now in which it may place another. */
    public long next(long now) {
        return mayPlace() ? now + 1 : placedCycle + interval;
    }

    /** A workgroup was placed on a unit. */
    public void placed(int unit, long now) {
        readyAt[unit] = now + unitInterval;
        begun[unit]++;
        placed++;
        if (placedInCycle++ == 0) {
            placedCycle = now;
        }
    }

    /** The cycle from which a unit can begin another workgroup. */
    public long readyAt(int unit) {
        return readyAt[unit];
    }

    /** A unit begins none before a cycle, for another reason. */
    void holdBack(int unit, long cycle) {
        readyAt[unit] = Math.max(readyAt[unit], cycle);
    }

    /** Adds how long the dispatcher was at it, and each unit where that takes time. */
    void gauges(UsageMeter meter, String dispatcher, List<String> units) {
        meter.add(Gauge.of(Resource.WORKGROUPS, dispatcher, dispatcher, (i, now) -> placingCycles(now)));
        meter.add(new Gauge(Resource.WORKGROUPS, "cu", unitInterval == 0 ? List.of() : units, this::beginningCycles));
    }

    private double placingCycles(long now) {
        long promised = Math.max(0, placedCycle + interval - now) * placedInCycle;
        return ((double) placed * interval - promised) / atATime;
    }

    private double beginningCycles(int unit, long now) {
        long promised = Math.max(0, readyAt[unit] - now);
        return (double) begun[unit] * unitInterval - Math.min(promised, unitInterval);
    }
}
