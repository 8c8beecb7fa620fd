// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.timeline;

import dev.sluice.cli.timeline.TimelineEvent.Phase;
import dev.sluice.cli.timeline.TimelineOut.Slice;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What queues do: a slice for each command, each of its stages, each barrier with its drain and its actions. */
final class QueueSlices {

    private static final int RANK = 10;

    private record Command(
            String id, Queue queue, String kind, @Nullable String label, String where) {}

    /** A command whose stages run. */
    private static final class Running {
        final Slice slice;
        int stages;
        long read;
        long written;
        long waves;

        Running(Slice slice) {
            this.slice = slice;
        }
    }

    /** A barrier that has not been released. */
    private static final class Barrier {
        final Slice slice;

        @Nullable
        Slice inner;

        Barrier(Slice slice) {
            this.slice = slice;
        }
    }

    /** The tracks of a queue. */
    private final class Queue {
        final Track.Group group;
        final Lanes commands;
        final Lanes barriers;
        final Track signals;
        final Map<String, Lanes> stages = new HashMap<>();

        Queue(String name) {
            group = out.group("queue " + name, RANK + queues.size());
            commands = new Lanes(out, group, "commands");
            barriers = new Lanes(out, group, "barriers");
            signals = out.slices(group, "signals");
        }

        Lanes stage(String name) {
            return stages.computeIfAbsent(name, unknown -> new Lanes(out, group, name));
        }
    }

    private final TimelineOut out;
    private final WaitFlows flows;
    private final Refills refills;
    private final Map<String, Queue> queues = new HashMap<>();
    /** Commands that have been reached and may have stages yet. */
    private final Map<String, Command> commands = new HashMap<>();

    private final Map<String, Running> running = new TreeMap<>();
    private final Map<String, Deque<Slice>> stages = new LinkedHashMap<>();
    private final Map<String, Barrier> barriers = new LinkedHashMap<>();
    private long bytesRead;
    private long bytesWritten;
    private long waves;

    QueueSlices(TimelineOut out, WaitFlows flows, Refills refills) {
        this.out = out;
        this.flows = flows;
        this.refills = refills;
    }

    private Queue queue(String name) {
        Queue known = queues.get(name);
        if (known == null) {
            known = new Queue(name);
            queues.put(name, known);
        }
        return known;
    }

    void command(String id, String queue, String kind, @Nullable String label, String where) {
        commands.put(id, new Command(id, queue(queue), kind, label, where));
    }

    void stage(long cycle, String id, String stage, boolean begins) {
        if (begins) {
            begin(cycle, id, stage);
        } else {
            end(cycle, id, stage);
        }
    }

    private void begin(long cycle, String id, String stage) {
        Command command = commands.get(id);
        if (command == null) {
            return;
        }
        Running run = running.get(id);
        if (run == null) {
            String label = command.label() == null ? id : id + " " + command.label();
            TimelineEvent e = out.event(
                    Phase.BEGIN, cycle, command.queue().commands.take(), command.kind() + " " + label, "command");
            e.with("command", id)
                    .with("kind", command.kind())
                    .with("label", command.label())
                    .with("where", command.where())
                    .with("cycle", cycle);
            Slice slice = out.begin(e, command.queue().commands, false);
            if (slice == null) {
                command.queue().commands.giveBack(e.on());
                return;
            }
            run = new Running(slice);
            running.put(id, run);
        }
        Lanes lanes = command.queue().stage(stage);
        TimelineEvent e = out.event(Phase.BEGIN, cycle, lanes.take(), command.kind() + " " + id, "stage");
        e.with("command", id)
                .with("stage", stage)
                .with("where", command.where())
                .with("cycle", cycle);
        String key = id + " " + stage;
        flows.to(key, e);
        Slice slice = out.begin(e, lanes, false);
        if (slice == null) {
            lanes.giveBack(e.on());
            if (run.stages == 0) { // no stage of it will end
                running.remove(id);
                out.finish(run.slice, totals(run, cycle));
            }
            return;
        }
        run.stages++;
        stages.computeIfAbsent(key, unknown -> new ArrayDeque<>(1)).add(slice);
    }

    void work(long read, long written, long ofWaves) {
        bytesRead = read;
        bytesWritten = written;
        waves = ofWaves;
    }

