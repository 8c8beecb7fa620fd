// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.inspect;

import dev.sluice.cli.steps.StepRecording;
import dev.sluice.cli.steps.StepValues;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * What happened to a few bytes, out of a recording.
 *
 * <p>A recording has the machine between events. What came and left again within one is told by what was read for it below.
 */
final class RecordedStory {

    /** The kinds of events that are about bytes. */
    private static final Set<String> OF_BYTES =
            Set.of("issue", "complete", "lookup", "waits", "fill", "writeBack", "drop", "dram", "link", "host");

    private static final String REQUESTS = "requests";

    /** The clients that read images and have no cache of their own. */
    private static final Set<String> PAST_CACHES = Set.of("transfer", "display");

    private final RecordedMachine machine;
    private final StepRecording recording;
    private final ByteNames names;
    private final WatchedBytes watched;
    private final Story story = new Story();
    /** What each command was given last. */
    private final Map<String, Bytes> read = new HashMap<>();
    /** How many reads of each command are under way. */
    private final Map<String, Integer> reading = new HashMap<>();
    /** What was fetched last for each command. */
    private final Map<String, Bytes> fetched = new HashMap<>();
    /** What each request was sent to write, by its number. */
    private final Map<Long, Bytes> sent = new HashMap<>();
    /** What stores write that wait in each cache for their lines. */
    private final Map<String, Bytes> waiting = new HashMap<>();
    /** What each part held when it was last looked at. */
    private final Map<String, Bytes> held = new HashMap<>();
    /** Whose maintenance each cache carries out. */
    private final Map<String, Integer> maintained = new HashMap<>();

    RecordedStory(RecordedMachine machine, StepRecording recording, ByteNames names, WatchedBytes watched) {
        this.machine = machine;
        this.recording = recording;
        this.names = names;
        this.watched = watched;
    }

    Story story() {
        return story;
    }

    /** Adds what happened in a step, which follows the one before. */
    void add(int step) {
        List<RecordedEvent> events = new ArrayList<>();
        for (StepValues values : recording.events(step)) {
            boolean ofBytes = OF_BYTES.contains(values.name());
            if (!ofBytes && !values.name().equals("maintenance")) {
                continue;
            }
            RecordedEvent event =
                    RecordedEvent.of(machine, recording.cycle(step), values).orderedBy(maintained);
            if (ofBytes && event.meets(watched)) {
                events.add(event);
            }
        }
        for (int i = 0; i < events.size(); i++) {
            add(step, events.get(i), events.subList(i + 1, events.size()));
        }
    }

    /** Whether the run found that a command's read of them was stale. */
    private boolean staleRead(String command) {
        return machine.findings().stream()
                .anyMatch(finding -> finding.kind().equals("staleRead")
                        && finding.agent().equals(command)
                        && names.in(finding.resource(), finding.offset(), finding.size(), watched));
    }

    /** @param later what happened in the same step after it */
    private void add(int step, RecordedEvent event, List<RecordedEvent> later) {
        Happening happening = event.happening();
        boolean answer = happening.event().equals("complete");
        if (answer && happening.kind().equals("write")) {
            return;
        }
        count(happening);
        Bytes newest = newest(step);
        Bytes bytes = bytes(step, event, newest, later);
        waits(step, event, newest);
        if (happening.event().equals("drop") && bytes.none()) {
            return; // others of its line were there, these were not
        }
        Bytes asked = bytes.some(i -> asked(event, watched.address() + i));
        if (!asked.none()) {
            if (happening.kind().equals("read") || happening.event().equals("fill")) {
                read.merge(happening.command(), asked, (before, now) -> now.or(before));
            }
            if (List.of("read", "fill").contains(happening.kind())
                    || happening.event().equals("fill")) {
                fetched.merge(happening.command(), asked, (before, now) -> now.or(before));
            }
        }
        Freshness freshness = bytes.none()
                ? Freshness.UNKNOWN
                : bytes.against(
                        answer && later.stream().anyMatch(RecordedStory::sendsWrite) ? newest(step - 1) : newest);
        boolean stale = answer && freshness != Freshness.NEWEST && staleRead(happening.command());
        story.add(new Story.Line(happening, bytes, stale ? Freshness.STALE_READ : freshness));
    }

    private static boolean sendsWrite(RecordedEvent event) {
        return event.happening().event().equals("issue")
                && event.happening().kind().equals("write");
    }

