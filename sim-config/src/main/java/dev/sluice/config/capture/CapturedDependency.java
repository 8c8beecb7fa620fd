// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.config.stream.CommandStep.BufferBarrier;
import dev.sluice.config.stream.CommandStep.ImageBarrier;
import dev.sluice.config.stream.CommandStep.MemoryBarrier;
import java.util.List;

/**
 * The barriers of a command, as far as the stream has what they are on.
 *
 * @param flags the names of its dependency flags
 */
record CapturedDependency(
        List<MemoryBarrier> memory,
        List<Late<BufferBarrier>> buffers,
        List<Late<ImageBarrier>> images,
        List<String> flags) {

    /** Whether it has no barrier. */
    boolean isEmpty() {
        return memory.isEmpty() && buffers.isEmpty() && images.isEmpty();
    }

    /** The same with one barrier that orders nothing where it has none: events need a dependency. */
    CapturedDependency orNothing() {
        return isEmpty()
                ? new CapturedDependency(
                        List.of(new MemoryBarrier(List.of(), List.of(), List.of(), List.of())),
                        List.of(),
                        List.of(),
                        flags)
                : this;
    }
}
