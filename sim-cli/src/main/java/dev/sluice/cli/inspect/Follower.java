// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.inspect;

import dev.sluice.machine.observe.ObservedRequest;
import dev.sluice.machine.observe.SimObserver;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** Follows a few bytes through a run: what happens to them where, and what they are then. */
final class Follower implements SimObserver {

    private @Nullable WatchedBytes watchedOrNull;
    private @Nullable LiveState stateOrNull;
    private final Story story = new Story();
    /** What happened in the event that is not over yet. */
    private final List<Pending> pending = new ArrayList<>();
    /** Whose maintenance each cache carries out, as the number of a barrier. */
    private final Map<String, Integer> maintained = new HashMap<>();
    /** What each part held when it was last looked at. */
    private final Map<String, Bytes> held = new HashMap<>();

    /**
     * @param data the bytes that a request carried; null if it carried none
     * @param seen what the part held when it happened, which may be gone at the end of the event; null if it is to be looked up then
     * @param newest what was newest when it happened, where the event may go on to write; null for what is newest at its end
     */
    private record Pending(
            Happening happening,
            @Nullable Bytes data,
            @Nullable Bytes seen,
            @Nullable Bytes newest) {}

    /** Says what to follow, before the run. */
    void bind(WatchedBytes bytes, LiveState machine) {
        watchedOrNull = bytes;
        stateOrNull = machine;
    }

    WatchedBytes watched() {
        return Objects.requireNonNull(watchedOrNull, "bind comes first");
    }

    private LiveState state() {
        return Objects.requireNonNull(stateOrNull, "bind comes first");
    }

    private Copies copies() {
        return new Copies(state());
    }

    Story story() {
        return story;
    }

    /** An event of the engine is over: looks at what it left. */
    void afterEvent() {
        if (pending.isEmpty()) {
            return;
        }
        Bytes last = copies().newest(watched());
        for (Pending each : pending) {
            Bytes newest = Objects.requireNonNullElse(each.newest(), last);
            Bytes bytes = bytes(each);
            // an atomic's answer is what was there before it, and never newest
            boolean compared = !bytes.none()
                    && !(each.happening().event().equals("complete")
                            && each.happening().kind().equals("atomic"));
            story.add(new Story.Line(each.happening(), bytes, compared ? bytes.against(newest) : Freshness.UNKNOWN));
        }
        pending.clear();
    }

    private Bytes bytes(Pending each) {
        Bytes data = each.data();
        if (data != null) {
            return data;
        }
        if (each.seen() != null) {
            return each.seen();
        }
        Happening event = each.happening();
        if (event.set() >= 0 && event.way() < 0) {
            return Bytes.absent(watched().length()); // no line of the cache is theirs
        }
        Bytes bytes = look(event);
        if (!bytes.none()) {
            held.put(event.part(), bytes);
        }
        return bytes;
    }

    private Bytes look(Happening event) {
        String name = event.part();
        MachineState.Part part = state().part(name);
        if (part != null && event.set() >= 0) {
            long first = watched().address() & -part.number("line", Bytes.SECTOR);
            state().hint(name, first, Copy.row(part, event.set(), event.way()));
        }
        Copy copy = part == null ? null : copies().in(part, watched());
        if (copy == null) {
            copy = copies().inMemory(name, watched());
        }
        return copy == null ? Bytes.absent(watched().length()) : copy.bytes();
    }

    private void add(Happening happening, @Nullable Bytes data) {
        // who is answered may write in the same event, and did not read that
        Bytes newest = happening.event().equals("complete") ? copies().newest(watched()) : null;
        pending.add(new Pending(happening, data, null, newest));
    }

    /** Adds what happened to a line that is there now. */
    private void addSeen(Happening happening) {
        Bytes bytes = look(happening);
        if (!bytes.none()) {
            held.put(happening.part(), bytes);
        }
        pending.add(new Pending(happening, null, bytes.none() ? null : bytes, null));
    }

    /** Adds that a cache sends bytes down, which its line need not have any more: of a sector written in part it may have given them up. */
    private void addSent(Happening happening, long address, int sectors) {
        Bytes known = held.getOrDefault(happening.part(), Bytes.absent(watched().length()));
        Bytes sent = known.some(i -> {
            long sector = Math.floorDiv(watched().address() + i - address, Bytes.SECTOR);
            return sector >= 0 && sector < Integer.SIZE && (sectors >>> (int) sector & 1) != 0;
        });
        Bytes bytes = look(happening).or(sent);
        if (!bytes.none()) {
            held.put(happening.part(), bytes);
        }
        pending.add(new Pending(happening, null, bytes.none() ? null : bytes, null));
    }

    private static String kind(ObservedRequest r) {
        return switch (r.operation()) {
            case READ -> r.fill() ? "fill" : "read";
            case WRITE -> r.writeBack() ? "write-back" : "write";
            case ATOMIC -> "atomic";
        };
    }

    private String command(int index) {
        return state().command(index);
    }

    private boolean meets(ObservedRequest r) {
        return watched().meetsSectors(r.address(), r.sectors());
    }

