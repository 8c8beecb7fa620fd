// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import dev.sluice.machine.engine.BandwidthServer;
import org.jspecify.annotations.Nullable;

/** The look-ups per cycle of a slice, over all its banks, where they are fewer than the banks'. */
final class TagRate {

    private static final int PARTS = 1000;

    private final BandwidthServer tags;

    private TagRate(double perCycle) {
        this.tags = BandwidthServer.of(Math.round(perCycle * PARTS), PARTS);
    }

    /** A rate, or null for 0, which is none. */
    static @Nullable TagRate of(double perCycle) {
        return perCycle == 0 ? null : new TagRate(perCycle);
    }

    /** The first cycle from {@code earliest} on in which a look-up could begin. */
    long next(long earliest) {
        return tags.nextStart(earliest);
    }

    /** Cycles that look-ups took up to now. */
    double busyCycles(long now) {
        return tags.busyCycles(now);
    }

    /** Takes the next look-up from {@code earliest} on; returns its cycle. */
    long take(long earliest) {
        long cycle = tags.nextStart(earliest);
        tags.reserve(earliest, 1);
        return cycle;
    }
}
