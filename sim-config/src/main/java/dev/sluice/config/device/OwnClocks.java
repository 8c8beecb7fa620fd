// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.device;

import dev.sluice.config.bind.Located;
import dev.sluice.config.bind.Quantities;
import dev.sluice.config.units.Duration;
import dev.sluice.config.units.Frequency;
import dev.sluice.device.ClockRatio;
import dev.sluice.device.InvalidSpecException;
import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Clocks that parts of a device have beside the core clock, which is what times are counted in everywhere else. */
final class OwnClocks {
    private final Frequency core;
    private final Located where;
    private final Quantities quantities;

    OwnClocks(Frequency core, Located where) {
        this.core = core;
        this.where = where;
        this.quantities = new Quantities(core, where);
    }

    /** The clock of a part, of which {@code file} is what is written; the core's where it has none. */
    ClockRatio ratio(String path, @Nullable Frequency clock, Record file) {
        try {
            return clock == null ? ClockRatio.CORE : ClockRatio.of(clock.hertz(), core.hertz());
        } catch (InvalidSpecException e) {
            throw where.at(file, List.of("clock")).error(path + "." + e.problem());
        }
    }

    /** A latency in core cycles, rounded up; a plain number counts cycles of the part's own clock. */
    int latency(String path, String key, Duration latency, @Nullable Frequency clock, Record file) {
        BigInteger cycles =
                latency.inCycles() ? coreCycles(latency, ratio(path, clock, file)) : latency.exactCycles(core);
        return quantities.cycles(file, key, path + "." + key, latency, cycles, 0);
    }

    /** As {@link ClockRatio#coreCycles}, of any number. */
    private static BigInteger coreCycles(Duration latency, ClockRatio clock) {
        BigInteger own = BigInteger.valueOf(clock.own());
        return BigInteger.valueOf(latency.amount())
                .multiply(BigInteger.valueOf(clock.core()))
                .add(own)
                .subtract(BigInteger.ONE)
                .divide(own);
    }
}
