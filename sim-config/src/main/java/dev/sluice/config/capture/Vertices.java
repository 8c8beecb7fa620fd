// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.config.stream.PassStep;
import dev.sluice.config.units.Size;
import dev.sluice.program.Command;
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
     * @param kind the command's name in a stream: that of an indexed draw only where there are indices
     * @param vertices how many vertices there are; 0 when that is not known
     * @param assembled how many there are where each counts as often as an index names it; 0 when that is not known
     * @param instances how many instances there are
     * @param none whether the draw is known to be of no vertex
     * @param assumed whether its counts are not known
     * @param buffers the vertex buffers, or only the number of vertices
     */
    record Fetch(
            String kind,
            long vertices,
            long assembled,
            int instances,
            boolean none,
            boolean assumed,
            List<Late<PassStep.Vertices>> buffers,
            @Nullable Late<PassStep.Indices> indices,
            @Nullable Late<PassStep.Indirect> indirect) {}

    /**
     * Vertices from the first that a draw fetches on.
     *
     * @param count how many, or what stands for it; 0 when that is not known
     * @param whole whether none that the draw fetches lies outside of them
     */
    private record Span(long first, long count, boolean whole) {}

    Fetch fetch(CapturedPipeline pipeline, GraphicsState state, Draws.Source source) {
        Draws.Indirect inMemory = source.indirect();
        AskedDraws asked = AskedDraws.of(source);
        if (asked == null) {
            session.notes.count("the counts of an indirect draw are not known, because a shader wrote them or the"
                    + " capture lacks them: whole vertex and index buffers are fetched");
            asked = new AskedDraws(List.of(source.direct()), false);
        }
        if (inMemory != null && !inMemory.counted()) {
            session.notes.count("the number of draws in a buffer is not known, because a shader wrote it or the capture"
                    + " lacks it: the greatest that the call allows is taken");
        }
        GraphicsState.IndexBuffer bound = source.indexed() ? state.indices : null;
        // a draw whose count is not known fetches all that is there
        long indices = bound == null ? 0 : present(bound, asked);
        Span span =
                bound == null ? new Span(asked.first(), asked.count(), asked.known()) : named(bound, asked, indices);
        if (source.indexed() && indices == 0 && !asked.none()) {
            session.notes.count("indexed draws without an index buffer, or beyond its end, fetch no indices");
        }
        int instances = (int) Math.max(1, Math.min(asked.instances(), Integer.MAX_VALUE));
        boolean indexed = source.indexed() && indices > 0;
        List<VertexStream> streams = streams(pipeline, state, asked, span, instances);
        boolean counted = !indexed && inMemory == null;
        List<Late<PassStep.Vertices>> buffers =
                VertexStream.all(streams, span.count(), span.whole() && !counted, inMemory != null);
        return new Fetch(
                source.indexed() && !indexed ? source.kind().replace("Indexed", "") : source.kind(),
                span.count(),
                indexed ? indices : span.count(),
                instances,
                asked.none(),
                !asked.known(),
                source.form().meshTasks() ? List.of() : buffers,
                indexed && bound != null
                        ? indices(bound, asked, indices, streams.isEmpty() ? 0 : asked.vertexOffset() - span.first())
                        : null,
                inMemory == null ? null : indirect(inMemory, source.indexed(), !asked.known()));
    }

    private List<VertexStream> streams(
            CapturedPipeline pipeline, GraphicsState state, AskedDraws asked, Span span, int instances) {
        List<VertexStream> streams = new ArrayList<>();
        boolean dynamic = pipeline.isDynamic("VERTEX_INPUT") && state.input != null;
        VertexInput input = dynamic && state.input != null ? state.input : pipeline.input();
        for (Map.Entry<Integer, VertexInput.Binding> each : input.bindings().entrySet()) {
            GraphicsState.VertexBuffer buffer = state.vertexBuffers.get(each.getKey());
            if (buffer == null) {
                session.notes.count("draws with no buffer bound to vertex binding " + each.getKey());
                continue;
            }
            VertexInput.Binding binding = each.getValue();
            boolean strided = pipeline.isDynamic("VERTEX_INPUT_BINDING_STRIDE") && buffer.stride() >= 0;
            VertexStream stream = VertexStream.of(
                    buffer,
                    binding,
                    strided ? buffer.stride() : binding.stride(),
                    binding.instance() ? asked.firstInstance() : span.first(),
                    binding.instance() && asked.known() ? asked.instanceSpan() : 0);
            if (stream.fits(binding.instance() ? instances : 1)) {
                streams.add(stream);
            } else {
                session.notes.count("vertices outside their buffer are not fetched");
            }
        }
        return streams;
    }

    private static Late<PassStep.Indirect> indirect(Draws.Indirect indirect, boolean indexed, boolean assumed) {
        Draws.CountBuffer counted = indirect.count();
        // a number that is known to be 0 leaves a structure that is of no vertex
        long drawn = Math.max(1, indirect.drawn());
        boolean several = drawn > 1;
        // whatever it draws with, it is as long as the call has it
        Size stride = several
                ? new Size(indirect.stride())
                : indexed ? new Size(Command.Draw.Form.DRAW_INDEXED_INDIRECT.argumentBytes()) : null;
        int count = (int) Math.min(drawn, Integer.MAX_VALUE);
        return () -> new PassStep.Indirect(
                indirect.buffer().name.toString(),
                new Size(indirect.offset()),
                count,
                stride,
                assumed,
                counted == null ? null : counted.buffer().name.toString(),
                counted == null ? null : new Size(counted.offset()));
    }

    private static Late<PassStep.Indices> indices(
            GraphicsState.IndexBuffer indices, AskedDraws asked, long count, long vertexOffset) {
        int added = (int) Math.max(Integer.MIN_VALUE, Math.min(vertexOffset, Integer.MAX_VALUE));
        return () -> new PassStep.Indices(
                indices.buffer().name.toString(),
                new Size(first(indices, asked)),
                PassStep.IndexType.of(indices.bytes()),
                count,
                added);
    }

    /** The first byte that a draw fetches of an index buffer. */
    private static long first(GraphicsState.IndexBuffer indices, AskedDraws asked) {
        long first = indices.offset() + asked.first() * indices.bytes();
        return first - first % indices.bytes();
    }

    /** How many of a draw's indices are bound; all of them where their number is not known. */
    private static long present(GraphicsState.IndexBuffer indices, AskedDraws asked) {
        long end = indices.offset() + indices.range();
        long there = Math.max(0, end - first(indices, asked)) / indices.bytes();
        return asked.known() ? Math.min(asked.count(), there) : there;
    }

    /** The vertices that the indices of a draw name; of one whose arguments are not known, all up to the last of them. */
    private Span named(GraphicsState.IndexBuffer indices, AskedDraws asked, long count) {
        if (count == 0) {
            return new Span(0, 0, true);
        }
        Memory memory = indices.buffer().memory();
        byte[] bytes = memory == null || count > MAX_INDICES
                ? new byte[0]
                : memory.shadow.known(indices.buffer().offset() + first(indices, asked), (int) count * indices.bytes());
        if (bytes.length == 0) {
            session.notes.count("the indices of a draw are not known: it fetches as many vertices as it has indices");
            return new Span(Math.max(0, asked.vertexOffset()), count, false);
        }
        ByteBuffer data = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        if (!asked.known()) {
            Span all = named(data, indices.bytes(), new AskedDraws.Each(count, 0, 1, 0, 0), 0);
            return new Span(0, all.first() + all.count(), false);
        }
        long least = Long.MAX_VALUE;
        long end = Long.MIN_VALUE;
        for (AskedDraws.Each draw : asked.draws()) {
            Span own = named(data, indices.bytes(), draw, asked.first());
            if (own.count() > 0) {
                least = Math.min(least, own.first());
                end = Math.max(end, own.first() + own.count());
            }
        }
        // vertices before the first one of a buffer are none
        least = Math.max(0, least);
        return end <= least ? new Span(0, 0, true) : new Span(least, end - least, true);
    }

    /** The vertices that one draw's indices name, of indices from {@code from} on. */
    private static Span named(ByteBuffer indices, int bytes, AskedDraws.Each draw, long from) {
        long restart = -1L >>> Long.SIZE - Byte.SIZE * bytes;
        long least = Long.MAX_VALUE;
        long greatest = -1;
        long end = Math.min(draw.first() + draw.count() - from, indices.capacity() / bytes);
        for (int i = (int) Math.min(draw.first() - from, end); i < end; i++) {
            long index = switch (bytes) {
                case 4 -> Integer.toUnsignedLong(indices.getInt(4 * i));
                case 2 -> indices.getShort(2 * i) & 0xffff;
                default -> indices.get(i) & 0xff;
            };
            if (index != restart) {
                least = Math.min(least, index);
                greatest = Math.max(greatest, index);
            }
        }
        return greatest < 0 ? new Span(0, 0, true) : new Span(least + draw.vertexOffset(), greatest - least + 1, true);
    }
}