    /** What the program had written last after a step. */
    private Bytes newest(int step) {
        return step < 0 ? Bytes.absent(watched.length()) : new Copies(state(step)).newest(watched);
    }

    private MachineState state(int step) {
        return new RecordedState(machine, recording, step);
    }

    private Bytes bytes(int step, RecordedEvent event, Bytes newest, List<RecordedEvent> later) {
        Happening happening = event.happening();
        String part = happening.part();
        Bytes none = Bytes.absent(watched.length());
        switch (happening.event()) {
            case "complete" -> {
                return happening.kind().equals("read")
                        ? answered(step, happening, newest).some(i -> asked(event, watched.address() + i))
                        : none;
            }
            case "drop" -> {
                return dropped(step, event);
            }
            default -> {}
        }
        if (happening.event().equals("issue") || happening.event().equals("lookup") && happening.way() < 0) {
            return happening.kind().equals("write") ? written(step, event, newest) : none;
        }
        if (happening.set() >= 0 && happening.way() < 0) {
            return none; // no line of the cache is theirs
        }
        Copy copy = copy(state(step), part);
        Bytes bytes = copy == null ? none : copy.bytes();
        Bytes there = bytes;
        boolean fill = happening.event().equals("fill");
        // what waited for the line has changed it; only then, for of coded tiles what lies below is no copy
        boolean changed =
                fill && copy != null && copy.dirty() && before(step, part).none();
        boolean kept = !passes(step, event, later);
        if (changed || fill && bytes.none()) {
            bytes = fetched.getOrDefault(happening.command(), none)
                    .some(i -> asked(event, watched.address() + i))
                    .or(bytes);
        }
        if (happening.event().equals("writeBack")) {
            // a line that left in the same step, and where there is one, its neighbour that stays
            Bytes sentDown = bytes.or(before(step, part)).or(held.getOrDefault(part, none));
            bytes = sentDown;
            // who fetches next is given these, even where the channel still has to write them
            fetched.replaceAll((command, before) ->
                    sentDown.some(i -> asked(event, watched.address() + i)).or(before));
        }
        Bytes holds = fill ? there.or(stores(event)).or(bytes) : bytes;
        if (kept && !holds.none()) {
            held.put(part, holds);
        }
        return bytes;
    }

    /** Whether bytes come into a cache for who waits for them alone: nothing of them is there afterwards, and nothing left. */
    private boolean passes(int step, RecordedEvent event, List<RecordedEvent> later) {
        return event.happening().event().equals("fill")
                && at(state(step), event.happening().part()).none()
                && later.stream().noneMatch(event::isLeftBy);
    }

    /** What the stores write that have waited for the bytes which come into a cache. */
    private Bytes stores(RecordedEvent fill) {
        Bytes all = waiting.getOrDefault(fill.happening().part(), Bytes.absent(watched.length()));
        waiting.put(fill.happening().part(), all.some(i -> !asked(fill, watched.address() + i)));
        return all.some(i -> asked(fill, watched.address() + i));
    }

    private boolean keepsStores(String part) {
        MachineState.@Nullable Part cache = machine.part(part);
        return cache != null && "back".equals(cache.attributes().get("write"));
    }

    /** A store waits for the line that its cache made room for. */
    private void waits(int step, RecordedEvent event, Bytes newest) {
        Happening happening = event.happening();
        if (happening.event().equals("lookup")
                && happening.kind().equals("write")
                && happening.way() >= 0
                && !happening.result().equals("hit")
                && keepsStores(happening.part())) {
            Bytes stores = written(step, event, newest);
            waiting.merge(happening.part(), stores, (before, now) -> now.or(before));
        }
    }

    /** Whether a byte is of the sectors of an event. */
    private static boolean asked(RecordedEvent event, long address) {
        long sector = Math.floorDiv(address - event.address(), Bytes.SECTOR);
        return sector >= 0 && sector < Integer.SIZE && (event.sectors() >>> (int) sector & 1) != 0;
    }

