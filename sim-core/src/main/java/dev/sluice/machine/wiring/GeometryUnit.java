// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import dev.sluice.machine.fault.StreamException;
import dev.sluice.machine.queue.CommandExecutor;
import dev.sluice.machine.queue.GraphicsExecutor;
import dev.sluice.program.BufferRange;
import dev.sluice.program.Command;
import dev.sluice.program.Geometry;
import dev.sluice.program.sync.AddressRange;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Fetches what draws need before rasterisation: arguments, then indices, then the attributes of the vertices that the indices
 * name.
 *
 * <p>A vertex that one of the last {@value #REUSED} indices named is not fetched again (a choice: the size of the vertex reuse
 * buffer of many devices). Without bytes (timing only) an indexed draw fetches each vertex of its buffers once.
 */
final class GeometryUnit {

    private static final int REUSED = 32;

    /** What one execution of a draw has learned from memory so far. */
    private static final class Learned {
        /** Vertices or indices that its arguments ask for, -1 if they lie not in memory or are unknown. */
        long asked = -1;
        /** The vertices that its indices name, without those named shortly before; null for 0, 1, 2, ... */
        int @Nullable [] order;

        /**
         * Leaves out vertices that lie in no buffer. What an approximate draw is told of them by memory may be what a shader
         * should have written there that was not executed.
         */
        void limit(long room) {
            int[] all = order;
            if (all != null) {
                order = Arrays.stream(all)
                        .filter(vertex -> Integer.toUnsignedLong(vertex) < room)
                        .toArray();
            }
            asked = Math.min(asked, room);
        }

        /** Vertices to fetch and to run the kernel for. */
        long vertices(Geometry geometry) {
            return order != null ? order.length : asked >= 0 ? asked : geometry.vertexCount();
        }
    }

    private final Bindings bindings;
    private final boolean functional;
    private final GeometryFetcher indirect;
    private final GeometryFetcher index;
    private final GeometryFetcher attribute;
    /** By the index of the executed command, until its last step; never walked. */
    private final Map<Integer, Learned> learned = new HashMap<>();

    GeometryUnit(
            Bindings bindings,
            boolean functional,
            GeometryFetcher indirect,
            GeometryFetcher index,
            GeometryFetcher attribute) {
        this.bindings = bindings;
        this.functional = functional;
        this.indirect = indirect;
        this.index = index;
        this.attribute = attribute;
    }

    /** Vertices that an execution's kernel runs for, all fetches done; its last question. */
    long vertexCount(Command.Draw draw, GraphicsExecutor.Who who) {
        Learned known = learned.remove(who.attribution());
        return known == null ? draw.geometry().vertexCount() : known.vertices(draw.geometry());
    }

    /**
     * Fetches one of the things that a draw needs.
     *
     * @throws StreamException at once, or in the event when the indices are there, if a vertex lies beyond its buffer
     */
    void fetch(
            Command.Draw draw,
            GraphicsExecutor.Fetch what,
            GraphicsExecutor.Who who,
            CommandExecutor.Completion completion) {
        Learned known = learned.computeIfAbsent(who.attribution(), command -> new Learned());
        switch (what) {
            case ARGUMENTS -> fetchArguments(draw.geometry(), known, who, completion);
            case INDICES -> fetchIndices(draw, known, who, completion);
            case ATTRIBUTES -> fetchAttributes(draw, known, who, completion);
        }
        if (last(draw.geometry()) == what) {
            learned.remove(who.attribution());
        }
    }

    /** The step after which nobody asks for what was learned; null if that is the vertex kernel. */
    private static GraphicsExecutor.@Nullable Fetch last(Geometry geometry) {
        if (geometry.kernel() != null) {
            return null;
        }
        if (!geometry.attributes().isEmpty()) {
            return GraphicsExecutor.Fetch.ATTRIBUTES;
        }
        return geometry.indices() != null ? GraphicsExecutor.Fetch.INDICES : GraphicsExecutor.Fetch.ARGUMENTS;
    }

    private void fetchArguments(
            Geometry geometry, Learned known, GraphicsExecutor.Who who, CommandExecutor.Completion completion) {
        Geometry.Indirect at = geometry.indirect();
        if (at == null) {
            throw new IllegalStateException("a draw without arguments in memory");
        }
        byte[] arguments = new byte[Math.toIntExact((long) at.stride() * at.count())];
        long base = address(at.buffer(), at.offset(), arguments.length);
        indirect.start(new GeometryFetcher.Job(
                new GeometryFetcher.Elements[] {new GeometryFetcher.Elements(base, at.stride(), at.stride())},
                at.count(),
                null,
                arguments,
                who.attribution(),
                who.agent(),
                work -> {
                    if (functional && !at.assumed()) {
                        known.asked = 0;
                        for (int i = 0; i < at.count(); i++) {
                            known.asked += word(arguments, i * at.stride(), Integer.BYTES);
                        }
                    }
                    completion.done(work);
                }));
    }

