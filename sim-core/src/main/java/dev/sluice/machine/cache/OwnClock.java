// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import dev.sluice.device.CacheSpec;
import dev.sluice.device.ClockRatio;
import dev.sluice.machine.usage.Gauge;
import org.jspecify.annotations.Nullable;

/** The clock of a cache that has its own, and in core cycles what is counted in cycles of it. */
final class OwnClock {

    private OwnClock() {}

    /** The clock of a cache's own, or null if it is the core's. */
    static @Nullable ClockRatio of(CacheSpec spec) {
        ClockRatio clock = spec.structure().clock();
        return clock.isCore() ? null : clock;
    }

    /** A reader of busy times in core cycles, from one in cycles of a clock; null is the core clock. */
    static Gauge.Reader inCoreCycles(@Nullable ClockRatio clock, Gauge.Reader own) {
        if (clock == null) {
            return own;
        }
        return (instance, now) -> {
            long rest = now % clock.core() * clock.own();
            long begun = now / clock.core() * clock.own() + rest / clock.core();
            long part = rest % clock.core();
            double busy = own.cycles(instance, begun);
            if (part > 0) { // in the midst of a cycle
                busy += (own.cycles(instance, begun + 1) - busy) * part / clock.core();
            }
            return busy * clock.core() / clock.own();
        };
    }
}
