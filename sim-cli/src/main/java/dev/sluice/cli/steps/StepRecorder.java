// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.steps;

import dev.sluice.cli.log.EventWords;
import dev.sluice.machine.Simulation;
import dev.sluice.machine.observe.ObservedRequest;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.machine.view.MachineView;
import dev.sluice.machine.view.Part;
import dev.sluice.machine.view.Texts;
import dev.sluice.machine.view.ViewTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Records the steps of a run: what happened, and which rows of the machine's tables changed.
 *
 * <p>It is the run's observer, and is bound to its machine before it starts. A step is an event of the engine after which a row had
 * changed or of which an observer heard.
 */
public final class StepRecorder implements SimObserver {

    private final StepBounds bounds;
    private final StepEncoder encoder = new StepEncoder();
    private final List<RecordedTable> tables = new ArrayList<>();
    private final List<RecordedTable> changed = new ArrayList<>();
    private final Map<String, Integer> partNumbers = new HashMap<>();
    private final Map<String, Integer> ways = new HashMap<>();
    private final Map<String, Integer> sets = new HashMap<>();
    private final Map<String, Integer> findingSteps = new HashMap<>();
    /** Findings of the event that is not over yet. */
    private final List<String> found = new ArrayList<>();

    private final StepWindow window;
    private @Nullable MachineView view;
    private Texts texts = new Texts();
    private int steps;
    private long firstCycle = -1;
    private long lastCycle;

    /** A recorder of what lies within bounds. */
    public StepRecorder(StepBounds bounds) {
        this.bounds = bounds;
        this.window = new StepWindow(bounds);
    }

    /**
     * Begins to look at a machine, before it runs.
     *
     * @throws IllegalArgumentException if what is to be watched is not there
     */
    public void bind(Simulation machine) {
        MachineView seen = machine.view(this::afterEvent);
        view = seen;
        texts = seen.texts();
        window.resolve(machine);
        for (Part part : seen.parts()) {
            partNumbers.put(part.name(), partNumbers.size());
            String wide = part.attributes().get("ways");
            if (wide != null) {
                ways.put(part.name(), Integer.parseInt(wide));
                sets.put(
                        part.name(),
                        Integer.parseInt(
                                Objects.requireNonNull(part.attributes().get("sets"))));
            }
            for (ViewTable table : part.tables()) {
                tables.add(new RecordedTable(tables.size(), table, changed::add));
            }
        }
        if (window.open(seen.cycle())) {
            begin(seen);
            window.closeAfter(steps);
        }
    }

    MachineView view() {
        return Objects.requireNonNull(view, "bind comes first");
    }

    List<RecordedTable> tables() {
        return tables;
    }

    StepBounds bounds() {
        return bounds;
    }

    /** Steps recorded so far. */
    public int steps() {
        return steps;
    }

    long firstCycle() {
        return firstCycle;
    }

    long lastCycle() {
        return lastCycle;
    }

    /** Why recording ended before the run did, or empty. */
    public String cut() {
        return window.cut();
    }

    /** The step in which a finding was met, or -1. */
    int stepOf(String kind, int number) {
        return findingSteps.getOrDefault(kind + number, -1);
    }

    byte[] packed() {
        return encoder.finish();
    }

    private void begin(MachineView seen) {
        firstCycle = seen.cycle();
        changed.clear();
        for (RecordedTable table : tables) {
            table.recordAll(encoder);
        }
        end(seen);
    }

    private void end(MachineView seen) {
        encoder.endStep(seen.cycle(), seen.events());
        lastCycle = seen.cycle();
        found.forEach(finding -> findingSteps.putIfAbsent(finding, steps));
        found.clear();
        steps++;
    }

    private void afterEvent() {
        if (window.over()) {
            return;
        }
        MachineView seen = view();
        window.closeBefore(seen.cycle());
        if (window.over()) {
            drop();
            return;
        }
        boolean wanted = window.wanted();
        if (steps == 0 && window.open(seen.cycle())) {
            begin(seen);
        } else if (steps > 0 && wanted) {
            changes(seen);
        } else {
            drop();
        }
        window.closeAfter(steps);
    }

    private void changes(MachineView seen) {
        if (!changed.isEmpty()) {
            changed.sort(Comparator.comparingInt(table -> table.index));
            for (RecordedTable table : changed) {
                table.recordChanges(encoder);
            }
            changed.clear();
        }
        if (!encoder.empty()) {
            end(seen);
        }
    }

    /** Forgets the events of a step that is not recorded. */
    private void drop() {
        encoder.dropEvents();
        found.clear();
    }

    private void add(StepEventType type, long... values) {
        if (!window.over()) {
            encoder.event(type, values);
        }
    }

    private int part(String name) {
        return partNumbers.getOrDefault(name, -1);
    }

    /** The row of a cache's lines; those of its victim cache, whose ways count on after a set's, lie behind all sets. */
    private long line(String cache, int set, int way) {
        int wide = ways.getOrDefault(cache, 0);
        return way < 0
                ? -1
                : way < wide || wide == 0
                        ? (long) set * wide + way
                        : (long) sets.getOrDefault(cache, 0) * wide + way - wide;
    }

