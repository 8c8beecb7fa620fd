// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import dev.sluice.device.CacheSpec;
import dev.sluice.device.ClockRatio;
import org.jspecify.annotations.Nullable;

/**
 * The look-up slots of a slice's banks: a bank has {@code throughput} of them in a cycle of the cache's clock and gives them away in
 * order; the rate of the tags may leave fewer to all banks together.
 *
 * <p>Cycles are those of the core clock, but for slots themselves, which count on from cycle 0 of the cache's own.
 */
final class BankSlots {

    /** The first free slot of each bank; then how many each has given away. */
    final long[] slots;

    final int banks;
    final int throughput;
    /** Null where the tags keep up with the banks; counts cycles of the cache's own clock. */
    final @Nullable TagRate tagRate;
    /** Null where the banks go at the core clock. */
    final @Nullable ClockRatio clock;
    /** Whether a bank may look up more than one request in a core cycle. */
    final boolean severalACycle;
    /** Whether a bank looks up one in every core cycle, and nothing but banks limits look-ups: slots are cycles then. */
    final boolean oneACycle;

    BankSlots(CacheSpec spec) {
        this.banks = spec.geometry().banks();
        this.throughput = spec.timing().throughput();
        this.slots = new long[2 * banks];
        this.tagRate = TagRate.of(spec.rates().tagsPerCycle());
        this.clock = OwnClock.of(spec);
        this.severalACycle = throughput > 1 || clock != null;
        this.oneACycle = !severalACycle && tagRate == null;
    }

    /** Takes the next free slot of a bank from cycle {@code from} on; returns its cycle. */
    long take(int bank, long from) {
        if (oneACycle) {
            long[] next = slots;
            next[banks + bank]++;
            long cycle = Math.max(next[bank], from);
            next[bank] = cycle + 1;
            return cycle;
        }
        ClockRatio own = clock;
        return own == null ? takeOwn(bank, from) : own.coreAt(takeOwn(bank, own.ownAt(from)));
    }

    /** The same, in cycles of the cache's clock. */
    private long takeOwn(int bank, long from) {
        long earliest = tagRate == null ? from : tagRate.take(from);
        slots[banks + bank]++;
        long slot = Math.max(slots[bank], earliest * throughput);
        slots[bank] = slot + 1;
        return slot / throughput;
    }

    /** The first cycle from {@code earliest} on in which a request could look up in a bank. */
    long next(int bank, long earliest) {
        if (oneACycle) {
            return Math.max(earliest, slots[bank]);
        }
        ClockRatio own = clock;
        long from = own == null ? earliest : own.ownAt(earliest);
        long cycle = Math.max(from, slots[bank] / throughput);
        if (tagRate != null) {
            cycle = tagRate.next(cycle);
        }
        return own == null ? cycle : own.coreAt(cycle);
    }

    /** Cycles that a bank looked up until now, both of the cache's clock. */
    double busyCycles(int bank, long now) {
        return (double) (slots[banks + bank] - Math.max(0, slots[bank] - now * throughput)) / throughput;
    }
}
