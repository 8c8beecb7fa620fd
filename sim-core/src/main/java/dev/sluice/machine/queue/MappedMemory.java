// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import dev.sluice.machine.fault.StreamException;
import dev.sluice.program.HostOperation;
import dev.sluice.program.HostTarget;
import dev.sluice.program.Origin;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Which parts of which memories the host has mapped (Vulkan specification, section Host Access to Device Memory Objects).
 *
 * <p>A stream that maps nothing of a memory has all of it mapped; one that maps it once must keep to the mapping.
 */
public final class MappedMemory {

    private record Mapping(long offset, long size) {}

    private final Map<String, Mapping> mappings = new HashMap<>();
    private final Set<String> everMapped = new HashSet<>();
    /** Those that an operation is still to allocate. */
    private final Set<String> unallocated;

    private final Set<String> freed = new HashSet<>();

    /** @param allocatedLater the memories that operations allocate */
    public MappedMemory(Set<String> allocatedLater) {
        unallocated = new HashSet<>(allocatedLater);
    }

    void allocate(HostOperation.AllocateMemory allocate) {
        if (!unallocated.remove(allocate.memory())) {
            throw new StreamException(allocate.origin(), "memory " + allocate.memory() + " was allocated before");
        }
    }

    void map(HostOperation.MapMemory map) {
        there(map.origin(), map.memory());
        if (mappings.containsKey(map.memory())) {
            throw new StreamException(map.origin(), "memory " + map.memory() + " is mapped already: unmapMemory first");
        }
        mappings.put(map.memory(), new Mapping(map.offset(), map.size()));
        everMapped.add(map.memory());
    }

    void unmap(HostOperation.UnmapMemory unmap) {
        if (mappings.remove(unmap.memory()) == null) {
            throw new StreamException(unmap.origin(), "memory " + unmap.memory() + " is not mapped");
        }
    }

    void free(HostOperation.FreeMemory free) {
        there(free.origin(), free.memory());
        mappings.remove(free.memory());
        freed.add(free.memory());
    }

    private void there(Origin origin, String memory) {
        if (freed.contains(memory)) {
            throw new StreamException(origin, "memory " + memory + " was freed before");
        }
        if (unallocated.contains(memory)) {
            throw new StreamException(origin, "memory " + memory + " is not allocated here: allocateMemory first");
        }
    }

    void check(Origin origin, HostTarget target, long size) {
        there(origin, target.memory());
        if (!everMapped.contains(target.memory())) {
            return;
        }
        Mapping mapping = mappings.get(target.memory());
        if (mapping == null) {
            throw new StreamException(origin, "memory " + target.memory() + " is not mapped here: mapMemory first");
        }
        if (target.offset() < mapping.offset() || target.offset() + size > mapping.offset() + mapping.size()) {
            throw new StreamException(
                    origin,
                    "bytes " + target.offset() + " to " + (target.offset() + size) + " of memory "
                            + target.memory() + " are outside its mapping of " + mapping.size() + " bytes from "
                            + mapping.offset());
        }
    }
}
