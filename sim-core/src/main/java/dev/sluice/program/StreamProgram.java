// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program;

import dev.sluice.program.kernel.KernelProgram;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A command stream, resolved against a device: names checked, sizes known, kernels compiled.
 *
 * @param name the stream's name
 * @param memories allocations in order of declaration
 * @param buffers buffers in order of declaration
 * @param images images in order of declaration
 * @param kernels compiled kernels by name
 * @param threads host threads, {@code program} first
 * @param notes what the importer did not understand or approximated, a line each, for the report
 * @param unseen where the program has work that is not in the stream
 */
public record StreamProgram(
        String name,
        List<MemoryDeclaration> memories,
        List<BufferDeclaration> buffers,
        List<ImageDeclaration> images,
        Map<String, KernelProgram> kernels,
        List<HostThread> threads,
        List<String> notes,
        UnseenWork unseen) {

    public StreamProgram {
        memories = List.copyOf(memories);
        buffers = List.copyOf(buffers);
        images = List.copyOf(images);
        kernels = Collections.unmodifiableMap(new LinkedHashMap<>(kernels));
        threads = List.copyOf(threads);
        notes = List.copyOf(notes);
    }

    /** A stream that is all of its program. */
    public StreamProgram(
            String name,
            List<MemoryDeclaration> memories,
            List<BufferDeclaration> buffers,
            List<ImageDeclaration> images,
            Map<String, KernelProgram> kernels,
            List<HostThread> threads,
            List<String> notes) {
        this(name, memories, buffers, images, kernels, threads, notes, UnseenWork.NONE);
    }

    /** The memories that a host operation allocates; all others are there from the beginning. */
    public Set<String> allocatedLater() {
        Set<String> names = new LinkedHashSet<>();
        for (HostThread thread : threads) {
            for (HostOperation operation : thread.operations()) {
                if (operation instanceof HostOperation.AllocateMemory allocate) {
                    names.add(allocate.memory());
                }
            }
        }
        return names;
    }

    /** The same stream with other notes. */
    public StreamProgram withNotes(List<String> others) {
        return new StreamProgram(name, memories, buffers, images, kernels, threads, others, unseen);
    }

    /** The same stream with other host threads. */
    public StreamProgram withThreads(List<HostThread> others) {
        return new StreamProgram(name, memories, buffers, images, kernels, others, notes, unseen);
    }
}
