// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.compute;

import dev.sluice.machine.fault.EndlessLoopException;
import dev.sluice.machine.fault.EndlessLoopException.Writers;
import dev.sluice.program.kernel.KernelProgram;
import dev.sluice.program.kernel.LoopWatch;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The search for waves that spin for ever, begun when nothing else happens in the machine.
 *
 * <p>Such waves have come back to the same state again and again over two looks in a row, every one of them that is resident, but
 * for those that wait for them at a barrier, and those that executed nothing from look to look because older ones leave them no
 * issue slot. One that counts its turns, or reads what changes, never comes back to a state.
 */
public final class SpinSearch {
    /** How often a wave must have come back to its state at a look. */
    private static final int ENOUGH = 16;

    private final List<Wave> places;
    private final Writers others;
    private long[] last = new long[0];
    private long[] circles = new long[0];
    private long[] earlier = new long[0];

    /**
     * @param places all in which a wave is or may come to be
     * @param others who could write what all of them wait for
     */
    SpinSearch(List<Wave> places, Writers others) {
        this.places = places;
        this.others = others;
        places.forEach(place -> place.interpreter().watch(new LoopWatch()));
    }

    /** Ends the search. */
    public void stop() {
        places.forEach(place -> place.interpreter().watch(null));
    }

    /** What to say if the waves spin, and did at the look before; null if one of them may yet get somewhere. */
    public @Nullable EndlessLoopException look() {
        List<Wave> waves = places.stream().filter(place -> place.group != null).toList();
        int count = waves.size();
        long[] now = new long[count];
        long[] circling = new long[count];
        long[] ran = new long[count];
        boolean still = count == last.length;
        boolean stuck = true;
        Wave example = null;
        long spinning = 0;
        long starving = 0;
        for (int i = 0; i < count; i++) {
            Wave wave = waves.get(i);
            LoopWatch loops = wave.interpreter().watch();
            ran[i] = loops == null ? 0 : loops.operations();
            now[i] = loops == null ? 0 : loops.recurrences();
            circling[i] = loops == null ? 0 : loops.circles();
            if (wave.state() == WaveTable.State.AT_BARRIER) {
                continue;
            }
            if (i < earlier.length && ran[i] == earlier[i] && wave.job().program.maySpin()) {
                starving++;
                continue;
            }
            stuck &= now[i] >= ENOUGH;
            still &= i < last.length && now[i] >= last[i] + ENOUGH && last[i] >= ENOUGH && circling[i] == circles[i];
            example = example == null ? wave : example;
            if (example.job() == wave.job()) {
                spinning++;
            }
        }
        last = now;
        circles = circling;
        earlier = ran;
        return still && stuck && example != null
                ? endless(example, spinning, starving > 0 ? Writers.STARVED : others)
                : null;
    }

    private static @Nullable EndlessLoopException endless(Wave wave, long count, Writers writers) {
        LoopWatch loop = wave.interpreter().watch();
        if (loop == null) {
            return null;
        }
        DispatchJob job = wave.job();
        KernelProgram program = job.program;
        return new EndlessLoopException(job.label, program.at(program.line(loop)), count, program.reads(loop), writers);
    }
}
