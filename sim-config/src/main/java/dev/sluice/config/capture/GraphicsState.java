// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.config.capture.Descriptors.BoundSet;
import dev.sluice.config.stream.PassStep;
import dev.sluice.program.BlendEquation;
import dev.sluice.program.DrawState.Compare;
import dev.sluice.program.LogicOp;
import dev.sluice.program.image.Rect;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What a command buffer has bound and set for draws. */
final class GraphicsState {
    final NavigableMap<Integer, BoundSet> sets = new TreeMap<>();
    final NavigableMap<Integer, VertexBuffer> vertexBuffers = new TreeMap<>();
    /** Flags by their name in Vulkan, such as depthTestEnable. */
    final Map<String, Boolean> flags = new HashMap<>();

    final NavigableMap<Integer, Boolean> blends = new TreeMap<>();
    final NavigableMap<Integer, BlendEquation> equations = new TreeMap<>();
    final NavigableMap<Integer, Integer> writeMasks = new TreeMap<>();
    long pipeline;
    /** Shaders that are bound without a pipeline, by their bit of {@code VkShaderStageFlagBits}; 0 for none. */
    final Map<Long, Long> shaders = new HashMap<>();

    @Nullable
    IndexBuffer indices;

    @Nullable
    Rect viewport;

    @Nullable
    Rect scissor;

    @Nullable
    VertexInput input;

    @Nullable
    Compare compare;

    PassStep.@Nullable DepthBounds bounds;

    AttachmentLocations locations = AttachmentLocations.OWN;

    /** Whether the attachment of each number is written; all are beyond the end. */
    List<Boolean> colorWrites = List.of();

    /** Of blend factors that name constants; empty until they are set. */
    List<Double> blendConstants = List.of();

    @Nullable
    LogicOp logicOp;

    StencilFaces stencil = StencilFaces.UNSET;
    /** What vertices make. */
    Topology topology = Topology.TRIANGLE_LIST;
    /** Faces that are not drawn, bits of {@code VkCullModeFlagBits}. */
    long culled;

    /**
     * A bound vertex buffer.
     *
     * @param range bytes from {@code offset} on that are bound, within the buffer
     * @param stride bytes from one vertex to the next, or -1 for the pipeline's
     */
    record VertexBuffer(Buffer buffer, long offset, long range, long stride) {}

    /**
     * The bound index buffer.
     *
     * @param range bytes from {@code offset} on that are bound, within the buffer
     * @param bytes of an index
     */
    record IndexBuffer(Buffer buffer, long offset, long range, int bytes) {}

    /** The state as it stands, for a draw. */
    GraphicsState copy() {
        GraphicsState copy = new GraphicsState();
        copy.sets.putAll(sets);
        copy.vertexBuffers.putAll(vertexBuffers);
        copy.flags.putAll(flags);
        copy.blends.putAll(blends);
        copy.equations.putAll(equations);
        copy.writeMasks.putAll(writeMasks);
        copy.pipeline = pipeline;
        copy.shaders.putAll(shaders);
        copy.indices = indices;
        copy.viewport = viewport;
        copy.scissor = scissor;
        copy.input = input;
        copy.compare = compare;
        copy.bounds = bounds;
        copy.stencil = stencil;
        copy.logicOp = logicOp;
        copy.colorWrites = colorWrites;
        copy.locations = locations;
        copy.blendConstants = blendConstants;
        copy.culled = culled;
        copy.topology = topology;
        return copy;
    }

    /** The rectangle of a {@code VkViewport}, whose height may be negative; it holds every pixel that it touches. */
    static Rect viewport(Struct viewport) {
        double x = viewport.real("x", 0);
        double y = viewport.real("y", 0);
        double height = viewport.real("height", 0);
        double top = Math.min(y, y + height);
        int left = (int) Math.floor(x);
        int up = (int) Math.floor(top);
        return new Rect(
                left,
                up,
                (int) Math.ceil(x + viewport.real("width", 0)) - left,
                (int) Math.ceil(top + Math.abs(height)) - up);
    }
}
