// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.stream;

import dev.sluice.config.bind.OneKey;
import dev.sluice.config.units.Saturating;
import dev.sluice.config.units.Size;
import dev.sluice.program.MemoryDeclaration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Holds the memories of a stream to the device's heaps: those that are there from the beginning, and with one host thread what it
 * allocates and frees in its order. What several threads allocate counts as there all the time, because nothing says who is first.
 */
final class HeapUse {
    private final StreamContext context;
    /** Bytes in use, by heap. */
    private final Map<Integer, Long> used = new HashMap<>();

    private final Set<String> there = new HashSet<>();

    HeapUse(StreamContext context) {
        this.context = context;
    }

    /** Checks all memories of the stream, which are declared. */
    void check() {
        boolean ordered = context.file.threads().isEmpty();
        Set<String> later = new HashSet<>();
        if (ordered) {
            steps().forEach(step -> {
                if (step instanceof HostStep.AllocateMemory allocate) {
                    later.add(allocate.memory());
                }
            });
        }
        for (StreamFile.Memory memory : context.file.memory()) {
            if (!later.contains(memory.name())) {
                take(memory.name(), memory, "size");
            }
        }
        if (ordered) {
            steps().forEach(this::step);
        }
    }

    private Stream<HostStep> steps() {
        return context.file.program().stream().map(OneKey::value);
    }

    private void step(HostStep step) {
        if (step instanceof HostStep.AllocateMemory allocate && context.memories.containsKey(allocate.memory())) {
            take(allocate.memory(), allocate, "memory");
        } else if (step instanceof HostStep.FreeMemory free && there.remove(free.memory())) {
            MemoryDeclaration memory = declared(free.memory());
            used.merge(heap(memory), -memory.size(), Long::sum);
        }
    }

    private MemoryDeclaration declared(String name) {
        return Objects.requireNonNull(context.memories.get(name));
    }

    private int heap(MemoryDeclaration memory) {
        return context.device.memoryTypes().get(memory.typeIndex()).heap();
    }

    /**
     * A memory takes bytes of its heap.
     *
     * @param user what is to blame if they are not there
     */
    private void take(String name, Object user, String key) {
        int heap = heap(declared(name));
        long size = declared(name).size();
        long capacity = context.device.heaps().get(heap).size();
        long total = Saturating.plus(used.getOrDefault(heap, 0L), size);
        if (total > capacity) {
            throw context.where.error(
                    user,
                    key,
                    "memory '" + name + "': " + new Size(size) + " do not fit heap " + heap + " of device '"
                            + context.device.name() + "', which has " + new Size(capacity)
                            + (total > size ? " with " + new Size(total - size) + " in use" : ""));
        }
        used.put(heap, total);
        there.add(name);
    }
}
