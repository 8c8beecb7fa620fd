// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import dev.sluice.device.CacheSpec;
import dev.sluice.device.ClockRatio;
import dev.sluice.machine.usage.Gauge;
import dev.sluice.machine.usage.UsageMeter;
import dev.sluice.result.Resource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How busy the resources of a slice are, from what their owners count. */
final class SliceGauges {

    private final Cache cache;
    private final long[] slots;
    private final int banks;
    private final int throughput;
    private final MshrTable mshrs;
    private final @Nullable TagRate tags;
    /** Null where look-ups go at the core clock; else slots and tags count cycles of it. */
    private final @Nullable ClockRatio clock;

    /** @param slots the first free slot of each bank, then the slots that each has taken */
    SliceGauges(Cache cache, long[] slots, MshrTable mshrs, @Nullable TagRate tags) {
        this.cache = cache;
        this.slots = slots;
        this.banks = slots.length / 2;
        this.throughput = cache.spec().timing().throughput();
        this.mshrs = mshrs;
        this.tags = tags;
        this.clock = Cache.clockOf(cache.spec());
    }

    void addTo(UsageMeter meter) {
        String node = cache.spec().name();
        String name = cache.name();
        if (cache.spec().scope() == CacheSpec.Scope.DEVICE && banks > 1) {
            List<String> names = new ArrayList<>();
            for (int bank = 0; bank < banks; bank++) {
                names.add(name + " bank " + bank);
            }
            meter.add(new Gauge(Resource.LOOK_UPS, node, names, OwnClock.inCoreCycles(clock, this::bankCycles)));
        } else {
            meter.add(Gauge.of(Resource.LOOK_UPS, node, name, (i, now) -> lookUpCycles(now)));
        }
        meter.add(Gauge.of(Resource.MSHRS, node, name, (i, now) -> mshrs.fullCycles(now)));
        TagRate rate = tags;
        if (rate != null) {
            meter.add(Gauge.of(
                    Resource.TAGS, node, name, OwnClock.inCoreCycles(clock, (i, now) -> rate.busyCycles(now))));
        }
        Pace pace = cache.lookups.pace;
        if (pace != null) {
            pace.gauges(meter, node, name);
        }
    }

    /** Cycles that a bank looked up until now, both of the cache's clock. */
    private double bankCycles(int bank, long now) {
        return (double) (slots[banks + bank] - Math.max(0, slots[bank] - now * throughput)) / throughput;
    }

    /** The mean of all banks, in core cycles. */
    double lookUpCycles(long now) {
        Gauge.Reader reader = OwnClock.inCoreCycles(clock, this::bankCycles);
        double sum = 0;
        for (int bank = 0; bank < banks; bank++) {
            sum += reader.cycles(bank, now);
        }
        return sum / banks;
    }
}
