// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.order;

import dev.sluice.program.SemaphoreOperation;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The fences and semaphores that have been signalled, each with what its waiters get to know. */
public final class Signals {
    private final Map<String, Signal> fences = new LinkedHashMap<>();
    private final Map<String, ArrayDeque<Signal>> binaries = new LinkedHashMap<>();
    private final Map<String, TreeMap<Long, Signal>> timelines = new LinkedHashMap<>();

    public void fence(String name, Signal signal) {
        fences.put(name, signal);
    }

    @Nullable
    public Signal fence(String name) {
        return fences.get(name);
    }

    public boolean signalled(String fence) {
        return fences.containsKey(fence);
    }

    public void reset(String fence) {
        fences.remove(fence);
    }

    public void signalBinary(String semaphore, Signal signal) {
        binaries.computeIfAbsent(semaphore, name -> new ArrayDeque<>()).add(signal);
    }

    /** Brings a timeline semaphore to a value. */
    public void signal(String semaphore, long value, Signal signal) {
        timelines.computeIfAbsent(semaphore, name -> new TreeMap<>()).putIfAbsent(value, signal);
    }

    /** The first signal that brings a timeline semaphore to a value. */
    @Nullable
    public Signal reached(SemaphoreOperation wait) {
        TreeMap<Long, Signal> signals = timelines.get(wait.semaphore());
        Map.Entry<Long, Signal> entry = signals == null ? null : signals.ceilingEntry(wait.value());
        return entry == null ? null : entry.getValue();
    }

    public boolean satisfied(List<SemaphoreOperation> waits) {
        for (SemaphoreOperation wait : waits) {
            if (wait.timeline()) {
                if (wait.value() > 0 && reached(wait) == null) {
                    return false;
                }
            } else if (binaries.getOrDefault(wait.semaphore(), new ArrayDeque<>())
                    .isEmpty()) {
                return false;
            }
        }
        return true;
    }

    /** Takes a wait's signal; null where there is nothing to wait for. */
    @Nullable
    public Signal take(SemaphoreOperation wait) {
        if (wait.timeline()) {
            return wait.value() <= 0 ? null : reached(wait);
        }
        ArrayDeque<Signal> signals = binaries.get(wait.semaphore());
        return signals == null ? null : signals.poll();
    }
}
