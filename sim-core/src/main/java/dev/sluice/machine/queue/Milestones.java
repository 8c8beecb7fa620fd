// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import dev.sluice.result.RunResult;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What one task or barrier waited for, in the order in which it came about: the last few of it. */
final class Milestones {

    private final int kept;
    private final Predecessors predecessors;
    /** What came about that is none of the predecessors. */
    private final List<QueueHistory.Event> heard = new ArrayList<>(0);

    private List<QueueHistory.Event> last = List.of();
    private boolean settled;
    private long began;
    private int since;

    /** @param kept how many of the last are kept, 2 or more */
    Milestones(int kept, Predecessors predecessors) {
        this.kept = kept;
        this.predecessors = predecessors;
    }

    /** Waiting begins. */
    void begin(long cycle) {
        began = cycle;
        since = predecessors.history().position();
    }

    /** One of the things waited for came about that is none of the predecessors. */
    void heard(Awaited what, long cycle) {
        heard.add(predecessors.history().heard(cycle, what));
    }

    /**
     * All have come about: tells the very last that it held this one back. Without it this one would have been ready when the
     * last but one came about, or when it began to wait.
     *
     * @param command of the waiter
     * @param stage of the waiter; null for a barrier
     */
    void settle(String command, @Nullable String stage) {
        last = soFar();
        settled = true;
        heard.clear();
        if (last.isEmpty()) {
            return;
        }
        QueueHistory.Event critical = last.get(last.size() - 1);
        QueueHistory.Event before = last.size() == 1 ? null : last.get(last.size() - 2);
        long otherwise = before == null ? began : before.cycle();
        critical.what()
                .heldBack(new RunResult.HeldBack(
                        command,
                        stage,
                        critical.cycle() - otherwise,
                        otherwise,
                        before == null ? null : named(before)));
    }

    /** The last of them, by name. */
    List<RunResult.Milestone> named() {
        return (settled ? last : soFar()).stream().map(Milestones::named).toList();
    }

    /** Lets go of what nobody will ask for any more. */
    void forget() {
        last = List.of();
    }

    private static RunResult.Milestone named(QueueHistory.Event event) {
        return event.what().milestone(event.cycle());
    }

    private List<QueueHistory.Event> soFar() {
        List<QueueHistory.Event> events = predecessors.history().last(kept, since, predecessors);
        if (!heard.isEmpty()) {
            events.addAll(heard);
            events.sort(Comparator.comparingInt(QueueHistory.Event::position));
        }
        Deque<QueueHistory.Event> ordered = new ArrayDeque<>(events.size());
        for (QueueHistory.Event event : events) {
            insert(event, ordered);
        }
        while (ordered.size() > kept) {
            ordered.removeFirst();
        }
        return List.copyOf(ordered);
    }

    /** What opens in the cycle in which a task ends comes after the task. */
    private static void insert(QueueHistory.Event event, Deque<QueueHistory.Event> ordered) {
        Deque<QueueHistory.Event> opened = new ArrayDeque<>(0);
        while (event.what() instanceof StageTask && !ordered.isEmpty() && openedAt(event.cycle(), ordered.getLast())) {
            opened.addFirst(ordered.removeLast());
        }
        ordered.addLast(event);
        ordered.addAll(opened);
    }

    private static boolean openedAt(long cycle, QueueHistory.Event other) {
        return other.cycle() == cycle && other.what() instanceof Gate;
    }
}
