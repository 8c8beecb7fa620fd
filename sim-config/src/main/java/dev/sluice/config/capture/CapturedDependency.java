// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.config.stream.CommandStep.BufferBarrier;
import dev.sluice.config.stream.CommandStep.ImageBarrier;
import dev.sluice.config.stream.CommandStep.MemoryBarrier;
import dev.sluice.program.image.ImageLayout;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The barriers of a command, as far as the stream has what they are on.
 *
 * @param flags the names of its dependency flags
 * @param transitions the layouts that it brings images into
 */
record CapturedDependency(
        List<MemoryBarrier> memory,
        List<OnQueue<BufferBarrier>> buffers,
        List<OnQueue<ImageBarrier>> images,
        List<String> flags,
        List<Transition> transitions) {

    /** A part of an image comes into a layout, or null for one that is not known of all its aspects. */
    record Transition(
            Image image, LayoutsNow.Part part, @Nullable ImageLayout layout) {}

    /** A dependency without transitions. */
    CapturedDependency(
            List<MemoryBarrier> memory,
            List<OnQueue<BufferBarrier>> buffers,
            List<OnQueue<ImageBarrier>> images,
            List<String> flags) {
        this(memory, buffers, images, flags, List.of());
    }

    /** Notes that it is submitted, so that its transitions are made. */
    void submitted() {
        for (Transition transition : transitions) {
            transition.image().layoutsNow().become(transition.part(), transition.layout());
        }
    }

    /**
     * A barrier that depends on the queue that it is submitted to.
     *
     * @param <T> what it becomes
     */
    @FunctionalInterface
    interface OnQueue<T> {
        /** The barrier on a queue of a family; takes effect on nothing. */
        T make(SubmittedFamily family);
    }

    /** Whether it has no barrier. */
    boolean isEmpty() {
        return memory.isEmpty() && buffers.isEmpty() && images.isEmpty();
    }

    /** The buffer barriers, once the whole capture has been read. */
    List<BufferBarrier> buffers(SubmittedFamily family) {
        return buffers.stream().map(barrier -> barrier.make(family)).toList();
    }

    /** The image barriers, once the whole capture has been read. */
    List<ImageBarrier> images(SubmittedFamily family) {
        return images.stream().map(barrier -> barrier.make(family)).toList();
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