    /** The bytes that a request carries: of what is written only those, other bytes of their sectors are whatever lay there. */
    private @Nullable Bytes data(ObservedRequest r) {
        if (!r.hasData()) {
            return null;
        }
        boolean whole = r.operation() == ObservedRequest.Kind.READ;
        Bytes bytes = Bytes.absent(watched().length());
        for (int i = 0; i < watched().length(); i++) {
            long at = watched().address() + i - r.address();
            if (at >= 0
                    && at < ObservedRequest.MAX_BYTES
                    && (r.sectors() >>> (int) (at / ObservedRequest.SECTOR_BYTES) & 1) != 0
                    && (whole || r.takesByte((int) at))) {
                bytes.values()[i] = r.data((int) at) & 0xFF;
                bytes.writers()[i] = r.writer((int) at);
            }
        }
        return bytes;
    }

    private void request(
            long cycle,
            String event,
            String part,
            int set,
            int way,
            ObservedRequest r,
            String result,
            boolean carried) {
        add(
                new Happening(cycle, event, part, set, way, ways(part), kind(r), result, command(r.command())),
                carried ? data(r) : null);
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public void issue(long cycle, String client, ObservedRequest r) {
        if (meets(r)) {
            request(cycle, "issue", client, -1, -1, r, "", r.operation() == ObservedRequest.Kind.WRITE);
        }
    }

    @Override
    public void complete(long cycle, String client, ObservedRequest r) {
        if (meets(r) && r.operation() != ObservedRequest.Kind.WRITE) {
            request(cycle, "complete", client, -1, -1, r, "", true);
        }
    }

    @Override
    public void lookup(long cycle, String cache, int set, int way, ObservedRequest r, Outcome outcome) {
        if (meets(r)) {
            String result = outcome == Outcome.SECTOR_MISS ? "sectorMiss" : word(outcome);
            boolean passes = way < 0 && r.operation() == ObservedRequest.Kind.WRITE;
            request(cycle, "lookup", cache, set, way, r, result, passes);
        }
    }

    @Override
    public void waits(long cycle, String cache, int set, ObservedRequest r, WaitReason reason) {
        if (meets(r)) {
            request(cycle, "waits", cache, set, -1, r, word(reason), false);
        }
    }

    @Override
    public void fill(long cycle, String cache, int set, int way, long address, int sectors, int command) {
        if (watched().meetsSectors(address, sectors)) {
            addSeen(new Happening(cycle, "fill", cache, set, way, ways(cache), "", "", command(command)));
        }
    }

    @Override
    public void writeBack(
            long cycle,
            String cache,
            int set,
            int way,
            long address,
            int sectors,
            int command,
            WriteBackReason reason) {
        if (watched().meetsSectors(address, sectors)) {
            boolean ordered = reason == WriteBackReason.FLUSH || reason == WriteBackReason.INVALIDATE;
            addSent(
                    new Happening(cycle, "writeBack", cache, set, way, ways(cache), "", word(reason), command(command))
                            .of(ordered ? maintained.getOrDefault(cache, -1) : -1),
                    address,
                    sectors);
        }
    }

    @Override
    public void drop(long cycle, String cache, int set, int way, long address, int command, DropReason reason) {
        Bytes before = dropped(cache, address);
        if (!before.none()) {
            pending.add(new Pending(
                    new Happening(cycle, "drop", cache, set, way, ways(cache), "", word(reason), command(command))
                            .of(reason == DropReason.INVALIDATE ? maintained.getOrDefault(cache, -1) : -1),
                    null,
                    before,
                    null));
        }
    }

    /** What a cache held of a line that it drops; of its other lines it goes on to hold what it held. */
    private Bytes dropped(String cache, long line) {
        Bytes known = held.getOrDefault(cache, Bytes.absent(watched().length()));
        IntPredicate ofLine = i -> {
            long address = watched().address() + i;
            return address >= line && address < line + lineBytes(cache);
        };
        held.put(cache, known.some(ofLine.negate()));
        return known.some(ofLine);
    }

    private int ways(String name) {
        MachineState.Part part = state().part(name);
        return part == null ? 0 : part.number("ways", 0);
    }

    private int lineBytes(String cache) {
        MachineState.Part part = state().part(cache);
        return part == null ? Bytes.SECTOR : part.number("line", Bytes.SECTOR);
    }

    @Override
    public void maintenance(long cycle, String cache, String action, int barrier, boolean begins) {
        if (begins) {
            maintained.put(cache, barrier);
        }
    }

    @Override
    public void dram(long cycle, String channel, ObservedRequest r, RowOutcome row) {
        if (meets(r)) {
            request(cycle, "dram", channel, -1, -1, r, word(row), false);
        }
    }

    @Override
    public void link(long cycle, ObservedRequest r, boolean towardsHost) {
        if (meets(r)) {
            request(cycle, "link", "link", -1, -1, r, towardsHost ? "toHost" : "toDevice", false);
        }
    }

    @Override
    public void host(long cycle, String what, long address, int bytes) {
        if (watched().meets(address, bytes)) {
            add(new Happening(cycle, "host", "host", -1, -1, 0, "", what, ""), null);
        }
    }
}
