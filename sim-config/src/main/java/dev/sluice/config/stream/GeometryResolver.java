// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.stream;

import dev.sluice.config.units.RangeSize;
import dev.sluice.config.units.Saturating;
import dev.sluice.config.units.Size;
import dev.sluice.device.DeviceLimits;
import dev.sluice.program.BufferDeclaration;
import dev.sluice.program.Command;
import dev.sluice.program.Coverage;
import dev.sluice.program.Geometry;
import dev.sluice.program.PrimitiveShader;
import dev.sluice.program.kind.UnknownKindException;
import dev.sluice.result.Counted;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What the front end fetches for a draw: vertices, indices and the arguments of indirect draws, held to their buffers. */
final class GeometryResolver {
    /** The most bytes of arguments of one command that can be simulated. */
    private static final long MOST_ARGUMENT_BYTES = 1 << 30;

    private final StreamContext context;

    GeometryResolver(StreamContext context) {
        this.context = context;
    }

    Geometry resolve(
            PassStep.Draw step, Command.Draw.Form form, String kind, Coverage coverage, List<PrimitiveShader> shaders) {
        if (form.meshTasks()) {
            return meshTasks(step, form, kind, shaders);
        }
        if (!step.groups().isEmpty()) {
            throw context.where.error(step, "groups", kind + ": 'groups' belongs to draws of mesh tasks");
        }
        List<Geometry.VertexBuffer> attributes = new ArrayList<>();
        Long count = null;
        Long fits = null;
        for (PassStep.Vertices vertices : step.vertices()) {
            Long written = vertices.count();
            if (written != null && vertices.perInstance()) {
                throw context.where.error(
                        vertices, "count", "count: of what is per instance there are as many as 'instances'");
            }
            if (written != null && count != null && !written.equals(count)) {
                throw context.where.error(
                        vertices,
                        "count",
                        "vertices: " + written + " here and " + count + " before; one draw has one count");
            }
            count = written != null ? written : count;
        }
        for (PassStep.Vertices vertices : step.vertices()) {
            if (vertices.buffer() != null) {
                boolean perInstance = vertices.perInstance();
                Geometry.VertexBuffer buffer = vertexBuffer(
                        vertices, vertices.buffer(), perInstance ? Long.valueOf(Math.max(1, step.instances())) : count);
                attributes.add(buffer);
                if (perInstance) {
                    continue;
                }
                long own = fitting(buffer);
                fits = fits == null ? own : Math.min(fits, own);
            }
        }
        long vertexCount = count != null ? count : fits != null && fits < Long.MAX_VALUE ? fits : corners(coverage);
        Geometry.Indirect indirect = indirect(step, form, kind);
        long instanced = Saturating.times(vertexCount, Math.max(1, step.instances()));
        boolean own = indirect == null || indirect.assumed();
        if (own && !shaders.isEmpty() && shaders.get(0).ofVertices() && instanced > DeviceLimits.SIMULATED_VERTICES) {
            throw context.where.error(
                    step,
                    step.vertices().isEmpty() ? "instances" : "vertices",
                    kind + ": " + vertexCount + " vertices of " + Math.max(1, step.instances())
                            + " instances are more than the " + DeviceLimits.SIMULATED_VERTICES
                            + " that can be simulated");
        }
        int instances = indirect == null ? step.instances() : Math.max(1, step.instances());
        Geometry geometry =
                new Geometry(vertexCount, instances, attributes, indices(step, form, kind), indirect, shaders);
        if (own) {
            checkRuns(step, geometry);
        }
        return geometry.empty() ? Geometry.nothing(shaders) : geometry;
    }

    private Geometry meshTasks(PassStep.Draw step, Command.Draw.Form form, String kind, List<PrimitiveShader> shaders) {
        String foreign = !step.vertices().isEmpty()
                ? "vertices"
                : step.indices() != null ? "indices" : step.instances() != 1 ? "instances" : null;
        if (foreign != null) {
            throw context.where.error(step, foreign, kind + ": '" + foreign + "' belongs to draws of vertices");
        }
        Geometry.Indirect indirect = indirect(step, form, kind);
        boolean own = indirect == null || indirect.assumed();
        if (!own && !step.groups().isEmpty()) {
            throw context.where.error(
                    step, "groups", kind + ": 'groups' lie in the buffer, unless the draw's own are 'assumed'");
        }
        Geometry geometry = Geometry.ofWorkgroups(
                own ? Workgroups.of(context, step, step.groups()) : List.of(1L, 1L, 1L), indirect, shaders);
        if (own) {
            checkRuns(step, geometry);
        }
        return geometry;
    }

