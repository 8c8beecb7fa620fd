// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.stream;

import dev.sluice.config.bind.Nearest;
import dev.sluice.config.bind.OneKey;
import dev.sluice.program.SemaphoreOperation;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The semaphores of a stream: declared, or made at first use and then of one type throughout. */
final class SemaphoreTable {
    private static final List<String> ALL_STAGES = List.of("ALL_COMMANDS");

    private final StreamContext context;
    private final Map<String, StreamFile.Semaphore.Type> types = new LinkedHashMap<>();
    private final Map<String, Long> initial = new LinkedHashMap<>();
    /** The highest value that something signals; 0 for a binary semaphore. */
    private final Map<String, Long> signalled = new LinkedHashMap<>();

    SemaphoreTable(StreamContext context, Collection<List<OneKey<HostStep>>> threads) {
        this.context = context;
        threads.forEach(steps -> steps.forEach(step -> signals(step.value())));
        for (StreamFile.Semaphore semaphore : context.file.semaphores()) {
            if (types.put(semaphore.name(), semaphore.type()) != null) {
                throw context.where.error(
                        semaphore, "name", "semaphores: two semaphores are named '" + semaphore.name() + "'");
            }
            if (semaphore.value() != 0 && semaphore.type() == StreamFile.Semaphore.Type.BINARY) {
                throw context.where.error(
                        semaphore, "value", "semaphores: a binary semaphore has no value; write 'type: timeline'");
            }
            initial.put(semaphore.name(), semaphore.value());
        }
    }

    private void signals(HostStep step) {
        if (step instanceof HostStep.QueueSubmit submit) {
            submit.signal()
                    .forEach(use ->
                            signalled.merge(use.semaphore(), Objects.requireNonNullElse(use.value(), 0L), Math::max));
        } else if (step instanceof HostStep.AcquireNextImage acquire && acquire.semaphore() != null) {
            signalled.putIfAbsent(acquire.semaphore(), 0L);
        } else if (step instanceof HostStep.SignalSemaphore signal) {
            signalled.merge(signal.semaphore(), signal.value(), Math::max);
        }
    }

    /** Waits of a submission. */
    List<SemaphoreOperation> waits(List<HostStep.SemaphoreUse> uses) {
        List<SemaphoreOperation> operations = new ArrayList<>();
        for (HostStep.SemaphoreUse use : uses) {
            SemaphoreOperation wait = operation(use);
            long start = initial.getOrDefault(use.semaphore(), 0L);
            if (!wait.timeline() && !signalled.containsKey(use.semaphore())) {
                throw context.where.error(
                        use,
                        "semaphore",
                        "nothing signals the semaphore '" + use.semaphore() + "'"
                                + Nearest.hint(use.semaphore(), signalled.keySet()));
            }
            // a timeline that begins there has nobody to wait for
            if (!wait.timeline() || wait.value() > start || wait.value() == 0) {
                operations.add(wait);
            }
            if (wait.value() > Math.max(start, signalled.getOrDefault(use.semaphore(), 0L))) {
                context.notes.add("nothing brings semaphore '" + use.semaphore() + "' to the value " + wait.value()
                        + " that " + context.place(use) + " waits for: the run cannot end");
            }
        }
        return operations;
    }

    /** Signals of a submission. */
    List<SemaphoreOperation> signals(List<HostStep.SemaphoreUse> uses) {
        List<SemaphoreOperation> operations = new ArrayList<>();
        for (HostStep.SemaphoreUse use : uses) {
            SemaphoreOperation signal = operation(use);
            checkSignal(use, use.semaphore(), signal.timeline() ? signal.value() : Long.MAX_VALUE);
            operations.add(signal);
        }
        return operations;
    }

    private SemaphoreOperation operation(HostStep.SemaphoreUse use) {
        StreamFile.Semaphore.Type type = type(use, use.semaphore(), use.value());
        List<String> stages = Objects.requireNonNullElse(use.stages(), ALL_STAGES);
        return new SemaphoreOperation(
                use.semaphore(),
                Objects.requireNonNullElse(use.value(), 0L),
                type == StreamFile.Semaphore.Type.TIMELINE,
                context.stages(use, "stages", stages));
    }

    /** Waits of a host thread, which only timeline semaphores allow. */
    List<SemaphoreOperation> hostWaits(List<HostStep.SemaphoreUse> uses) {
        for (HostStep.SemaphoreUse use : uses) {
            requireTimeline(use, use.semaphore(), use.value());
        }
        return waits(uses);
    }

    /** Refuses a signal that would not raise the semaphore above the value that it begins with. */
    void checkSignal(Object user, String name, long value) {
        long start = initial.getOrDefault(name, 0L);
        if (value <= start) {
            throw context.where.error(
                    user,
                    "value",
                    "value: " + value + " does not raise the semaphore '" + name + "', which begins with " + start);
        }
    }

    /** Refuses a timeline semaphore where only a binary one can stand. */
    void requireBinary(Object user, String name) {
        type(user, name, null);
    }

    /** Refuses a host operation on a binary semaphore. */
    void requireTimeline(Object user, String name, @Nullable Long value) {
        if (type(user, name, value) != StreamFile.Semaphore.Type.TIMELINE) {
            throw context.where.error(
                    user,
                    "semaphore",
                    "the host can wait for and signal timeline semaphores only; '" + name + "' is binary");
        }
    }

    private StreamFile.Semaphore.Type type(Object user, String name, @Nullable Long value) {
        StreamFile.Semaphore.Type used =
                value == null ? StreamFile.Semaphore.Type.BINARY : StreamFile.Semaphore.Type.TIMELINE;
        StreamFile.Semaphore.Type known = types.putIfAbsent(name, used);
        if (known != null && known != used) {
            throw context.where.error(
                    user,
                    "semaphore",
                    known == StreamFile.Semaphore.Type.BINARY
                            ? "'" + name + "' is a binary semaphore, which has no value"
                            : "'" + name + "' is a timeline semaphore; give the 'value'");
        }
        return used;
    }
}
