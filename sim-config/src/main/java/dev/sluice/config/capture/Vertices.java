package dev.sluice.config.capture;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What the front end of a draw fetches: indices, vertex attributes and the arguments of indirect draws. */
final class Vertices {
    private static final int MAX_INDICES = 1 << 22;

    private final Session session;

    Vertices(Session session) {
        this.session = session;
    }

    /**
     * What a draw fetches.
     *
     * @param vertices how many vertices there are; 0 when that is not known
     * @param arguments the keys of the draw
     */
    record Fetch(long vertices, Map<String, Object> arguments) {}

    private record Span(long first, long count) {}

    Fetch fetch(GraphicsPipeline pipeline, GraphicsState state, Draws.Source source) {
        Map<String, Object> arguments = Session.map();
        Draws.Indirect inMemory = source.indirect();
        Draws.Source direct = inMemory == null ? source : read(source, inMemory);
        Span span = new Span(direct.first(), direct.count());
        GraphicsState.IndexBuffer indices = state.indices;
        if (source.indexed()) {
            if (indices == null) {
                session.notes.count("indexed draws without an index buffer fetch no indices");
            } else {
                span = indices(indices, direct, arguments);
            }
        }
        List<Object> buffers = new ArrayList<>();
        boolean dynamic = pipeline.dynamic().contains("VERTEX_INPUT") && state.input != null;
        VertexInput input = dynamic && state.input != null ? state.input : pipeline.input();
        for (Map.Entry<Integer, VertexInput.Binding> binding : input.bindings().entrySet()) {
            GraphicsState.VertexBuffer bound = state.vertexBuffers.get(binding.getKey());
            if (bound == null) {
                session.notes.count("draws with no buffer bound to vertex binding " + binding.getKey());
                continue;
            }
            boolean instance = binding.getValue().instance();
            boolean strided = pipeline.dynamic().contains("VERTEX_INPUT_BINDING_STRIDE") && bound.stride() >= 0;
            long stride = strided ? bound.stride() : binding.getValue().stride();
            Span needed = instance ? new Span(0, direct.instances()) : span;
            buffer(bound, binding.getValue(), stride, needed, buffers);
        }
        if (!buffers.isEmpty()) {
            arguments.put("vertices", buffers);
        } else if (span.count() > 0) {
            arguments.put("vertices", span.count());
        }
        Draws.Indirect indirect = source.indirect();
        if (indirect != null) {
            arguments.putAll(Session.map("buffer", indirect.buffer().name, "offset", indirect.offset()));
            if (indirect.drawCount() > 1) {
                arguments.putAll(Session.map("drawCount", indirect.drawCount(), "stride", indirect.stride()));
            }
        }
        return new Fetch(span.count(), arguments);
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

    /** Adds the index buffer, and finds the vertices that its indices name. */
    private Span indices(GraphicsState.IndexBuffer indices, Draws.Source draw, Map<String, Object> arguments) {
        long from = indices.offset() + draw.first() * indices.bytes();
        long count = Math.min(draw.count(), Math.max(0, indices.buffer().size - from) / indices.bytes());
        if (count == 0) {
            return new Span(0, 0);
        }
        arguments.put(
                "indices",
                Session.map(
                        "buffer",
                        indices.buffer().name,
                        "offset",
                        from,
                        "type",
                        indices.bytes() == 4 ? "u32" : "u16",
                        "count",
                        count));
        Memory memory = indices.buffer().memory();
        byte[] bytes = memory == null || count > MAX_INDICES
                ? new byte[0]
                : memory.shadow.known(indices.buffer().offset() + from, (int) count * indices.bytes());
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

    /** Adds a vertex buffer, cut where the buffer ends. */
    private void buffer(
            GraphicsState.VertexBuffer bound,
            VertexInput.Binding binding,
            long stride,
            Span span,
            List<Object> buffers) {
        long size = binding.to() - binding.from();
        long offset = bound.offset() + binding.from() + span.first() * stride;
        long room = bound.buffer().size - offset;
        if (room < size || span.first() > bound.buffer().size) {
            session.notes.count("vertices outside their buffer are not fetched");
            return;
        }
        Map<String, Object> entry = Session.map("buffer", bound.buffer().name, "offset", offset);
        if (stride == 0) {
            // every vertex reads the same bytes
            buffers.add(Session.map(
                    "buffer", bound.buffer().name, "offset", offset, "stride", size, "size", size, "count", 1));
            return;
        }
        entry.put("stride", stride);
        entry.put("size", size);
        if (span.count() > 0) {
            entry.put("count", Math.min(span.count(), (room - size) / stride + 1));
        }
        buffers.add(entry);
    }
}
