// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.config.stream.PassStep;
import dev.sluice.config.units.Size;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a draw fetches of one vertex buffer.
 *
 * @param offset the first byte of the first element
 * @param stride bytes from one element to the next, 0 if all share one
 * @param size bytes of an element
 * @param instance whether an element belongs to an instance
 */
record VertexStream(Buffer buffer, long offset, long stride, long size, boolean instance) {

    /** @param first the first element that is fetched */
    static VertexStream of(GraphicsState.VertexBuffer bound, VertexInput.Binding binding, long stride, long first) {
        return new VertexStream(
                bound.buffer(),
                bound.offset() + binding.from() + first * stride,
                stride,
                binding.to() - binding.from(),
                binding.instance());
    }

    /** Whether so many elements, or at least one, lie in the buffer. */
    boolean fits(long count) {
        return offset >= 0 && offset <= buffer.size && stride <= Integer.MAX_VALUE && present() >= Math.max(1, count);
    }

    /** Elements that lie in the buffer. */
    private long present() {
        long room = buffer.size - offset - size;
        return room < 0 ? 0 : stride == 0 ? Long.MAX_VALUE : room / stride + 1;
    }

    /**
     * These streams as a draw has them: one count for all that belong to vertices, as many as all of them have.
     *
     * @param vertices how many the draw asks for; 0 when that is not known
     */
    static List<Late<PassStep.Vertices>> all(List<VertexStream> streams, long vertices) {
        long least = vertices;
        for (VertexStream stream : streams) {
            least = stream.instance ? least : Math.min(least, stream.present());
        }
        Long count = least > 0 ? Long.valueOf(least) : null;
        List<Late<PassStep.Vertices>> all = new ArrayList<>();
        boolean counted = count == null;
        for (VertexStream stream : streams) {
            counted |= !stream.instance;
            all.add(stream.late(stream.instance ? null : count));
        }
        if (!counted) {
            PassStep.Vertices number = new PassStep.Vertices(null, new Size(0), null, null, count, false);
            all.add(() -> number);
        }
        return all;
    }

    private Late<PassStep.Vertices> late(@Nullable Long count) {
        return () -> new PassStep.Vertices(
                buffer.name.toString(), new Size(offset), new Size(stride), new Size(size), count, instance);
    }
}
