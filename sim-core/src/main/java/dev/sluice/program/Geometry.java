// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the front end fetches for a draw before anything is rasterised.
 *
 * @param vertexCount vertices that the vertex shader runs for, and that attributes are fetched for
 * @param instances how often the vertex shader runs for all vertices
 * @param attributes vertex buffers, fetched at VERTEX_ATTRIBUTE_INPUT
 * @param indices index buffer, fetched at INDEX_INPUT, or null
 * @param indirect buffer with the draw's arguments, fetched at DRAW_INDIRECT, or null
 * @param shaders what runs for vertices and primitives, in the order of the stages
 * @param workgroups three numbers of workgroups, whose product is {@code vertexCount}, of a draw of mesh tasks; empty for one of
 *     vertices
 */
public record Geometry(
        long vertexCount,
        int instances,
        List<VertexBuffer> attributes,
        @Nullable IndexBuffer indices,
        @Nullable Indirect indirect,
        List<PrimitiveShader> shaders,
        List<Long> workgroups) {

    /** Nothing to fetch. */
    public static final Geometry NONE = new Geometry(0, 1, List.of(), null, null, List.of());

    public Geometry {
        attributes = List.copyOf(attributes);
        shaders = List.copyOf(shaders);
        workgroups = List.copyOf(workgroups);
    }

    /** What a draw of vertices fetches. */
    public Geometry(
            long vertexCount,
            int instances,
            List<VertexBuffer> attributes,
            @Nullable IndexBuffer indices,
            @Nullable Indirect indirect,
            List<PrimitiveShader> shaders) {
        this(vertexCount, instances, attributes, indices, indirect, shaders, List.of());
    }

    /** What a draw of mesh tasks fetches: its arguments at most. */
    public static Geometry ofWorkgroups(
            List<Long> workgroups, @Nullable Indirect indirect, List<PrimitiveShader> shaders) {
        long count = workgroups.stream().reduce(1L, Geometry::times);
        return new Geometry(count, 1, List.of(), null, indirect, shaders, workgroups);
    }

    /** The product, or the largest number if it is more. */
    private static long times(long one, long other) {
        return other > 0 && one > Long.MAX_VALUE / other ? Long.MAX_VALUE : one * other;
    }

    /** Whether it is of a draw of mesh tasks. */
    public boolean meshTasks() {
        return !workgroups.isEmpty();
    }

    /** Vertices that the draw itself assembles, instances counted: as many as it has indices, or else vertices; the largest number if more. */
    public long assembled() {
        return times(indices == null ? vertexCount : indices.count(), instances);
    }

    /** Whether the draw itself says that it has no vertex, index or instance, so that nothing is fetched, shaded or drawn. */
    public boolean empty() {
        return indirect == null && (instances == 0 || (indices == null ? vertexCount : indices.count()) == 0);
    }

    /** What a draw with these shaders fetches and shades that is {@linkplain #empty() empty}. */
    public static Geometry nothing(List<PrimitiveShader> shaders) {
        return new Geometry(0, 0, List.of(), null, null, shaders);
    }

    /**
     * Elements at {@code offset + i * stride}, each {@code size} bytes.
     *
     * @param perInstance whether an element belongs to an instance, and not to a vertex
     * @param range bytes from {@code offset} on that are bound (Vulkan's {@code pSizes} of {@code vkCmdBindVertexBuffers2}); what lies
     *     beyond them, or beyond the buffer, is no element
     */
    public record VertexBuffer(String buffer, long offset, int stride, int size, boolean perInstance, long range) {
        /** The whole rest of a buffer. */
        public static final long REST = Long.MAX_VALUE;

        /** Elements in the rest of a buffer. */
        public VertexBuffer(String buffer, long offset, int stride, int size, boolean perInstance) {
            this(buffer, offset, stride, size, perInstance, REST);
        }

        /** Elements of vertices in the rest of a buffer. */
        public VertexBuffer(String buffer, long offset, int stride, int size) {
            this(buffer, offset, stride, size, false);
        }

        /** The byte after the last one that is bound of a buffer of so many bytes. */
        public long end(long bufferSize) {
            return offset + Math.min(range, Math.max(0, bufferSize - offset));
        }

        /** Elements that lie in a buffer of so many bytes; {@link Long#MAX_VALUE} if all share one that does. */
        public long elements(long bufferSize) {
            long room = end(bufferSize) - offset - size;
            return room < 0 ? 0 : stride == 0 ? Long.MAX_VALUE : room / stride + 1;
        }
    }

    /**
     * {@code count} indices of 1, 2 or 4 bytes from {@code offset} on.
     *
     * @param vertexOffset what is added to each index, beside what arguments in memory add
     */
    public record IndexBuffer(String buffer, long offset, int indexBytes, long count, long vertexOffset) {
        /** Indices that name vertices as they are. */
        public IndexBuffer(String buffer, long offset, int indexBytes, long count) {
            this(buffer, offset, indexBytes, count, 0);
        }
    }

    /**
     * {@code count} argument structures of {@code stride} bytes.
     *
     * @param assumed whether the draw's own counts run whatever the buffer holds, for counts that a shader wrote which was not
     *     executed; else those of the buffer replace them
     * @param drawCount where memory says how many of the structures run, {@code count} at most; null if all do
     */
    public record Indirect(
            String buffer,
            long offset,
            int count,
            int stride,
            boolean assumed,
            @Nullable DrawCount drawCount) {
        /** Structures that all run. */
        public Indirect(String buffer, long offset, int count, int stride, boolean assumed) {
            this(buffer, offset, count, stride, assumed, null);
        }

        /** Structures whose counts run. */
        public Indirect(String buffer, long offset, int count, int stride) {
            this(buffer, offset, count, stride, false);
        }
    }

    /** The {@value #BYTES} bytes of a buffer that hold a number of draws. */
    public record DrawCount(String buffer, long offset) {
        /** Bytes of the number. */
        public static final int BYTES = Integer.BYTES;
    }
}
