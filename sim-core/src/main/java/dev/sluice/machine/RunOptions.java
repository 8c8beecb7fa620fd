// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine;

import dev.sluice.machine.observe.SimObserver;
import dev.sluice.machine.trace.TraceSink;
import org.jspecify.annotations.Nullable;

/**
 * How to run a stream.
 *
 * @param timingOnly for time alone: the same cycles, no findings, and no bytes but where {@link ByteDependence time depends on
 *     them}, so mostly faster
 * @param seed for random replacement
 * @param maxCycles the cycle after which the run is cut off
 * @param observer sees the run's events; {@link SimObserver#NONE} for nobody
 * @param recorder is given the accesses of the run; null for nobody
 */
public record RunOptions(
        boolean timingOnly,
        long seed,
        long maxCycles,
        SimObserver observer,
        @Nullable TraceSink recorder) {

    /** With bytes, seed 0, nobody watching. */
    public static final RunOptions DEFAULT = new RunOptions(false, 0, SimObserver.NONE);

    /** Options of a run that nobody records. */
    public RunOptions(boolean timingOnly, long seed, long maxCycles, SimObserver observer) {
        this(timingOnly, seed, maxCycles, observer, null);
    }

    /** Options of a run to the end. */
    public RunOptions(boolean timingOnly, long seed, SimObserver observer) {
        this(timingOnly, seed, Long.MAX_VALUE, observer);
    }
}
