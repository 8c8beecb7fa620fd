// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.stepper;

import dev.sluice.cli.inspect.RecordedEvent;
import dev.sluice.cli.inspect.RecordedMachine;
import dev.sluice.cli.steps.StepRecording;
import dev.sluice.cli.steps.StepValues;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/** A place in a recording, and ways to another one. */
final class Walk {

    /** No step. */
    static final int NONE = -1;

    private final StepRecording recording;
    private final RecordedMachine machine;
    private final BooleanSupplier stop;
    private int at;

    /** @param stop asked on long ways; true to end early */
    Walk(StepRecording recording, RecordedMachine machine, BooleanSupplier stop) {
        this.recording = recording;
        this.machine = machine;
        this.stop = stop;
    }

    int at() {
        return at;
    }

    long cycle() {
        return recording.cycle(at);
    }

    long cycle(int step) {
        return recording.cycle(step);
    }

    int last() {
        return recording.stepCount() - 1;
    }

    void go(int step) {
        at = step;
    }

    boolean stopped() {
        return stop.getAsBoolean();
    }

    /** What happened in a step. */
    List<RecordedEvent> events(int step) {
        List<RecordedEvent> events = new ArrayList<>();
        for (StepValues values : recording.events(step)) {
            events.add(RecordedEvent.of(machine, recording.cycle(step), values));
        }
        return events;
    }

    /** The steps of the cycle in which one is, up to it. */
    List<Integer> ofThisCycle() {
        int first = at;
        while (first > 0 && recording.cycle(first - 1) == recording.cycle(at)) {
            first--;
        }
        List<Integer> steps = new ArrayList<>();
        for (int step = first; step <= at; step++) {
            steps.add(step);
        }
        return steps;
    }

    /** The next place of a unit; {@link #NONE} behind the last. */
    int next(Unit unit, int from) {
        if (unit == Unit.CYCLE) {
            int step = from;
            while (step < last() && recording.cycle(step) == recording.cycle(from)) {
                step++;
            }
            return recording.cycle(step) == recording.cycle(from) ? NONE : endOfCycle(step);
        }
        for (int step = from + 1; step <= last() && !stopped(); step++) {
            if (isPlace(unit, step)) {
                return step;
            }
        }
        return NONE;
    }

    /** The place of a unit before; {@link #NONE} before the first. */
    int back(Unit unit, int from) {
        if (unit == Unit.CYCLE) {
            int step = from;
            while (step >= 0 && recording.cycle(step) == recording.cycle(from)) {
                step--;
            }
            return step;
        }
        for (int step = from - 1; step >= 0 && !stopped(); step--) {
            if (isPlace(unit, step)) {
                return step;
            }
        }
        return NONE;
    }

    private boolean isPlace(Unit unit, int step) {
        if (unit == Unit.STEP) {
            return true;
        }
        List<StepValues> events = recording.events(step);
        return unit == Unit.EVENT
                ? !events.isEmpty()
                : events.stream().anyMatch(event -> unit.events.contains(event.name()));
    }

    private int endOfCycle(int step) {
        int end = step;
        while (end < last() && recording.cycle(end + 1) == recording.cycle(step)) {
            end++;
        }
        return end;
    }

    /** The last step at or before a cycle, or 0. */
    int atCycle(long cycle) {
        int step = recording.stepAt(cycle + 1) - 1;
        return Math.max(0, Math.min(step, last()));
    }
}
