// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What has come about on a queue, in order: ends of tasks, openings of gates, releases of barriers.
 *
 * <p>So a waiter finds the last of its {@link Predecessors} without having heard of each.
 */
final class QueueHistory {

    /**
     * Something that came about.
     *
     * @param position its place in the order
     * @param number the task's, gate's or barrier's own
     */
    record Event(int position, long cycle, int number, Awaited what) {}

    /** Of what one list holds, events come about nearly in the order of their numbers. */
    private final Map<Long, List<Event>> tasks = new LinkedHashMap<>();

    private final Map<Long, List<Event>> gates = new LinkedHashMap<>();
    private final Map<Long, List<Event>> transitions = new LinkedHashMap<>();
    private final Map<Long, List<Event>> releases = new LinkedHashMap<>();
    private int position;

    /** The place of what comes about next. */
    int position() {
        return position;
    }

    /** Something that a waiter heard of and that is no task, gate or transition of the queue. */
    Event heard(long cycle, Awaited what) {
        return new Event(position++, cycle, 0, what);
    }

    void ended(StageTask task, long cycle) {
        add(tasks, task.stage, new Event(position++, cycle, task.number(), task));
    }

    void opened(Gate gate, long cycle) {
        add(gates, gate.stages(), new Event(position++, cycle, gate.number(), gate));
    }

    /** A barrier was released. */
    void released(BarrierRun barrier, long cycle) {
        long stages = barrier.order.destinationStages();
        Event event = new Event(position++, cycle, barrier.index, barrier.completion);
        add(releases, stages, event);
        if (!barrier.order.transitions().none()) {
            add(transitions, stages, event);
        }
    }

    private static void add(Map<Long, List<Event>> to, long stages, Event event) {
        to.computeIfAbsent(stages, none -> new ArrayList<>()).add(event);
    }

    /**
     * The last events of some predecessors, in order; of each kind and set of stages as many as are asked for.
     *
     * @param most how many
     * @param since the position from which on they count
     */
    List<Event> last(int most, int since, Predecessors of) {
        List<Event> found = new ArrayList<>();
        tasks.forEach((stages, events) -> {
            if ((stages & of.taskStages()) != 0) {
                last(events, most, since, of.lastTask(), found);
            }
        });
        gates.forEach((stages, events) -> {
            if ((stages & of.gateStages()) != 0) {
                last(events, most, since, of.lastGate(), found);
            }
        });
        addOthers(transitions, most, since, of.lastTransition(), of, found);
        addOthers(releases, most, since, of.lastRelease(), of, found);
        found.sort(Comparator.comparingInt(Event::position));
        return found;
    }

    /** The opening of a gate that is awaited says as much as the release of its barrier. */
    private static void addOthers(
            Map<Long, List<Event>> released, int most, int since, int lastNumber, Predecessors of, List<Event> to) {
        released.forEach((stages, events) -> {
            if ((stages & of.gateStages()) == 0) {
                last(events, most, since, lastNumber, to);
            }
        });
    }

    private static void last(List<Event> events, int most, int since, int lastNumber, List<Event> to) {
        int left = lastNumber < 0 ? 0 : most;
        for (int i = events.size() - 1; i >= 0 && left > 0; i--) {
            Event event = events.get(i);
            if (event.position() < since) {
                return;
            }
            if (event.number() <= lastNumber) {
                to.add(event);
                left--;
            }
        }
    }
}