    private void fetchIndices(
            Command.Draw draw, Learned known, GraphicsExecutor.Who who, CommandExecutor.Completion completion) {
        Geometry.IndexBuffer at = draw.geometry().indices();
        if (at == null) {
            throw new IllegalStateException("a draw without indices");
        }
        long count = known.asked < 0 ? at.count() : Math.min(at.count(), known.asked);
        byte[] bytes = new byte[Math.toIntExact(count * at.indexBytes())];
        long base = address(at.buffer(), at.offset(), Math.max(1, at.count() * at.indexBytes()));
        long room = vertices(draw.geometry().attributes().stream()
                .filter(buffer -> !buffer.perInstance())
                .toList());
        index.start(new GeometryFetcher.Job(
                new GeometryFetcher.Elements[] {new GeometryFetcher.Elements(base, at.indexBytes(), at.indexBytes())},
                count,
                null,
                bytes,
                who.attribution(),
                who.agent(),
                work -> {
                    if (functional) {
                        known.order = reused(bytes, at.indexBytes(), room);
                    } else {
                        known.asked = Math.min(count, room);
                    }
                    completion.done(work);
                }));
    }

    /**
     * The vertices to fetch: each index but those that were named shortly before, and but the one that restarts a primitive (all
     * bits set) where it names none of {@code room} vertices.
     */
    private static int[] reused(byte[] bytes, int size, long room) {
        long restart = -1L >>> Long.SIZE - Byte.SIZE * size;
        int[] order = new int[bytes.length / size];
        long[] recent = new long[REUSED];
        Arrays.fill(recent, -1);
        int next = 0;
        int count = 0;
        for (int i = 0; i < order.length; i++) {
            long vertex = word(bytes, i * size, size);
            boolean known = vertex == restart && restart >= room;
            for (long r : recent) {
                known |= r == vertex;
            }
            if (!known) {
                recent[next] = vertex;
                next = (next + 1) % REUSED;
                order[count++] = (int) vertex;
            }
        }
        return Arrays.copyOf(order, count);
    }

    private void fetchAttributes(
            Command.Draw draw, Learned known, GraphicsExecutor.Who who, CommandExecutor.Completion completion) {
        List<Geometry.VertexBuffer> ofVertices = draw.geometry().attributes().stream()
                .filter(buffer -> !buffer.perInstance())
                .toList();
        List<Geometry.VertexBuffer> ofInstances = draw.geometry().attributes().stream()
                .filter(Geometry.VertexBuffer::perInstance)
                .toList();
        if (draw.origin().approximate()) {
            known.limit(vertices(ofVertices));
        }
        long vertices = known.vertices(draw.geometry());
        ofVertices.forEach(buffer -> check(draw, known.order, vertices, buffer));
        CommandExecutor.Completion instances = work -> attribute.start(new GeometryFetcher.Job(
                streams(ofInstances),
                draw.geometry().instances(),
                null,
                null,
                who.attribution(),
                who.agent(),
                more -> completion.done(new CommandExecutor.Work(
                        work.bytesRead() + more.bytesRead(), work.bytesWritten(), work.waves()))));
        attribute.start(new GeometryFetcher.Job(
                streams(ofVertices),
                vertices,
                known.order,
                null,
                who.attribution(),
                who.agent(),
                ofInstances.isEmpty() ? completion : instances));
    }

    private GeometryFetcher.Elements[] streams(List<Geometry.VertexBuffer> buffers) {
        return buffers.stream()
                .map(buffer -> new GeometryFetcher.Elements(
                        address(buffer.buffer(), buffer.offset(), 1), buffer.stride(), buffer.size()))
                .toArray(GeometryFetcher.Elements[]::new);
    }

    /** Every vertex lies in its buffer, or the run ends. */
    private void check(Command.Draw draw, int @Nullable [] order, long vertices, Geometry.VertexBuffer buffer) {
        long room = vertices(buffer);
        String rest = " lies beyond vertex buffer " + buffer.buffer() + ", which holds " + room + " vertices of "
                + buffer.size() + " bytes, " + buffer.stride() + " apart, from offset " + buffer.offset() + " on";
        Geometry.IndexBuffer indices = draw.geometry().indices();
        if (order == null || indices == null) {
            if (vertices > room) {
                throw new StreamException(draw.origin(), draw.kind() + ": vertex " + (vertices - 1) + rest);
            }
            return;
        }
        for (int vertex : order) {
            if (Integer.toUnsignedLong(vertex) >= room) {
                throw new StreamException(
                        draw.origin(),
                        draw.kind() + ": index " + Integer.toUnsignedString(vertex) + " in buffer " + indices.buffer()
                                + rest);
            }
        }
    }

    /** Vertices that lie in all of a draw's buffers. */
    private long vertices(List<Geometry.VertexBuffer> buffers) {
        long least = Long.MAX_VALUE;
        for (Geometry.VertexBuffer buffer : buffers) {
            least = Math.min(least, vertices(buffer));
        }
        return least;
    }

    private long vertices(Geometry.VertexBuffer buffer) {
        long room = bindings.bufferSize(buffer.buffer()) - buffer.offset() - buffer.size();
        if (room < 0) {
            return 0;
        }
        return buffer.stride() == 0 ? Long.MAX_VALUE : room / buffer.stride() + 1;
    }

    private long address(String buffer, long offset, long size) {
        AddressRange range = bindings.addresses(new BufferRange(buffer, offset, size));
        return range.address();
    }

    private static long word(byte[] bytes, int at, int size) {
        long value = 0;
        for (int i = size - 1; i >= 0; i--) {
            value = value << 8 | (bytes[at + i] & 0xFF);
        }
        return value;
    }
}
