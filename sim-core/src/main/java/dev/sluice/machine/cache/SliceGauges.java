// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import dev.sluice.machine.usage.Gauge;
import dev.sluice.machine.usage.UsageMeter;
import dev.sluice.result.Resource;
import java.util.ArrayList;
import java.util.List;

/** How busy the resources of a slice are, from what their owners count. */
final class SliceGauges {

    private final Cache cache;
    private final BankSlots banks;
    private final MshrTable mshrs;

    SliceGauges(Cache cache, BankSlots banks, MshrTable mshrs) {
        this.cache = cache;
        this.banks = banks;
        this.mshrs = mshrs;
    }

    void addTo(UsageMeter meter) {
        String node = cache.spec().name();
        String name = cache.name();
        if (banks.banks > 1) {
            List<String> names = new ArrayList<>();
            for (int bank = 0; bank < banks.banks; bank++) {
                names.add(name + " bank " + bank);
            }
            meter.add(new Gauge(Resource.LOOK_UPS, node, names, OwnClock.inCoreCycles(banks.clock, banks::busyCycles)));
        } else {
            meter.add(Gauge.of(Resource.LOOK_UPS, node, name, (i, now) -> lookUpCycles(now)));
        }
        meter.add(Gauge.of(Resource.MSHRS, node, name, (i, now) -> mshrs.fullCycles(now)));
        StallTimes stalls = cache.waiting.own().times();
        StalledLookUps asking = cache.waiting.asking();
        StallTimes others = asking == null ? stalls : asking.times();
        meter.add(Gauge.of(
                Resource.WAYS, node, name, (i, now) -> Math.max(stalls.wayCycles(now), others.wayCycles(now))));
        meter.add(Gauge.of(
                Resource.MERGES, node, name, (i, now) -> Math.max(stalls.mergeCycles(now), others.mergeCycles(now))));
        meter.add(Gauge.of(Resource.QUEUE, node, name, (i, now) -> cache.shortCycles(now)));
        TagRate rate = banks.tagRate;
        if (rate != null) {
            meter.add(Gauge.of(
                    Resource.TAGS, node, name, OwnClock.inCoreCycles(banks.clock, (i, now) -> rate.busyCycles(now))));
        }
        Pace pace = cache.lookups.pace;
        if (pace != null) {
            pace.gauges(meter, node, name);
        }
    }

    /** The mean of all banks, in core cycles. */
    double lookUpCycles(long now) {
        Gauge.Reader reader = OwnClock.inCoreCycles(banks.clock, banks::busyCycles);
        double sum = 0;
        for (int bank = 0; bank < banks.banks; bank++) {
            sum += reader.cycles(bank, now);
        }
        return sum / banks.banks;
    }
}
