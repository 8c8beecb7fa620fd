// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.compute;

import dev.sluice.machine.fault.EndlessLoopException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Finds dispatches at once whose waves spin for ever, by the search that runs in simulated time use ({@link SpinSearch}).
 *
 * <p>Watched waves are slow. So a search begins only after some rounds in which no workgroup began and no wave ended, lasts a part of
 * that time, and is repeated each time that it has doubled: so that loops of any length are found, and a dispatch that computes for
 * long takes a part longer.
 */
final class FunctionalSpins {

    /** Rounds without progress before the first search; a choice. */
    private static final long FIRST = 32;

    /** Which part of the rounds before it passes up to each look of a search; a choice. */
    private static final int PART = 8;

    private final @Nullable Wave[] waves;
    private boolean maySpin;
    private long rounds;
    private long next;
    private long interval;
    private boolean looked;
    private @Nullable SpinSearch search;

    /** @param waves by place; null where none has been yet */
    FunctionalSpins(@Nullable Wave[] waves) {
        this.waves = waves;
    }

    /** A dispatch begins. */
    void begin(DispatchJob job) {
        maySpin = job.program.maySpin();
        progress();
    }

    /** A workgroup begins, or a wave has ended. */
    void progress() {
        rounds = 0;
        next = FIRST;
        end();
    }

    /** The dispatch is over. */
    void end() {
        SpinSearch running = search;
        if (running != null) {
            search = null;
            running.stop();
        }
    }

    /**
     * Every wave that can go on had a turn.
     *
     * @throws EndlessLoopException if all of them spin
     */
    void round() {
        if (++rounds >= next && maySpin) {
            look();
        }
    }

    private void look() {
        SpinSearch running = search;
        if (running == null) {
            List<Wave> places = Arrays.stream(waves).filter(Objects::nonNull).toList();
            search = new SpinSearch(places, EndlessLoopException.Writers.LATER);
            interval = rounds / PART;
            looked = false;
            next = rounds + interval;
            return;
        }
        EndlessLoopException endless = running.look();
        if (endless != null) {
            throw endless;
        }
        if (looked) {
            end();
            next = 2 * rounds;
        } else {
            looked = true;
            next = rounds + interval;
        }
    }
}
