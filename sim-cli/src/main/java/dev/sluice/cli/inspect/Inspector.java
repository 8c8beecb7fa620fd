// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.inspect;

import dev.sluice.cli.report.Style;
import dev.sluice.cli.steps.StepRecording;
import dev.sluice.cli.steps.StepValues;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/** Says what a recorded machine holds and what happened in it, as lines for a terminal. */
public final class Inspector {

    /** The kinds of events that are about bytes. */
    private static final Set<String> OF_BYTES = Set.of(
            "issue", "complete", "lookup", "waits", "fill", "writeBack", "drop", "dram", "link", "host");

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
            StepRecording recording,
            ByteNames names,
            Style style,
            IntSupplier width,
            IntFunction<String> barriers) {
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
        Story story = new Story();
        Map<String, Bytes> read = new HashMap<>();
        Map<String, Integer> maintained = new HashMap<>();
        for (int step = 0; step <= last && !stop.getAsBoolean(); step++) {
            List<StepValues> events = recording.events(step);
            for (StepValues values : events) {
                boolean ofBytes = OF_BYTES.contains(values.name());
                if (!ofBytes && !values.name().equals("maintenance")) {
                    continue;
                }
                RecordedEvent event = RecordedEvent.of(machine, recording.cycle(step), values).orderedBy(maintained);
                if (ofBytes && event.meets(watched) && told(event)) {
                    story.add(line(step, event, watched, read, found(events)));
                }
            }
        }
        return story.lines().isEmpty() ? List.of() : story.table(style, width.getAsInt(), all, barriers);
    }

    private static boolean told(RecordedEvent event) {
        Happening happening = event.happening();
        return !happening.event().equals("complete") || !happening.kind().equals("write");
    }

    private static boolean found(List<StepValues> events) {
        return events.stream().anyMatch(event -> event.name().equals("finding") && event.text("kind").equals("staleRead"));
    }

    private Story.Line line(
            int step, RecordedEvent event, WatchedBytes watched, Map<String, Bytes> read, boolean staleRead) {
        Happening happening = event.happening();
        boolean answer = happening.event().equals("complete");
        MachineState state = state(happening.event().equals("drop") && step > 0 ? step - 1 : step);
        Copies copies = new Copies(state);
        Bytes newest = copies.newest(watched);
        Bytes bytes = Bytes.absent(watched.length());
        if (answer) {
            bytes = read.getOrDefault(happening.command(), bytes);
        } else if (happening.event().equals("issue") || happening.event().equals("lookup") && happening.way() < 0) {
            bytes = happening.kind().equals("write") ? newest : bytes;
        } else {
            bytes = at(state, copies, happening.part(), watched, bytes);
        }
        if (!bytes.none() && (happening.kind().equals("read") || happening.event().equals("fill"))) {
            read.put(happening.command(), bytes);
        }
        Freshness freshness = bytes.none() ? Freshness.UNKNOWN : bytes.against(newest);
        return new Story.Line(
                happening, bytes, answer && staleRead && freshness != Freshness.NEWEST ? Freshness.STALE_READ : freshness);
    }

    private static Bytes at(MachineState state, Copies copies, String name, WatchedBytes watched, Bytes none) {
        MachineState.@Nullable Part part = state.part(name);
        Copy copy = part == null ? null : copies.in(part, watched);
        if (copy == null) {
            copy = copies.inMemory(name, watched);
        }
        return copy == null ? none : copy.bytes();
    }
}