    private void end(long cycle, String id, String stage) {
        String key = id + " " + stage;
        Deque<Slice> open = stages.get(key);
        Running run = running.get(id);
        if (open == null || run == null) {
            return;
        }
        TimelineEvent e = out.end(open.element(), cycle)
                .with("bytesRead", bytesRead)
                .with("bytesWritten", bytesWritten)
                .with("waves", waves);
        flows.from(key, e);
        flows.begun(key, out.finish(open.remove(), e));
        if (open.isEmpty()) {
            stages.remove(key);
        }
        run.read += bytesRead;
        run.written += bytesWritten;
        run.waves += waves;
        if (--run.stages == 0) {
            running.remove(id);
            out.finish(run.slice, totals(run, cycle));
        }
    }

    private TimelineEvent totals(Running run, long cycle) {
        return out.end(run.slice, cycle)
                .with("bytesRead", run.read)
                .with("bytesWritten", run.written)
                .with("waves", run.waves);
    }

    void barrierIs(long cycle, int number, String id, String queue, String kind, String where, boolean implicit) {
        Queue on = queue(queue);
        refills.barrier(number, id, on.group);
        TimelineEvent e = out.event(Phase.BEGIN, cycle, on.barriers.take(), kind + " " + id, "barrier");
        e.with("barrier", id)
                .with("kind", kind)
                .with("where", where)
                .with("written", implicit ? "implicit" : "by the program")
                .with("cycle", cycle);
        Slice slice = out.begin(e, on.barriers, false);
        if (slice == null) {
            on.barriers.giveBack(e.on());
            return;
        }
        Barrier barrier = new Barrier(slice);
        barriers.put(id, barrier);
        inner(barrier, cycle, "drain", "");
    }

    private void inner(Barrier barrier, long cycle, String what, String on) {
        TimelineEvent e = out.event(Phase.BEGIN, cycle, barrier.slice.track, what, "barrier");
        barrier.inner = out.begin(e.with("caches", on).with("cycle", cycle), null, false);
    }

    void phase(long cycle, String id, String phase) {
        Barrier barrier = barriers.get(id);
        if (barrier == null || phase.equals("reached")) {
            return;
        }
        closeInner(barrier, cycle, id);
        if (phase.equals("released")) {
            barriers.remove(id);
            TimelineEvent e = out.end(barrier.slice, cycle);
            flows.from(id, e);
            flows.begun(id, out.finish(barrier.slice, e));
        }
    }

    private void closeInner(Barrier barrier, long cycle, String id) {
        Slice inner = barrier.inner;
        if (inner != null) {
            barrier.inner = null;
            TimelineEvent e = out.end(inner, cycle);
            flows.to(id, e);
            out.finish(inner, e);
        }
    }

    /** A semaphore's signal: a slice without length, because flows lead from slices. */
    void signal(long cycle, String queue, String barrier, String semaphore, long value) {
        Queue on = queue(queue);
        TimelineEvent e = out.event(Phase.BEGIN, cycle, on.signals, "signal " + semaphore, "signal");
        List<String> reached = flows.reached(semaphore, value);
        reached.forEach(awaited -> flows.from(awaited, e));
        e.with("semaphore", semaphore)
                .with("value", value)
                .with("barrier", barrier)
                .with("cycle", cycle);
        Slice slice = out.begin(e, null, false);
        reached.forEach(awaited -> flows.begun(awaited, slice != null));
        if (slice != null) {
            out.finish(slice, out.end(slice, cycle));
        }
    }

    void action(long cycle, String id, String action, String on, boolean begins) {
        Barrier barrier = barriers.get(id);
        if (barrier == null) {
            return;
        }
        if (begins) {
            inner(barrier, cycle, action, on);
        } else {
            closeInner(barrier, cycle, id);
        }
    }

    /** Ends what a stopped run left open. */
    void finish(long cycle) {
        List<String> open = new ArrayList<>(stages.keySet());
        work(0, 0, 0);
        for (String key : open) {
            int space = key.lastIndexOf(' ');
            while (stages.containsKey(key)) {
                end(cycle, key.substring(0, space), key.substring(space + 1));
            }
        }
        for (Map.Entry<String, Barrier> entry : barriers.entrySet()) {
            closeInner(entry.getValue(), cycle, entry.getKey());
            out.finish(entry.getValue().slice, out.end(entry.getValue().slice, cycle));
        }
        barriers.clear();
        for (String waiter : flows.waiting()) {
            // a slice without length, because flows lead to slices
            TimelineEvent e = out.event(Phase.BEGIN, cycle, out.about(), "left waiting: " + waiter, "trace");
            flows.to(waiter, e);
            Slice slice = out.begin(e.with("cycle", cycle), null, false);
            if (slice != null) {
                out.finish(slice, out.end(slice, cycle));
            }
        }
    }
}
