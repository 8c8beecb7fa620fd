// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import java.util.LinkedHashMap;
import java.util.Map;

/** Fences, semaphores and events by name; they come to be at first use ({@code docs/formats.md}, Stream files). */
final class QueueSynchronization {

    private final Map<String, Fence> fences = new LinkedHashMap<>();
    private final Map<String, SemaphoreState> semaphores = new LinkedHashMap<>();

    private final Map<String, EventState> events = new LinkedHashMap<>();

    Fence fence(String name) {
        return fences.computeIfAbsent(name, Fence::new);
    }

    EventState event(String name) {
        return events.computeIfAbsent(name, EventState::new);
    }

    SemaphoreState semaphore(String name) {
        return semaphores.computeIfAbsent(name, SemaphoreState::new);
    }
}