    private void checkRuns(PassStep.Draw step, Geometry geometry) {
        for (PrimitiveShader shader : geometry.shaders()) {
            long runs = shader.runs(geometry.assembled());
            if (!shader.ofVertices() && runs > DeviceLimits.SIMULATED_VERTICES) {
                String key = shader.kind().key();
                String of = geometry.meshTasks() ? " workgroups" : " vertices";
                String made = shader.kind().workgroups() ? " workgroups" : " invocations";
                throw context.where.error(
                        step,
                        key,
                        key + ": " + geometry.assembled() + of + " make more than the "
                                + DeviceLimits.SIMULATED_VERTICES + made + " that can be simulated");
            }
        }
    }

    /** The vertices of a draw that says nothing of them. */
    private static long corners(Coverage coverage) {
        if (coverage instanceof Coverage.Triangles triangles) {
            return 3L * triangles.triangles().size();
        }
        if (coverage instanceof Coverage.Rectangles rectangles) {
            return 4L * rectangles.rects().size();
        }
        if (coverage instanceof Coverage.Fullscreen) {
            return 3;
        }
        throw new UnknownKindException(coverage);
    }

    private Geometry.VertexBuffer vertexBuffer(PassStep.Vertices vertices, String name, @Nullable Long count) {
        BufferDeclaration buffer = context.buffer(vertices, "buffer", name);
        Size stride = vertices.stride() == null ? vertices.size() : vertices.stride();
        Size size = vertices.size() == null ? vertices.stride() : vertices.size();
        if (stride == null || size == null) {
            throw context.where.node(vertices).error("vertices: missing key 'stride', the bytes of a vertex");
        }
        long elements = count == null ? 1 : Math.max(1, count);
        long bytes = Saturating.plus(Saturating.times(elements - 1, stride.bytes()), size.bytes());
        String what = "buffer '" + name + "'";
        Size offset = vertices.offset();
        String key = count != null && count > 0 ? "count" : "size";
        context.checked(vertices, "offset", key, what, buffer.size(), offset, new RangeSize(bytes));
        long range = context.checked(vertices, "offset", "range", what, buffer.size(), offset, vertices.range());
        if (bytes > range) {
            String held = vertices.perInstance()
                    ? Counted.of(elements, "instance")
                    : Counted.of(elements, "vertex", "vertices");
            throw context.where.error(
                    vertices,
                    "range",
                    "range: " + Counted.of(range, "byte") + " cannot hold " + held + " of " + size.bytes() + " bytes, "
                            + stride.bytes() + " apart");
        }
        return new Geometry.VertexBuffer(
                name,
                vertices.offset().bytes(),
                narrow(vertices, vertices.stride() == null ? "size" : "stride", stride.bytes()),
                narrow(vertices, vertices.size() == null ? "stride" : "size", size.bytes()),
                vertices.perInstance(),
                vertices.range().bytes() == RangeSize.WHOLE ? Geometry.VertexBuffer.REST : range);
    }

    /** Bytes that must fit an int, under the key where they are written. */
    private int narrow(Object user, String key, long bytes) {
        if (bytes > Integer.MAX_VALUE) {
            throw context.where.error(
                    user, key, key + ": " + bytes + " is more than the " + Integer.MAX_VALUE + " bytes it may be");
        }
        return (int) bytes;
    }

    /** How many vertices the buffer has. */
    private long fitting(Geometry.VertexBuffer vertices) {
        return vertices.elements(
                Objects.requireNonNull(context.buffers.get(vertices.buffer())).size());
    }

    private Geometry.@Nullable IndexBuffer indices(PassStep.Draw step, Command.Draw.Form form, String kind) {
        PassStep.Indices indices = step.indices();
        if (indices == null) {
            if (form.indexed()) {
                throw context.where.node(step).error(kind + ": missing key 'indices', the index buffer");
            }
            return null;
        }
        BufferDeclaration buffer = context.buffer(indices, "buffer", indices.buffer());
        int bytes = indices.type().bytes();
        if (indices.offset().bytes() % bytes != 0) {
            throw context.where.error(
                    indices,
                    "offset",
                    "offset: " + indices.offset().bytes() + " is not a multiple of " + bytes + " bytes");
        }
        Long count = indices.count();
        long all = (buffer.size() - indices.offset().bytes()) / bytes;
        if (count != null && count > 0) {
            context.checked(
                    indices,
                    "offset",
                    "count",
                    "buffer '" + buffer.name() + "'",
                    buffer.size(),
                    indices.offset(),
                    new RangeSize(Saturating.times(count, bytes)));
        }
        if ((count == null ? all : count) > DeviceLimits.SIMULATED_INDICES && !form.indirect()) {
            throw context.where.error(
                    indices,
                    count == null ? "buffer" : "count",
                    "indices: " + (count == null ? all : count) + " are more than the " + DeviceLimits.SIMULATED_INDICES
                            + " of one draw that can be simulated");
        }
        return new Geometry.IndexBuffer(
                buffer.name(),
                indices.offset().bytes(),
                bytes,
                Math.max(0, count == null ? all : count),
                indices.vertexOffset());
    }

