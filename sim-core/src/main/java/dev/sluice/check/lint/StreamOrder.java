// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.lint;

import dev.sluice.program.HostOperation;
import dev.sluice.program.HostThread;
import dev.sluice.program.SemaphoreOperation;
import dev.sluice.program.StreamProgram;
import dev.sluice.program.kind.UnknownKindException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One order in which a stream's host operations and submissions can happen: threads take turns, each until it waits; a
 * submission begins as soon as the semaphores that it waits for are signalled, and is over at once.
 *
 * <p>A stream that waits for what nobody signals goes on nevertheless, so that the rules see all of it.
 */
final class StreamOrder {

    /** Told what happens. */
    interface Visitor {
        /** The host begins an operation. */
        void host(String id, HostOperation operation);

        /** A queue comes to a submission. */
        void batch(int submission, HostOperation.QueueSubmit submit);
    }

    private record Batch(int submission, HostOperation.QueueSubmit submit) {}

    private static final class Cursor {
        final HostThread thread;
        /** The first part of the ids of its operations; the first thread is called host. */
        final String prefix;

        int next;

        Cursor(HostThread thread, String prefix) {
            this.thread = thread;
            this.prefix = prefix;
        }

        boolean done() {
            return next == thread.operations().size();
        }
    }

    private final List<Cursor> threads = new ArrayList<>();
    private final Map<String, Deque<Batch>> queues = new LinkedHashMap<>();
    private final Map<String, Long> semaphores = new HashMap<>();
    private final Set<String> fences = new HashSet<>();
    /** Numbers of submissions, which count thread by thread. */
    private final IdentityHashMap<HostOperation.QueueSubmit, Integer> numbers = new IdentityHashMap<>();

    StreamOrder(StreamProgram program) {
        for (HostThread thread : program.threads()) {
            threads.add(new Cursor(thread, threads.isEmpty() ? "host" : thread.name()));
            for (HostOperation operation : thread.operations()) {
                if (operation instanceof HostOperation.QueueSubmit submit) {
                    numbers.put(submit, numbers.size());
                }
            }
        }
    }

    /** Goes through everything. */
    void forEach(Visitor visitor) {
        boolean force = false;
        while (!finished()) {
            boolean moved = false;
            for (Cursor thread : threads) {
                while (!thread.done()
                        && (force || ready(thread.thread.operations().get(thread.next)))) {
                    force = false;
                    moved = true;
                    operate(thread, visitor);
                    runQueues(visitor, false);
                }
            }
            if (!moved) {
                force = !runQueues(visitor, true);
            }
        }
    }

    private boolean finished() {
        return threads.stream().allMatch(Cursor::done)
                && queues.values().stream().allMatch(Deque::isEmpty);
    }

    private void operate(Cursor thread, Visitor visitor) {
        HostOperation operation = thread.thread.operations().get(thread.next);
        visitor.host(thread.prefix + "." + thread.next++, operation);
        if (operation instanceof HostOperation.QueueSubmit submit) {
            queues.computeIfAbsent(submit.queue(), name -> new ArrayDeque<>())
                    .add(new Batch(numbers.getOrDefault(submit, 0), submit));
        } else if (operation instanceof HostOperation.SignalSemaphore signal) {
            semaphores.merge(signal.semaphore(), signal.value(), Math::max);
        } else if (operation instanceof HostOperation.ResetFences reset) {
            reset.fences().forEach(fences::remove);
        } else if (operation instanceof HostOperation.QueuePresent present) {
            take(present.waits());
        } else if (operation instanceof HostOperation.AcquireNextImage acquire) {
            if (acquire.semaphore() != null) {
                semaphores.merge(acquire.semaphore(), 1L, Long::sum);
            }
            if (acquire.fence() != null) {
                fences.add(acquire.fence());
            }
        } else if (operation instanceof HostOperation.Submission
                // rules follow events by themselves
                || operation instanceof HostOperation.Signal && !ofEvent(operation)) {
            throw new UnknownKindException(operation);
        }
    }

    private static boolean ofEvent(HostOperation operation) {
        return operation instanceof HostOperation.SetEvent || operation instanceof HostOperation.ResetEvent;
    }

    private boolean ready(HostOperation operation) {
        if (operation instanceof HostOperation.WaitForFences wait) {
            return wait.all()
                    ? fences.containsAll(wait.fences())
                    : wait.fences().stream().anyMatch(fences::contains);
        } else if (operation instanceof HostOperation.WaitSemaphores wait) {
            return reached(wait.semaphores());
        } else if (operation instanceof HostOperation.QueuePresent present) {
            return reached(present.waits());
        } else if (operation instanceof HostOperation.QueueWaitIdle wait) {
            return queues.getOrDefault(wait.queue(), new ArrayDeque<>()).isEmpty();
        } else if (operation instanceof HostOperation.DeviceWaitIdle) {
            return queues.values().stream().allMatch(Deque::isEmpty);
        } else if (operation instanceof HostOperation.Wait && !(operation instanceof HostOperation.AwaitEvent)) {
            // rules follow events by themselves
            throw new UnknownKindException(operation);
        }
        return true;
    }

    /** Begins what can begin; with {@code force} the first submission that cannot. Tells whether anything began. */
    private boolean runQueues(Visitor visitor, boolean force) {
        boolean any = false;
        boolean moved = true;
        while (moved) {
            moved = false;
            for (Deque<Batch> queue : queues.values()) {
                while (!queue.isEmpty() && (reached(queue.element().submit().waits()) || force && !any)) {
                    run(queue.remove(), visitor);
                    moved = true;
                    any = true;
                }
            }
        }
        return any;
    }

    private void run(Batch batch, Visitor visitor) {
        take(batch.submit().waits());
        visitor.batch(batch.submission(), batch.submit());
        for (SemaphoreOperation signal : batch.submit().signals()) {
            semaphores.merge(
                    signal.semaphore(),
                    signal.timeline() ? signal.value() : 1L,
                    signal.timeline() ? Math::max : Long::sum);
        }
        if (batch.submit().fence() != null) {
            fences.add(batch.submit().fence());
        }
    }

    private boolean reached(List<SemaphoreOperation> waits) {
        for (SemaphoreOperation wait : waits) {
            if (semaphores.getOrDefault(wait.semaphore(), 0L) < (wait.timeline() ? wait.value() : 1)) {
                return false;
            }
        }
        return true;
    }

    /** Unsignals the binary semaphores of a wait. */
    private void take(List<SemaphoreOperation> waits) {
        for (SemaphoreOperation wait : waits) {
            if (!wait.timeline()) {
                semaphores.computeIfPresent(wait.semaphore(), (name, value) -> Math.max(0, value - 1));
            }
        }
    }
}
