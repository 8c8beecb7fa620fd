// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Per stage of one queue: tasks under way, gates not yet open, and what later tasks already know. */
final class StageScoreboard {

    private final List<List<StageTask>> running = new ArrayList<>();
    private final List<List<Gate>> closed = new ArrayList<>();
    private final Clock[] settled = new Clock[Clock.STAGES];

    StageScoreboard() {
        for (int i = 0; i < Clock.STAGES; i++) {
            running.add(new ArrayList<>());
            closed.add(new ArrayList<>());
            settled[i] = Clock.ZERO;
        }
    }

    void add(StageTask task) {
        running.get(bit(task.stage)).add(task);
    }

    void remove(StageTask task) {
        running.get(bit(task.stage)).remove(task);
    }

    /** Closes a gate in front of its stages. */
    void close(Gate gate) {
        for (long rest = gate.stages(); rest != 0; rest &= rest - 1) {
            closed.get(Long.numberOfTrailingZeros(rest)).add(gate);
        }
    }

    /** Opens a gate: what it passes on is settled for all later tasks. */
    void open(Gate gate) {
        for (long rest = gate.stages(); rest != 0; rest &= rest - 1) {
            int stage = Long.numberOfTrailingZeros(rest);
            closed.get(stage).remove(gate);
            settled[stage] = settled[stage].join(gate.clockFor(1L << stage));
        }
        gate.complete();
    }

    /** The closed gates in front of any of these stages, in the order in which they were closed. */
    List<Gate> gates(long stages) {
        Set<Gate> found = new LinkedHashSet<>();
        for (long rest = stages; rest != 0; rest &= rest - 1) {
            found.addAll(closed.get(Long.numberOfTrailingZeros(rest)));
        }
        return new ArrayList<>(found);
    }

    /** The unfinished tasks of these stages. */
    List<StageTask> tasks(long stages) {
        List<StageTask> found = new ArrayList<>();
        for (long rest = stages; rest != 0; rest &= rest - 1) {
            found.addAll(running.get(Long.numberOfTrailingZeros(rest)));
        }
        return found;
    }

    /** What a later task of any of these stages knows already. */
    Clock settled(long stages) {
        Clock clock = Clock.ZERO;
        for (long rest = stages; rest != 0; rest &= rest - 1) {
            clock = clock.join(settled[Long.numberOfTrailingZeros(rest)]);
        }
        return clock;
    }

    private static int bit(long stage) {
        return Long.numberOfTrailingZeros(stage);
    }
}