    private Geometry.@Nullable Indirect indirect(PassStep.Draw step, Command.Draw.Form form, String kind) {
        PassStep.Indirect written = step.indirect();
        String name = step.buffer();
        if (!form.indirect()) {
            if (written != null
                    || name != null
                    || step.drawCount() != null
                    || step.offset() != null
                    || step.stride() != null) {
                String key = written != null
                        ? "indirect"
                        : name != null
                                ? "buffer"
                                : step.drawCount() != null ? "drawCount" : step.offset() != null ? "offset" : "stride";
                throw context.where.error(step, key, kind + ": '" + key + "' belongs to the indirect draws");
            }
            return null;
        }
        if (written != null && name != null) {
            throw context.where.error(step, "buffer", "'indirect' and 'buffer' exclude each other");
        }
        Object user = written != null ? written : step;
        String bufferName = written != null ? written.buffer() : name;
        if (bufferName == null) {
            throw context.where.node(step).error(kind + ": missing key 'buffer', where the arguments lie");
        }
        BufferDeclaration buffer = context.buffer(user, "buffer", bufferName);
        int argumentBytes = form.argumentBytes();
        Size offset = written != null ? written.offset() : Objects.requireNonNullElse(step.offset(), new Size(0));
        int count = written != null ? written.drawCount() : Objects.requireNonNullElse(step.drawCount(), 1);
        Size writtenStride = written != null ? written.stride() : step.stride();
        long stride = writtenStride == null || writtenStride.bytes() == 0 ? argumentBytes : writtenStride.bytes();
        if (stride < argumentBytes || stride % 4 != 0) {
            throw context.where.error(
                    user, "stride", "stride: at least " + argumentBytes + " and a multiple of 4 bytes, not " + stride);
        }
        if (offset.bytes() % 4 != 0) {
            throw context.where.error(user, "offset", "offset: " + offset.bytes() + " is not a multiple of 4 bytes");
        }
        context.checked(
                user,
                "offset",
                "drawCount",
                "buffer '" + bufferName + "'",
                buffer.size(),
                offset,
                new RangeSize(Saturating.plus(Saturating.times(count - 1L, stride), argumentBytes)));
        if (count > context.device.limits().maxDrawIndirectCount()) {
            throw context.where.error(
                    user,
                    "drawCount",
                    "drawCount: " + count + " is more than the maxDrawIndirectCount of device '" + context.device.name()
                            + "', " + context.device.limits().maxDrawIndirectCount());
        }
        if (count * stride > MOST_ARGUMENT_BYTES) {
            throw context.where.error(
                    user,
                    "drawCount",
                    "drawCount: " + count + " structures of " + stride + " bytes are more than the "
                            + new Size(MOST_ARGUMENT_BYTES) + " of arguments that one command may have");
        }
        return new Geometry.Indirect(
                bufferName,
                offset.bytes(),
                count,
                narrow(user, "stride", stride),
                written != null && written.assumed(),
                written == null ? null : drawCount(written));
    }

    private Geometry.@Nullable DrawCount drawCount(PassStep.Indirect written) {
        String name = written.countBuffer();
        Size offset = written.countBufferOffset();
        if (name == null) {
            if (offset != null) {
                throw context.where.error(
                        written, "countBufferOffset", "countBufferOffset: missing key 'countBuffer' beside it");
            }
            return null;
        }
        long at = offset == null ? 0 : offset.bytes();
        if (at % Geometry.DrawCount.BYTES != 0) {
            throw context.where.error(
                    written, "countBufferOffset", "countBufferOffset: " + at + " is not a multiple of 4 bytes");
        }
        context.checked(
                written,
                "countBufferOffset",
                "countBuffer",
                "buffer '" + name + "'",
                context.buffer(written, "countBuffer", name).size(),
                new Size(at),
                new RangeSize(Geometry.DrawCount.BYTES));
        return new Geometry.DrawCount(name, at);
    }
}
