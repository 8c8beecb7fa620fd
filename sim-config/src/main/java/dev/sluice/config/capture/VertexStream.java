// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.config.stream.PassStep;
import dev.sluice.config.units.RangeSize;
import dev.sluice.config.units.Size;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a draw fetches of one vertex buffer.
 *
 * @param offset the first byte of the first element
 * @param end the byte after the last one that is bound
 * @param stride bytes from one element to the next, 0 if all share one
 * @param size bytes of an element
 * @param instance whether an element belongs to an instance
 * @param instances elements from the first to the last that an instance fetches; 0 if that is not known, or none does
 */
record VertexStream(Buffer buffer, long offset, long end, long stride, long size, boolean instance, long instances) {

    /**
     * @param first the first element that is fetched
     * @param instances elements from there to the last that an instance fetches, 0 if that is not known
     */
    static VertexStream of(
            GraphicsState.VertexBuffer bound, VertexInput.Binding binding, long stride, long first, long instances) {
        return new VertexStream(
                bound.buffer(),
                bound.offset() + binding.from() + first * stride,
                bound.offset() + bound.range(),
                stride,
                binding.to() - binding.from(),
                binding.instance(),
                instances);
    }

    /** Whether so many elements, or at least one, lie in what is bound of the buffer. */
    boolean fits(long count) {
        return offset >= 0 && offset <= end && stride <= Integer.MAX_VALUE && present() >= Math.max(1, count);
    }

    /** Elements that lie in what is bound of the buffer. */
    private long present() {
        long room = end - offset - size;
        return room < 0 ? 0 : stride == 0 ? Long.MAX_VALUE : room / stride + 1;
    }

    /**
     * These streams as a draw has them: one count for all that belong to vertices, as many as all of them have.
     *
     * @param vertices how many the draw asks for; 0 when that is not known
     * @param whole whether indices, or arguments in memory, are known to name no vertex beyond these
     * @param indirect whether arguments in memory say how many instances there are
     */
    static List<Late<PassStep.Vertices>> all(
            List<VertexStream> streams, long vertices, boolean whole, boolean indirect) {
        long least = vertices;
        for (VertexStream stream : streams) {
            least = stream.instance ? least : Math.min(least, stream.present());
        }
        Long count = least > 0 ? Long.valueOf(least) : null;
        List<Late<PassStep.Vertices>> all = new ArrayList<>();
        boolean counted = count == null;
        for (VertexStream stream : streams) {
            counted |= !stream.instance;
            long fetched = stream.instance ? indirect ? stream.instances : 0 : whole ? vertices : 0;
            all.add(stream.late(stream.instance ? null : count, stream.range(fetched)));
        }
        if (!counted) {
            PassStep.Vertices number =
                    new PassStep.Vertices(null, new Size(0), null, null, count, false, new RangeSize(RangeSize.WHOLE));
            all.add(() -> number);
        }
        return all;
    }

    /**
     * The bytes in which all elements that a draw fetches lie.
     *
     * @param fetched elements from the first to the last, 0 if that is not known, or said by a count
     */
    private RangeSize range(long fetched) {
        if (fetched > 0) {
            return new RangeSize(stride * (Math.min(fetched, present()) - 1) + size);
        }
        return new RangeSize(end < buffer.size ? end - offset : RangeSize.WHOLE);
    }

    private Late<PassStep.Vertices> late(@Nullable Long count, RangeSize range) {
        return () -> new PassStep.Vertices(
                buffer.name.toString(), new Size(offset), new Size(stride), new Size(size), count, instance, range);
    }
}
