// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import dev.sluice.machine.truth.HappensBefore;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The happens-before relation of a run: agents by strand and position, each with what it knew when it began. */
final class ProgramOrder implements HappensBefore {

    private int[] strands = new int[64];
    private int[] positions = new int[64];
    private @Nullable Clock[] clocks = new Clock[64];

    /** Places an agent on its strand; positions count from 1. */
    void place(int agent, int strand, int position) {
        ensure(agent);
        strands[agent] = strand;
        positions[agent] = position;
    }

    /** States what an agent knew when it began. */
    void began(int agent, Clock clock) {
        ensure(agent);
        clocks[agent] = clock;
    }

    int strand(int agent) {
        return strands[agent];
    }

    int position(int agent) {
        return positions[agent];
    }

    /** What an agent knew when it began. */
    Clock known(int agent) {
        Clock clock = clocks[agent];
        return clock == null ? Clock.ZERO : clock;
    }

    @Override
    public boolean before(int first, int second) {
        if (first == 0) {
            return second != 0;
        }
        if (second == 0 || first == second || second >= clocks.length) {
            return false;
        }
        Clock clock = clocks[second];
        return clock != null && clock.at(strands[first]) >= positions[first];
    }

    private void ensure(int agent) {
        if (agent >= strands.length) {
            int size = Math.max(agent + 1, strands.length * 2);
            strands = Arrays.copyOf(strands, size);
            positions = Arrays.copyOf(positions, size);
            clocks = Arrays.copyOf(clocks, size);
        }
    }
}
