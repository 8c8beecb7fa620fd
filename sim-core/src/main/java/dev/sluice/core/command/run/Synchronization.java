package dev.sluice.core.command.run;

import java.util.LinkedHashMap;
import java.util.Map;

/** Fences and semaphores by name; they come to be at first use (formats.md). */
final class Synchronization {

    private final Map<String, Fence> fences = new LinkedHashMap<>();
    private final Map<String, SemaphoreState> semaphores = new LinkedHashMap<>();

    Fence fence(String name) {
        return fences.computeIfAbsent(name, Fence::new);
    }

    SemaphoreState semaphore(String name) {
        return semaphores.computeIfAbsent(name, SemaphoreState::new);
    }
}
