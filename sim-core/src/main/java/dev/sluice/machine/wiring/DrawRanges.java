// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import dev.sluice.device.DeviceLimits;
import dev.sluice.program.Geometry;
import java.util.ArrayList;
import java.util.List;

/** The vertices, or indices, that the draws of one command ask for: runs of neighbours, one after the other. */
final class DrawRanges {

    /**
     * What one draw asks for.
     *
     * @param first vertex, or place of the first index
     * @param firstInstance the first of its instances
     * @param vertexOffset what is added to each index
     */
    record Range(long first, long count, long firstInstance, long instances, long vertexOffset) {

        /** A draw of nothing, wherever it would begin. */
        static final Range NOTHING = new Range(0, 0, 0, 0, 0);

        /** A draw that begins with the first instance. */
        Range(long first, long count, long instances, long vertexOffset) {
            this(first, count, 0, instances, vertexOffset);
        }

        /** The draw, or that of nothing where it has no vertex or no instance: its other arguments mean nothing then. */
        Range orNothing() {
            return count > 0 && instances > 0 ? this : NOTHING;
        }
    }

    private final List<Range> ranges;
    /** By range: elements in all ranges before it. */
    private final long[] before;

    private final long total;

    DrawRanges(List<Range> ranges) {
        this.ranges = List.copyOf(ranges);
        before = new long[ranges.size()];
        long sum = 0;
        for (int i = 0; i < before.length; i++) {
            before[i] = sum;
            sum += ranges.get(i).count();
        }
        total = sum;
    }

    /** What the arguments of draws ask for (Vulkan specification, Vk{@code Draw...IndirectCommand}). */
    static DrawRanges written(ReadBytes read, int stride, int count, Geometry geometry) {
        boolean indexed = geometry.indices() != null;
        List<Range> ranges = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int from = i * stride;
            Range range;
            if (geometry.meshTasks()) {
                List<Long> groups = workgroups(read, from);
                range = new Range(0, DeviceLimits.product(groups.get(0), groups.get(1), groups.get(2)), 1, 0);
            } else {
                range = new Range(
                        read.word(from + 8, Integer.BYTES),
                        read.word(from, Integer.BYTES),
                        read.word(from + (indexed ? 16 : 12), Integer.BYTES),
                        read.word(from + 4, Integer.BYTES),
                        indexed ? (int) read.word(from + 12, Integer.BYTES) : 0);
            }
            ranges.add(range.orNothing());
        }
        return new DrawRanges(ranges);
    }

    /** The numbers of a {@code VkDrawMeshTasksIndirectCommandEXT}. */
    static List<Long> workgroups(ReadBytes read, int from) {
        return List.of(
                read.word(from, Integer.BYTES), read.word(from + 4, Integer.BYTES), read.word(from + 8, Integer.BYTES));
    }

    /** The same draws for buffers that begin with the first element, first instance and least vertex offset of any of them. */
    DrawRanges rebased() {
        long first = Long.MAX_VALUE;
        long firstInstance = Long.MAX_VALUE;
        long offset = Long.MAX_VALUE;
        for (Range range : ranges) {
            if (range.count() > 0 && range.instances() > 0) {
                first = Math.min(first, range.first());
                firstInstance = Math.min(firstInstance, range.firstInstance());
                offset = Math.min(offset, range.vertexOffset());
            }
        }
        List<Range> moved = new ArrayList<>();
        for (Range range : ranges) {
            boolean some = range.count() > 0 && range.instances() > 0;
            moved.add(
                    some
                            ? new Range(
                                    range.first() - first,
                                    range.count(),
                                    range.firstInstance() - firstInstance,
                                    range.instances(),
                                    range.vertexOffset() - offset)
                            : Range.NOTHING);
        }
        return new DrawRanges(moved);
    }

    /**
     * What of these draws lies before a place and can be simulated.
     *
     * @param most the most elements of all draws together
     */
    DrawRanges within(long end, long most) {
        long elements = most;
        long vertices = DeviceLimits.SIMULATED_VERTICES;
        List<Range> kept = new ArrayList<>();
        for (Range range : ranges) {
            long count = Math.max(0, Math.min(range.count(), Math.min(elements, end - range.first())));
            count = Math.min(count, vertices / Math.max(1, range.instances()));
            kept.add(new Range(range.first(), count, range.firstInstance(), range.instances(), range.vertexOffset()));
            elements -= count;
            vertices -= count * range.instances();
        }
        return new DrawRanges(kept);
    }

    /** The runs of instances of these draws. */
    DrawRanges ofInstances() {
        return new DrawRanges(ranges.stream()
                .map(range -> new Range(range.firstInstance(), range.instances(), 1, 0))
                .toList());
    }

    List<Range> ranges() {
        return ranges;
    }

    /** Elements of all ranges. */
    long total() {
        return total;
    }

    /** Elements of all ranges, each as often as it has instances; {@link Long#MAX_VALUE} if they are more than that. */
    long instanced() {
        long sum = 0;
        for (Range range : ranges) {
            long more = DeviceLimits.product(range.count(), range.instances());
            sum = more > Long.MAX_VALUE - sum ? Long.MAX_VALUE : sum + more;
        }
        return sum;
    }

    /** The place of an element, counted through all ranges. */
    long place(long element) {
        int low = 0;
        int high = before.length - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (before[middle] <= element) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return ranges.get(low).first() + element - before[low];
    }

    /** The place of the first element of all; 0 if there is none. */
    long begin() {
        long begin = Long.MAX_VALUE;
        for (Range range : ranges) {
            begin = Math.min(begin, range.count() == 0 ? Long.MAX_VALUE : range.first());
        }
        return begin == Long.MAX_VALUE ? 0 : begin;
    }

    /** The place behind the last element of all. */
    long end() {
        long end = 0;
        for (Range range : ranges) {
            end = Math.max(end, range.count() == 0 ? 0 : range.first() + range.count());
        }
        return end;
    }
}
