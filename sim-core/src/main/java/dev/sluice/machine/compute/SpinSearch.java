// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.compute;

import dev.sluice.machine.fault.EndlessLoopException;
import dev.sluice.program.kernel.KernelProgram;
import dev.sluice.program.kernel.LoopWatch;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The search for waves that spin for ever, begun when nothing else happens in the machine.
 *
 * <p>Such waves have come back to the same state again and again over two looks in a row, every one of them that is resident, but
 * for those that wait for them at a barrier. One that counts its turns, or reads what changes, never comes back to a state.
 */
public final class SpinSearch {
    /** How often a wave must have come back to its state at a look. */
    private static final int ENOUGH = 16;

    private final List<ComputeUnit> units;
    private long[] last = new long[0];

    SpinSearch(List<ComputeUnit> units) {
        this.units = units;
        units.forEach(unit -> unit.watchLoops(true));
    }

    /** Ends the search. */
    public void stop() {
        units.forEach(unit -> unit.watchLoops(false));
    }

    /** What to say if the waves spin, and did at the look before; null if one of them may yet get somewhere. */
    public @Nullable EndlessLoopException look() {
        List<Wave> waves = new ArrayList<>();
        units.forEach(unit -> unit.resident(waves));
        long[] now = new long[waves.size()];
        boolean still = now.length == last.length;
        Wave example = null;
        long spinning = 0;
        for (int i = 0; i < now.length; i++) {
            Wave wave = waves.get(i);
            if (wave.state() == WaveTable.State.AT_BARRIER) {
                continue;
            }
            now[i] = recurrences(wave);
            if (now[i] < ENOUGH) {
                last = new long[0];
                return null;
            }
            still &= i < last.length && now[i] >= last[i] + ENOUGH && last[i] >= ENOUGH;
            example = example == null ? wave : example;
            if (example.job() == wave.job()) {
                spinning++;
            }
        }
        last = now;
        return still && example != null ? endless(example, spinning) : null;
    }

    private static long recurrences(Wave wave) {
        LoopWatch loops = wave.interpreter().watch();
        return loops == null ? 0 : loops.recurrences();
    }

    private static @Nullable EndlessLoopException endless(Wave wave, long count) {
        LoopWatch loop = wave.interpreter().watch();
        if (loop == null) {
            return null;
        }
        DispatchJob job = wave.job();
        KernelProgram program = job.program;
        return new EndlessLoopException(job.label, program.name(), program.line(loop), count, program.reads(loop));
    }
}
