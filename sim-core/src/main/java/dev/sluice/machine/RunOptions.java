// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine;

import dev.sluice.machine.observe.SimObserver;
import org.jspecify.annotations.Nullable;

/**
 * How to run a stream.
 *
 * @param timingOnly for time alone: the same cycles, no findings, and no bytes but where {@link ByteDependence time depends on
 *     them}, so mostly faster
 * @param seed for random replacement
 * @param maxCycles the cycle after which the run is cut off
 * @param optimal whether look-ups are recorded, and what the best replacement would have hit is told; takes memory and time
 * @param observer sees the run's events; {@link SimObserver#NONE} for nobody
 * @param warmUp what counters do not count; null for nothing
 * @param analyze whether misses, reuse, sets, time and rooflines are looked into
 */
public record RunOptions(
        boolean timingOnly,
        long seed,
        long maxCycles,
        boolean optimal,
        SimObserver observer,
        @Nullable WarmUp warmUp,
        boolean analyze) {

    /** With bytes, seed 0, nobody watching. */
    public static final RunOptions DEFAULT = new RunOptions(false, 0, SimObserver.NONE);

    /** Options of a run to the end. */
    public RunOptions(boolean timingOnly, long seed, SimObserver observer) {
        this(timingOnly, seed, Long.MAX_VALUE, observer);
    }

    /** Options of a run that records nothing. */
    public RunOptions(boolean timingOnly, long seed, long maxCycles, SimObserver observer) {
        this(timingOnly, seed, maxCycles, false, observer, null, false);
    }
}
