// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.trace;

import dev.sluice.device.MemoryProperty;
import dev.sluice.program.HostReads;
import dev.sluice.program.ImageDeclaration;
import dev.sluice.program.MemoryDeclaration;
import dev.sluice.program.StreamProgram;
import dev.sluice.program.image.Tiling;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A line of places that the host can read while its memory is mapped, although no operation of the stream says so: the bytes of
 * a memory, or the texels of a linear image. What the bytes of a tiled image mean, no host knows.
 *
 * @param first the first byte in the memory
 * @param end the byte after the last
 */
public record HostReadable(Space space, String memory, long first, long end) {

    /** All of a stream. */
    static List<HostReadable> of(StreamProgram stream, DeviceFacts device, Resources resources) {
        List<HostReadable> all = new ArrayList<>();
        Set<String> memories = new LinkedHashSet<>();
        for (MemoryDeclaration memory : stream.memories()) {
            if (memory.hostReads() == HostReads.POSSIBLE && device.has(memory, MemoryProperty.HOST_VISIBLE)) {
                memories.add(memory.name());
                all.add(new HostReadable(resources.memory(memory.name()), memory.name(), 0, memory.size()));
            }
        }
        for (ImageDeclaration image : stream.images()) {
            if (image.spec().tiling() == Tiling.LINEAR && memories.contains(image.memory())) {
                Resources.OfImage places = resources.image(image.name());
                long first = image.offset();
                long end = first + places.layout().size();
                places.aspects()
                        .values()
                        .forEach(space -> all.add(new HostReadable(space, image.memory(), first, end)));
            }
        }
        return all;
    }
}
