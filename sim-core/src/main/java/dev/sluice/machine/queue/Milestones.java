// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import dev.sluice.result.RunResult;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What one task or barrier waited for, in the order in which it came about: how many in all, and the last few. */
final class Milestones {

    private record Reached(Awaited what, long cycle) {
        RunResult.Milestone named() {
            return what.milestone(cycle);
        }
    }

    private final int kept;
    private final Deque<Reached> last = new ArrayDeque<>(2);
    private long began;

    /** @param kept how many of the last are kept, 2 or more */
    Milestones(int kept) {
        this.kept = kept;
    }

    /** Waiting begins. */
    void begin(long cycle) {
        began = cycle;
    }

    /** One of the things waited for came about. */
    void reached(Awaited what, long cycle) {
        if (what.impliedBy() != null && last.stream().anyMatch(other -> other.what() == what.impliedBy())) {
            return;
        }
        if (last.size() == kept) {
            last.removeFirst();
        }
        Deque<Reached> opened = new ArrayDeque<>(0);
        while (what instanceof StageTask && !last.isEmpty() && openedAt(cycle, last.getLast())) {
            opened.addFirst(last.removeLast());
        }
        last.addLast(new Reached(what, cycle));
        last.addAll(opened);
    }

    /** A task's end opens gates in the same cycle, and those who wait hear of the gates first: the task comes before them. */
    private static boolean openedAt(long cycle, Reached other) {
        return other.cycle() == cycle && other.what() instanceof Gate;
    }

    /**
     * All have come about: tells the very last that it held this one back. Without it this one would have been ready when the
     * last but one came about, or when it began to wait.
     *
     * @param command of the waiter
     * @param stage of the waiter; null for a barrier
     */
    void settle(String command, @Nullable String stage) {
        if (last.isEmpty()) {
            return;
        }
        Reached critical = last.removeLast();
        Reached before = last.peekLast();
        last.addLast(critical);
        long otherwise = before == null ? began : before.cycle();
        critical.what()
                .heldBack(new RunResult.HeldBack(
                        command,
                        stage,
                        critical.cycle() - otherwise,
                        otherwise,
                        before == null ? null : before.named()));
    }

    /** The last of them, by name. */
    List<RunResult.Milestone> named() {
        return last.stream().map(Reached::named).toList();
    }

    /** Lets go of what nobody will ask for any more. */
    void forget() {
        last.clear();
    }
}