    private int text(String text) {
        return texts.id(text);
    }

    private int kind(ObservedRequest r) {
        return text(
                switch (r.operation()) {
                    case READ -> r.fill() ? "fill" : "read";
                    case WRITE -> r.writeBack() ? "write-back" : "write";
                    case ATOMIC -> "atomic";
                });
    }

    private int client(ObservedRequest r) {
        return text(r.client().key());
    }

    private static int sectors(ObservedRequest r) {
        return r.sectors() & 0xFFFF;
    }

    private void note(ObservedRequest r) {
        window.touched(r.address(), r.sectors() & 0xFFFF);
    }

    @Override
    public void issue(long cycle, String client, ObservedRequest r) {
        note(r);
        add(StepEventType.ISSUE, part(client), r.number(), kind(r), r.address(), sectors(r), client(r), r.command());
    }

    @Override
    public void lookup(long cycle, String cache, int set, int way, ObservedRequest r, Outcome outcome) {
        note(r);
        add(
                StepEventType.LOOKUP,
                part(cache),
                r.number(),
                text(EventWords.of(outcome)),
                kind(r),
                r.address(),
                sectors(r),
                client(r),
                r.command(),
                line(cache, set, way),
                set,
                way);
    }

    @Override
    public void waits(long cycle, String cache, int set, ObservedRequest r, WaitReason reason) {
        note(r);
        add(
                StepEventType.WAITS,
                part(cache),
                r.number(),
                text(EventWords.of(reason)),
                kind(r),
                r.address(),
                sectors(r),
                client(r),
                r.command(),
                set);
    }

    @Override
    public void fill(long cycle, String cache, int set, int way, long address, int sectors, int command) {
        window.touched(address, sectors & 0xFFFF);
        add(StepEventType.FILL, part(cache), address, sectors & 0xFFFF, command, line(cache, set, way), set, way);
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
        window.touched(address, sectors & 0xFFFF);
        add(
                StepEventType.WRITE_BACK,
                part(cache),
                address,
                sectors & 0xFFFF,
                command,
                text(EventWords.of(reason)),
                line(cache, set, way),
                set,
                way);
    }

    @Override
    public void drop(long cycle, String cache, int set, int way, long address, int command, DropReason reason) {
        window.touchedLine(address);
        add(
                StepEventType.DROP,
                part(cache),
                address,
                command,
                text(EventWords.of(reason)),
                line(cache, set, way),
                set,
                way);
    }

    @Override
    public void maintenance(long cycle, String cache, String action, int barrier, boolean begins) {
        add(StepEventType.MAINTENANCE, part(cache), text(action), barrier, phase(begins));
    }

    @Override
    public void dram(long cycle, String channel, ObservedRequest r, RowOutcome row) {
        note(r);
        add(
                StepEventType.DRAM,
                part(channel),
                r.operation() == ObservedRequest.Kind.WRITE ? -1 : r.number(),
                kind(r),
                r.address(),
                sectors(r),
                client(r),
                r.command(),
                text(EventWords.of(row)));
    }

    @Override
    public void link(long cycle, ObservedRequest r, boolean towardsHost) {
        note(r);
        add(
                StepEventType.LINK,
                part("link"),
                r.number(),
                kind(r),
                r.address(),
                sectors(r),
                client(r),
                r.command(),
                text(towardsHost ? "toHost" : "toDevice"));
    }

    @Override
    public void complete(long cycle, String client, ObservedRequest r) {
        note(r);
        add(StepEventType.COMPLETE, part(client), r.number(), kind(r), r.address(), sectors(r), client(r), r.command());
    }

    @Override
    public void passed(long cycle, String command) {
        window.command(command, true);
        window.command(command, false);
        add(StepEventType.PASSED, text(command));
    }

    @Override
    public void stage(long cycle, String command, String stage, boolean begins) {
        window.command(command, begins);
        add(StepEventType.STAGE, text(command), text(stage), phase(begins));
    }

    @Override
    public void barrier(long cycle, String command, String phase) {
        window.command(command, !phase.equals("released"));
        add(StepEventType.BARRIER, text(command), text(phase));
    }

    @Override
    public void hostOperation(long cycle, String operation, String what, boolean begins) {
        window.command(operation, begins);
        add(StepEventType.HOST_OPERATION, text(operation), text(what), phase(begins));
    }

    @Override
    public void host(long cycle, String what, long address, int bytes) {
        window.touchedBytes(address, bytes);
        add(StepEventType.HOST, text(what), address, bytes);
    }

    @Override
    public void finding(long cycle, String kind, int number, long address) {
        window.found();
        if (!window.over()) {
            found.add(kind + number);
        }
        add(StepEventType.FINDING, text(kind), number, address);
    }

    private int phase(boolean begins) {
        return text(begins ? "begin" : "end");
    }
}
