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
    /** Structures of an indirect draw that are looked at. */
    private static final int MAX_DRAWS = 1 << 16;
    /** VkDrawIndirectCommand. */
    static final int DRAW_BYTES = 16;
    /** VkDrawIndexedIndirectCommand. */
    static final int INDEXED_BYTES = 20;

    private final CaptureSession session;

    Vertices(CaptureSession session) {
        this.session = session;
    }

    /**
     * What a draw fetches.
     *
     * @param kind the command's name in a stream: that of an indexed draw only where there are indices
     * @param vertices how many vertices there are; 0 when that is not known
     * @param instances how many instances there are
     * @param none whether the draw is known to be of no vertex
     * @param buffers the vertex buffers, or only the number of vertices
     */
    record Fetch(
            String kind,
            long vertices,
            int instances,
            boolean none,
            List<Late<PassStep.Vertices>> buffers,
            @Nullable Late<PassStep.Indices> indices,
            @Nullable Late<PassStep.Indirect> indirect) {}

    private record Span(long first, long count) {}

    /**
     * The counts of a draw.
     *
     * @param known whether they are, or only guessed
     */
    private record Counts(Draws.Source draw, boolean known) {}

    Fetch fetch(CapturedPipeline pipeline, GraphicsState state, Draws.Source source) {
        Draws.Indirect inMemory = source.indirect();
        Counts counts = inMemory == null ? new Counts(source, true) : read(source, inMemory);
        Draws.Source direct = counts.draw();
        GraphicsState.IndexBuffer bound = source.indexed() ? state.indices : null;
        // a draw whose count is not known fetches all that is there
        long indices = bound == null ? 0 : present(bound, direct, counts.known());
        Span span = bound == null ? new Span(direct.first(), direct.count()) : named(bound, direct, indices);
        if (source.indexed() && indices == 0) {
            session.notes.count("indexed draws without an index buffer, or beyond its end, fetch no indices");
        }
        int instances = (int) Math.max(1, Math.min(direct.instances(), Integer.MAX_VALUE));
        List<VertexStream> streams = new ArrayList<>();
        boolean dynamic = pipeline.dynamic().contains("VERTEX_INPUT") && state.input != null;
        VertexInput input = dynamic && state.input != null ? state.input : pipeline.input();
        for (Map.Entry<Integer, VertexInput.Binding> binding : input.bindings().entrySet()) {
            GraphicsState.VertexBuffer buffer = state.vertexBuffers.get(binding.getKey());
            if (buffer == null) {
                session.notes.count("draws with no buffer bound to vertex binding " + binding.getKey());
                continue;
            }
            boolean strided = pipeline.dynamic().contains("VERTEX_INPUT_BINDING_STRIDE") && buffer.stride() >= 0;
            VertexStream stream = VertexStream.of(
                    buffer,
                    binding.getValue(),
                    strided ? buffer.stride() : binding.getValue().stride(),
                    binding.getValue().instance() ? direct.firstInstance() : span.first());
            if (stream.fits(binding.getValue().instance() ? instances : 1)) {
                streams.add(stream);
            } else {
                session.notes.count("vertices outside their buffer are not fetched");
            }
        }
        boolean indexed = source.indexed() && indices > 0;
        boolean none = counts.known() && inMemory != null && (direct.count() == 0 || direct.instances() == 0);
        return new Fetch(
                source.indexed() && !indexed ? source.kind().replace("Indexed", "") : source.kind(),
                span.count(),
                instances,
                none,
                VertexStream.all(streams, span.count()),
                indexed && bound != null ? indices(bound, direct, indices) : null,
                inMemory == null ? null : indirect(inMemory, source.indexed(), !counts.known()));
    }

    private static Late<PassStep.Indirect> indirect(Draws.Indirect indirect, boolean indexed, boolean assumed) {
        boolean several = indirect.drawCount() > 1;
        // whatever it draws with, it is as long as the call has it
        Size stride = several ? new Size(indirect.stride()) : indexed ? new Size(INDEXED_BYTES) : null;
        int count = (int) Math.min(indirect.drawCount(), Integer.MAX_VALUE);
        return () -> new PassStep.Indirect(
                indirect.buffer().name.toString(), new Size(indirect.offset()), count, stride, assumed);
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
        long first = indices.offset() + draw.first() * indices.bytes();
        return first - first % indices.bytes();
    }

    /** How many of a draw's indices are in their buffer; all of them where their number is not known. */
    private static long present(GraphicsState.IndexBuffer indices, Draws.Source draw, boolean known) {
        long there = Math.max(0, indices.buffer().size - first(indices, draw)) / indices.bytes();
        return known ? Math.min(draw.count(), there) : there;
    }

    /** The counts of an indirect draw, of all its structures together. */
    private Counts read(Draws.Source source, Draws.Indirect indirect) {
        int bytes = source.indexed() ? INDEXED_BYTES : DRAW_BYTES;
        long first = Long.MAX_VALUE;
        long end = 0;
        long instances = 0;
        long firstInstance = Long.MAX_VALUE;
        long least = Long.MAX_VALUE;
        for (int i = 0; i < Math.min(indirect.drawCount(), MAX_DRAWS); i++) {
            IndirectCounts counts =
                    IndirectCounts.of(indirect.buffer(), indirect.offset() + i * indirect.stride(), bytes);
            if (!counts.known()) {
                session.notes.count("the counts of an indirect draw are not known, because a shader wrote them or the"
                        + " capture lacks them: whole vertex and index buffers are fetched");
                return new Counts(source, false);
            }
            if (counts.word(0) == 0 || counts.word(4) == 0) {
                continue;
            }
            first = Math.min(first, counts.word(8));
            end = Math.max(end, counts.word(8) + counts.word(0));
            instances = Math.max(instances, counts.word(4));
            firstInstance = Math.min(firstInstance, counts.word(bytes - 4));
            least = Math.min(least, source.indexed() ? counts.signed(12) : 0);
        }
        boolean none = end == 0;
        return new Counts(
                new Draws.Source(
                        source.kind(),
                        none ? 0 : end - first,
                        none ? 0 : first,
                        none ? 0 : instances,
                        none ? 0 : firstInstance,
                        none ? 0 : least,
                        indirect),
                true);
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
}