    /** What a part held of a line that it drops; of its other lines it goes on to hold what it held. */
    private Bytes dropped(int step, RecordedEvent event) {
        String part = event.happening().part();
        MachineState.@Nullable Part cache = machine.part(part);
        long line = cache == null ? Bytes.SECTOR : cache.number("line", Bytes.SECTOR);
        IntPredicate ofLine =
                i -> watched.address() + i >= event.address() && watched.address() + i < event.address() + line;
        Bytes known = held.getOrDefault(part, Bytes.absent(watched.length())).or(before(step, part));
        Bytes rest = known.some(ofLine.negate());
        if (rest.none()) {
            held.remove(part);
        } else {
            held.put(part, rest);
        }
        return known.some(ofLine);
    }

    /**
     * What a read is answered with: what was read for it, or what lies in memory where a write that waits there answers it. Who has
     * no cache may read coded tiles through the decoder, which no part of a recording holds the bytes of: unless the run found
     * the read stale, they are the newest.
     */
    private Bytes answered(int step, Happening happening, Bytes newest) {
        Bytes bytes = read.get(happening.command());
        if (bytes == null) {
            Copy copy = new Copies(state(step)).inMemory(watched);
            bytes = copy == null ? Bytes.absent(watched.length()) : copy.bytes();
        }
        boolean decodes = PAST_CACHES.contains(happening.part()) && maybeCoded(bytes, newest);
        return decodes && !staleRead(happening.command()) ? newest : bytes;
    }

    /** Whether bytes are not what their writer wrote last, or not there at all, as those of coded tiles. */
    private static boolean maybeCoded(Bytes bytes, Bytes newest) {
        boolean differs = false;
        for (int i = 0; i < newest.values().length; i++) {
            boolean there = bytes.values()[i] >= 0;
            if (there && bytes.writers()[i] != newest.writers()[i]) {
                return false;
            }
            differs |= bytes.values()[i] != newest.values()[i];
        }
        return differs;
    }

    /** Counts the reads of a command that are under way; what those before them were given says nothing of the next one. */
    private void count(Happening happening) {
        boolean sent = happening.event().equals("issue");
        if (happening.kind().equals("read") && (sent || happening.event().equals("complete"))) {
            int before = reading.getOrDefault(happening.command(), 0);
            if (sent && before == 0) {
                read.remove(happening.command());
            }
            reading.put(happening.command(), Math.max(0, before + (sent ? 1 : -1)));
        }
    }

    /** What a request writes: when it is sent, what is newest then of the bytes that it takes; later the same. */
    private Bytes written(int step, RecordedEvent event, Bytes newest) {
        Values row = state(step).row(REQUESTS, REQUESTS, event.request());
        if (event.happening().event().equals("issue") && step > 0) {
            Bytes bytes = row == null ? changed(step, event, newest) : taken(row, event, newest);
            sent.put(event.request(), bytes);
            return bytes;
        }
        Bytes known = sent.get(event.request());
        if (row == null) {
            return Objects.requireNonNullElse(known, newest);
        }
        // an earlier request may have had its number
        return taken(row, event, known == null ? newest : known.or(newest));
    }

    /** What a step changed, where nothing else says what a request of it wrote. */
    private Bytes changed(int step, RecordedEvent event, Bytes newest) {
        Bytes before = newest(step - 1);
        return newest.some(i -> asked(event, watched.address() + i)
                && newest.writers()[i] != 0
                && (newest.writers()[i] != before.writers()[i] || newest.values()[i] != before.values()[i]));
    }

    /** Of the bytes that a request takes what is its own, for others of the same step may have written over it. */
    private Bytes taken(Values row, RecordedEvent event, Bytes newest) {
        BitSet takes = BitSet.valueOf(row.bytes("takes"));
        long first = watched.address() - event.address();
        return newest.some(i -> newest.writers()[i] == row.number("agent")
                && asked(event, watched.address() + i)
                && (takes.isEmpty() || takes.get((int) (first + i))));
    }

    /** What a part held before a step. */
    private Bytes before(int step, String part) {
        return step > 0 ? at(state(step - 1), part) : Bytes.absent(watched.length());
    }

    private Bytes at(MachineState state, String name) {
        Copy copy = copy(state, name);
        return copy == null ? Bytes.absent(watched.length()) : copy.bytes();
    }

    private @Nullable Copy copy(MachineState state, String name) {
        Copies copies = new Copies(state);
        MachineState.@Nullable Part part = state.part(name);
        Copy copy = part == null ? null : copies.in(part, watched);
        return copy == null ? copies.inMemory(name, watched) : copy;
    }
}
