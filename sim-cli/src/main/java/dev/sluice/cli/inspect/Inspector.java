// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.inspect;

import dev.sluice.cli.report.Style;
import dev.sluice.cli.steps.StepRecording;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import java.util.function.IntSupplier;

/** Says what a recorded machine holds and what happened in it, as lines for a terminal. */
public final class Inspector {

    private final StepRecording recording;
    private final RecordedMachine machine;
    private final ByteNames names;
    private final Style style;
    private final IntSupplier width;
    private final IntFunction<String> barriers;

    /**
     * @param width of the terminal, asked whenever something is said
     * @param barriers the id of a barrier by number
     */
    public Inspector(
            StepRecording recording, ByteNames names, Style style, IntSupplier width, IntFunction<String> barriers) {
        this.recording = recording;
        this.machine = new RecordedMachine(recording.head());
        this.names = names;
        this.style = style;
        this.width = width;
        this.barriers = barriers;
    }

    /** What does not change while the recording is stepped through. */
    public RecordedMachine machine() {
        return machine;
    }

    /** The names of bytes. */
    public ByteNames names() {
        return names;
    }

    /** The machine after a step. */
    public MachineState state(int step) {
        return new RecordedState(machine, recording, step);
    }

    /** The id of a barrier by number. */
    public String barrier(int number) {
        return barriers.apply(number);
    }

    /** Every copy of some bytes after a step. */
    public List<String> copies(int step, WatchedBytes watched) {
        return new CopyTable(state(step), style, width.getAsInt()).lines(watched);
    }

    /**
     * What a part holds after a step.
     *
     * @throws IllegalArgumentException if what is asked for is not there; the message says what is
     */
    public List<String> show(int step, ShowRequest request) {
        MachineState state = state(step);
        Shown shown = new ShowNames(state, names).find(request);
        return new PartText(state, names, style, width.getAsInt()).lines(shown);
    }

    /**
     * The parts of a name: one, those of a group, of a role or of a kind.
     *
     * @throws IllegalArgumentException if there are none
     */
    public List<MachineState.Part> parts(String name) {
        return new ShowNames(state(0), names).parts(name);
    }

    /**
     * What happened to some bytes up to a step; none if nothing did.
     *
     * @param stop asked now and then; true to end early
     */
    public List<String> story(int last, WatchedBytes watched, boolean all, BooleanSupplier stop) {
        RecordedStory story = new RecordedStory(machine, recording, names, watched);
        for (int step = 0; step <= last && !stop.getAsBoolean(); step++) {
            story.add(step);
        }
        return story.story().lines().isEmpty()
                ? List.of()
                : story.story().table(style, width.getAsInt(), all, barriers);
    }
}
