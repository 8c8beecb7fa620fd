// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.compute;

import dev.sluice.program.kernel.AtOnce;
import org.jspecify.annotations.Nullable;

/** The turn of a wave at once: how many accesses it has left, and those that are done within the wave's steps. */
final class FunctionalTurn implements AtOnce {

    /** Accesses, and slices of arithmetic, of a wave's turn; a choice. */
    private static final int ACCESSES = 16;

    private final FunctionalRuns runs;
    private @Nullable DispatchJob job;
    private int unit;
    private int left;

    FunctionalTurn(FunctionalRuns runs) {
        this.runs = runs;
    }

    /** A wave of a dispatch has its turn, on a unit. */
    void begin(DispatchJob of, int on) {
        job = of;
        unit = on;
        left = ACCESSES;
    }

    /** Whether there is more to the turn. */
    boolean goesOn() {
        return left > 0;
    }

    /** The wave made an access, or computed for a slice, and its step ended there. */
    void use() {
        left--;
    }

    @Override
    public boolean access(int instruction) {
        DispatchJob of = job;
        // the last one ends the step, and so the turn
        if (left <= 1 || of == null || !runs.take(of, unit, instruction)) {
            return false;
        }
        left--;
        return true;
    }
}
