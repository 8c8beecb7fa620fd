// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.report;

import dev.sluice.result.RunResult;

/** Whether cycles of one run are a measure of those of another: on one device, whose clock nobody changed between them. */
public final class SharedClock {
    /** Times of runs are rounded, clocks are not nearer to each other than this. */
    private static final double NEAR = 1e-9;

    private SharedClock() {}

    /**
     * Whether two runs share a clock. Of devices the name counts, and the clock beside it: files of devices that were copied
     * to change their clock often keep the name.
     */
    public static boolean of(RunResult a, RunResult b) {
        if (!a.device().equals(b.device())) {
            return false;
        }
        double first = a.timeNs() * b.cycles();
        double second = b.timeNs() * a.cycles();
        return Math.abs(first - second) <= NEAR * Math.max(first, second);
    }
}
