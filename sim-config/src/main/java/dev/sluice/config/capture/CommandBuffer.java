// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.config.capture.Descriptors.BoundSet;
import dev.sluice.config.capture.Descriptors.DescriptorSet;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A {@code VkCommandBuffer} with what is recorded in it and the state in which recording stands. */
final class CommandBuffer {
    private final List<Recorded> commands = new ArrayList<>();
    /** What dispatches and rays run, by their bind points. */
    private final Map<BindPoint, Long> pipelines = new EnumMap<>(BindPoint.class);

    private final NavigableMap<Integer, BoundSet> compute = new TreeMap<>();
    private final NavigableMap<Integer, BoundSet> rays = new TreeMap<>();
    /** Words of the push constants that are known, by their offset. */
    private final NavigableMap<Integer, Integer> pushed = new TreeMap<>();

    private final List<Long> descriptorBuffers = new ArrayList<>();

    private GraphicsState graphics = new GraphicsState();
    /** Whether conditional rendering has begun and not ended. */
    private boolean conditional;

    /** A recorded command, which takes effect each time it is submitted. */
    @FunctionalInterface
    interface Recorded {
        void submit(CapturedSubmission submission);
    }

    void reset() {
        commands.clear();
        pipelines.clear();
        compute.clear();
        rays.clear();
        pushed.clear();
        descriptorBuffers.clear();
        graphics = new GraphicsState();
        conditional = false;
    }

    /** Conditional rendering begins or ends; returns whether it had begun. */
    boolean conditional(boolean begins) {
        boolean before = conditional;
        conditional = begins;
        return before;
    }

    void record(Recorded command) {
        commands.add(command);
    }

    List<Recorded> commands() {
        return List.copyOf(commands);
    }

    /** The pipeline that is bound for dispatches or rays; 0 for none. */
    long pipeline(BindPoint point) {
        return pipelines.getOrDefault(point, 0L);
    }

    void bindPipeline(BindPoint point, long handle) {
        pipelines.put(point, handle);
    }

    /** The sets bound at a point, by number. */
    NavigableMap<Integer, BoundSet> sets(BindPoint point) {
        return switch (point) {
            case GRAPHICS -> graphics.sets;
            case COMPUTE -> compute;
            case RAY_TRACING -> rays;
        };
    }

    /** Sets push constants, to bytes that may not be known. */
    void push(int offset, int size, byte @Nullable [] data) {
        ByteBuffer words =
                data == null || offset % 4 != 0 ? null : ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN);
        for (int at = offset - offset % 4; at < offset + size; at += 4) {
            if (words == null || at + 4 > offset + size) {
                pushed.remove(at);
            } else {
                pushed.put(at, words.getInt(at - offset));
            }
        }
    }

    /** Words of the push constants that are known, by their offset. */
    NavigableMap<Integer, Integer> pushed() {
        return pushed;
    }

    /** The addresses of the descriptor buffers that are bound. */
    List<Long> descriptorBuffers() {
        return descriptorBuffers;
    }

    /** What is bound and set for draws. */
    GraphicsState graphics() {
        return graphics;
    }

    /**
     * The set that pushed descriptors go to: a copy of what was pushed before to the same layout, because earlier commands keep
     * that. Of anything else that was bound there nothing is left.
     */
    static DescriptorSet pushed(NavigableMap<Integer, BoundSet> sets, int number, Descriptors.Layout layout) {
        BoundSet before = sets.get(number);
        DescriptorSet set =
                before != null && before.pushed() && before.set().layout().equals(layout)
                        ? before.set().copy()
                        : new DescriptorSet(layout);
        sets.put(number, new BoundSet(set, List.of(), true));
        return set;
    }
}
