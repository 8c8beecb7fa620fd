// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine;

import dev.sluice.machine.observe.SimObserver;

/**
 * How to run a stream.
 *
 * @param timingOnly whether caches hold no bytes: faster, same cycles, no findings
 * @param seed for random replacement
 * @param observer sees the run's events; {@link SimObserver#NONE} for nobody
 */
public record RunOptions(boolean timingOnly, long seed, SimObserver observer) {

    /** With bytes, seed 0, nobody watching. */
    public static final RunOptions DEFAULT = new RunOptions(false, 0, SimObserver.NONE);
}
