// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.config.stream.PassStep;
import dev.sluice.config.units.Size;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the front end of a draw fetches: indices, vertex attributes and the arguments of indirect draws. */
final class Vertices {
    private static final int MAX_INDICES = 1 << 22;

    private final CaptureSession session;

    Vertices(CaptureSession session) {
        this.session = session;
    }

    /**
     * What a draw fetches.
     *
     * @param vertices how many vertices there are; 0 when that is not known
     * @param buffers the vertex buffers, or only the number of vertices
     */
    record Fetch(
            long vertices,
            List<Late<PassStep.Vertices>> buffers,
            @Nullable Late<PassStep.Indices> indices,
            @Nullable Late<PassStep.Indirect> indirect) {}

    private record Span(long first, long count) {}

    Fetch fetch(CapturedPipeline pipeline, GraphicsState state, Draws.Source source) {
        Draws.Indirect inMemory = source.indirect();
        Draws.Source direct = inMemory == null ? source : read(source, inMemory);
        Span span = new Span(direct.first(), direct.count());
        GraphicsState.IndexBuffer bound = source.indexed() ? state.indices : null;
        long indices = bound == null ? 0 : present(bound, direct);
        if (bound != null) {
            span = named(bound, direct, indices);
        } else if (source.indexed()) {
            session.notes.count("indexed draws without an index buffer fetch no indices");
        }
        List<Late<PassStep.Vertices>> buffers = new ArrayList<>();
        boolean dynamic = pipeline.dynamic().contains("VERTEX_INPUT") && state.input != null;
        VertexInput input = dynamic && state.input != null ? state.input : pipeline.input();
        for (Map.Entry<Integer, VertexInput.Binding> binding : input.bindings().entrySet()) {
            GraphicsState.VertexBuffer buffer = state.vertexBuffers.get(binding.getKey());
            if (buffer == null) {
                session.notes.count("draws with no buffer bound to vertex binding " + binding.getKey());
                continue;
            }
            boolean instance = binding.getValue().instance();
            boolean strided = pipeline.dynamic().contains("VERTEX_INPUT_BINDING_STRIDE") && buffer.stride() >= 0;
            long stride = strided ? buffer.stride() : binding.getValue().stride();
            Span needed = instance ? new Span(0, direct.instances()) : span;
            Late<PassStep.Vertices> fetched = buffer(buffer, binding.getValue(), stride, needed);
            if (fetched != null) {
                buffers.add(fetched);
            }
        }
        if (buffers.isEmpty() && span.count() > 0) {
            PassStep.Vertices count = new PassStep.Vertices(null, new Size(0), null, null, span.count());
            buffers.add(() -> count);
        }
        return new Fetch(
                span.count(),
                buffers,
                bound == null || indices == 0 ? null : indices(bound, direct, indices),
                inMemory == null ? null : indirect(inMemory));
    }

    private static Late<PassStep.Indirect> indirect(Draws.Indirect indirect) {
        Size stride = indirect.drawCount() > 1 ? new Size(indirect.stride()) : null;
        int count = (int) Math.min(indirect.drawCount(), Integer.MAX_VALUE);
        return () ->
                new PassStep.Indirect(indirect.buffer().name.toString(), new Size(indirect.offset()), count, stride);
    }

    private static Late<PassStep.Indices> indices(GraphicsState.IndexBuffer indices, Draws.Source draw, long count) {
        return () -> new PassStep.Indices(
                indices.buffer().name.toString(),
                new Size(first(indices, draw)),
                indices.bytes() == 4 ? PassStep.IndexType.U32 : PassStep.IndexType.U16,
                count);
    }

    /** The first byte that a draw fetches of an index buffer. */
    private static long first(GraphicsState.IndexBuffer indices, Draws.Source draw) {
        return indices.offset() + draw.first() * indices.bytes();
    }

    /** How many of a draw's indices are in their buffer. */
    private static long present(GraphicsState.IndexBuffer indices, Draws.Source draw) {
        return Math.min(draw.count(), Math.max(0, indices.buffer().size - first(indices, draw)) / indices.bytes());
    }

    /** The counts of the first draw of an indirect one, as far as they are known. */
    private Draws.Source read(Draws.Source source, Draws.Indirect indirect) {
        Memory memory = indirect.buffer().memory();
        byte[] bytes = memory == null
                ? new byte[0]
                : memory.shadow.known(indirect.buffer().offset() + indirect.offset(), 16);
        if (bytes.length < 16) {
            session.notes.count("the counts of an indirect draw are not known: whole vertex buffers are fetched");
            return source;
        }
        ByteBuffer words = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        return new Draws.Source(
                source.kind(),
                Integer.toUnsignedLong(words.getInt(0)),
                Integer.toUnsignedLong(words.getInt(8)),
                Integer.toUnsignedLong(words.getInt(4)),
                source.indexed() ? words.getInt(12) : 0,
                indirect);
    }

    /** The vertices that the indices of a draw name. */
    private Span named(GraphicsState.IndexBuffer indices, Draws.Source draw, long count) {
        if (count == 0) {
            return new Span(0, 0);
        }
        Memory memory = indices.buffer().memory();
        byte[] bytes = memory == null || count > MAX_INDICES
                ? new byte[0]
                : memory.shadow.known(indices.buffer().offset() + first(indices, draw), (int) count * indices.bytes());
        if (bytes.length == 0) {
            session.notes.count("the indices of a draw are not known: it fetches as many vertices as it has indices");
            return new Span(Math.max(0, draw.vertexOffset()), count);
        }
        ByteBuffer data = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        long restart = indices.bytes() == 4 ? 0xffff_ffffL : 0xffff;
        long least = Long.MAX_VALUE;
        long greatest = -1;
        for (int i = 0; i < count; i++) {
            long index =
                    indices.bytes() == 4 ? Integer.toUnsignedLong(data.getInt(4 * i)) : data.getShort(2 * i) & 0xffff;
            if (index != restart) {
                least = Math.min(least, index);
                greatest = Math.max(greatest, index);
            }
        }
        return greatest < 0 ? new Span(0, 0) : new Span(Math.max(0, least + draw.vertexOffset()), greatest - least + 1);
    }

    /** A vertex buffer, cut where the buffer ends; null when nothing is left of it. */
    private @Nullable Late<PassStep.Vertices> buffer(
            GraphicsState.VertexBuffer bound, VertexInput.Binding binding, long stride, Span span) {
        long size = binding.to() - binding.from();
        long offset = bound.offset() + binding.from() + span.first() * stride;
        long room = bound.buffer().size - offset;
        if (room < size || span.first() > bound.buffer().size) {
            session.notes.count("vertices outside their buffer are not fetched");
            return null;
        }
        // with no stride every vertex reads the same bytes
        Long count = stride == 0
                ? Long.valueOf(1)
                : span.count() > 0 ? (Long) Math.min(span.count(), (room - size) / stride + 1) : null;
        return () -> new PassStep.Vertices(
                bound.buffer().name.toString(),
                new Size(offset),
                new Size(stride == 0 ? size : stride),
                new Size(size),
                count);
    }
}
