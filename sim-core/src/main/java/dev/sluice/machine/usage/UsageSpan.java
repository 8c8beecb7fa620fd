// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.usage;

import dev.sluice.result.Limits;
import java.util.List;

/** A span that is over. What units waited for at its end turns out later, so that what limited it is said when the run is over. */
public final class UsageSpan {

    private final UnitCycles units;
    private final UnitReading from;
    private final UnitReading to;
    private final long cycles;
    private final List<Limits.Use> uses;

    UsageSpan(UnitCycles units, UnitReading from, UnitReading to, long cycles, List<Limits.Use> uses) {
        this.units = units;
        this.from = from;
        this.to = to;
        this.cycles = cycles;
        this.uses = uses;
    }

    /** What limited it. */
    public Limits limits() {
        if (cycles <= 0) {
            return Limits.NONE;
        }
        Limits.TopDown topDown = units.topDown(from, to, cycles);
        LimitRule rule = new LimitRule(uses, topDown, (double) (to.occupied() - from.occupied()) / cycles);
        return new Limits(cycles, rule.limiter(), rule.summary(), topDown, uses);
    }
}
