// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.stream;

import dev.sluice.program.MemoryRange;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a program has mapped at each point. It is checked where one thread does everything and maps at least once; a
 * stream that maps nothing works on memory that is mapped throughout.
 */
final class Mappings {
    private final StreamContext context;
    private final boolean active;
    private final Map<String, MemoryRange> mapped = new LinkedHashMap<>();

    Mappings(StreamContext context) {
        this.context = context;
        this.active = context.file.threads().isEmpty()
                && context.file.program().stream().anyMatch(step -> step.value() instanceof HostStep.MapMemory);
    }

    void map(Object step, MemoryRange range) {
        if (active && mapped.put(range.memory(), range) != null) {
            throw context.where.error(step, "memory", "memory '" + range.memory() + "' is already mapped");
        }
    }

    void unmap(Object step, String memory) {
        if (mapped.remove(memory) == null && active) {
            throw context.where.error(step, "memory", "memory '" + memory + "' is not mapped");
        }
    }

    void access(Object step, MemoryRange range) {
        MemoryRange map = mapped.get(range.memory());
        boolean inside = map != null
                && range.offset() >= map.offset()
                && range.offset() + range.size() <= map.offset() + map.size();
        if (active && !inside) {
            throw context.where
                    .node(step)
                    .error("bytes " + range.offset() + " to " + (range.offset() + range.size() - 1) + " of memory '"
                            + range.memory() + "' are not mapped here"
                            + (map == null
                                    ? ""
                                    : "; bytes " + map.offset() + " to " + (map.offset() + map.size() - 1) + " are"));
        }
    }
}
