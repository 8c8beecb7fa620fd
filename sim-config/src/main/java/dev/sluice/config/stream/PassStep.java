// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.stream;

import dev.sluice.config.bind.Alias;
import dev.sluice.config.bind.Capitals;
import dev.sluice.config.bind.Default;
import dev.sluice.config.bind.Doc;
import dev.sluice.config.bind.Keys;
import dev.sluice.config.bind.Max;
import dev.sluice.config.bind.Min;
import dev.sluice.config.bind.OneOrMany;
import dev.sluice.config.bind.Shorthand;
import dev.sluice.config.source.Node;
import dev.sluice.config.units.RangeSize;
import dev.sluice.config.units.Size;
import dev.sluice.program.Attachment;
import dev.sluice.program.BlendEquation;
import dev.sluice.program.DrawState;
import dev.sluice.program.LogicOp;
import dev.sluice.program.PrimitiveShader;
import dev.sluice.program.StencilTest;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Render passes, dynamic rendering and what happens within them, as they are written. */
public sealed interface PassStep extends CommandStep {
    /** maxFramebufferLayers of the devices that have most (Vulkan specification, Required Limits: 256 at least). */
    int MOST_LAYERS = 2048;

    /** Begins dynamic rendering. */
    record BeginRendering(
            @Doc("[x, y, width, height] or Vulkan's {offset, extent}; the whole attachments when absent.") @Nullable
            Node renderArea,

            @Doc("Layers of every attachment that are drawn to, from its layer on.")
            @Default("1")
            @Min(1)
            @Max(PassStep.MOST_LAYERS)
            int layerCount,

            @Doc("A bit for each view, which is a layer of every attachment; 0 for no views.") @Default("0") @Min(0)
            int viewMask,

            List<RenderingAttachment> colorAttachments,
            @Nullable RenderingAttachment depthAttachment,
            @Nullable RenderingAttachment stencilAttachment)
            implements PassStep {}

    /** Ends dynamic rendering. */
    record EndRendering() implements PassStep {}

    /** Begins a render pass instance. */
    record BeginRenderPass(
            String renderPass,
            String framebuffer,

            @Doc("[x, y, width, height] or Vulkan's {offset, extent}; the whole framebuffer when absent.") @Nullable
            Node renderArea,

            @Doc("A value for each attachment: [r, g, b, a] or {depth, stencil}.")
            List<Node> clearValues)
            implements PassStep {}

    /** Goes on to the next subpass. */
    record NextSubpass() implements PassStep {}

    /** Ends a render pass instance. */
    record EndRenderPass() implements PassStep {}

    /** A draw of any kind. */
    @Keys({"draw", "drawIndexed", "drawIndirect", "drawIndexedIndirect", "drawMeshTasks", "drawMeshTasksIndirect"})
    record Draw(
            @Doc("The vertex kernel; gid is the vertex.") @Nullable
            String vertex,

            @Doc("The tessellation control kernel.") @Nullable
            Primitives tessellationControl,

            @Doc("The tessellation evaluation kernel.") @Nullable
            Primitives tessellationEvaluation,

            @Doc("The geometry kernel.") @Nullable Primitives geometry,

            @Doc("The task kernel of a draw of mesh tasks.") @Nullable
            Primitives task,

            @Doc("The mesh kernel of a draw of mesh tasks.") @Nullable
            Primitives mesh,

            @Doc("Workgroups of a draw of mesh tasks, one to three numbers.")
            List<Long> groups,

            @Doc("The fragment kernel; none draws depth only.") @Nullable
            String fragment,

            @Doc("The same as fragment.") @Nullable String kernel,

            @Doc("fullscreen, [[x, y, width, height], ...] or {triangles: [...]}.") @Nullable
            Node coverage,

            @Doc("[[x0, y0, x1, y1, x2, y2], ...] in pixels, in the place of coverage.") @Nullable
            Node triangles,

            @Doc("Vertex buffers, or only the number of vertices.") @OneOrMany
            List<Vertices> vertices,

            @Doc("The index buffer.") @Nullable Indices indices,
            @Default("1") @Min(0) int instances,

            @Doc("The arguments of an indirect draw, or else its keys stand here.") @Nullable
            Indirect indirect,

            @Doc("The buffer with the arguments of an indirect draw.") @Nullable
            String buffer,

            @Doc("The first byte of the arguments.") @Nullable
            Size offset,

            @Doc("Argument structures.") @Nullable @Min(1) Integer drawCount,

            @Doc("Bytes from one argument structure to the next; none between them when absent.") @Nullable
            Size stride,

            @Doc("Buffers, images and views by the kernels' binding names.")
            Map<String, Binding> bind,

            @Doc("Integers that the kernels use by name.") Map<String, Long> params,

            @Doc(
                    "How fragments are blended with what is there, for all colour attachments or for each; not at all when absent.")
            @OneOrMany(written = true)
            List<Blend> blend,

            @Doc("Red, green, blue and alpha of the blend factors that name constants; 0 when absent.")
            List<Double> blendConstants,

            @Doc(
                    "The channels that are written, such as RGB, or NONE, for all colour attachments or for each; RGBA when absent.")
            @OneOrMany(written = true)
            List<String> colorWriteMask,

            @Default("ALWAYS") @Capitals DrawState.Compare depthTest,
            @Default("false") boolean depthWrite,

            @Doc("The depth of fragments whose kernel writes none, 0 to 1.") @Default("0")
            double depth,

            @Doc("The stencil value that passing fragments write; -1 for none.") @Default("-1") @Min(-1) @Max(255)
            int stencilWrite,

            @Doc("The stencil test, in the place of stencilWrite.") @Nullable
            StencilState stencilTest,

            @Doc("What the depth that is stored must lie in.") @Nullable
            DepthBounds depthBounds,

            @Doc("A logical operation on the bits of colours, in the place of blending.") @Nullable @Capitals
            LogicOp logicOp,

            @Doc("The first layer that is drawn to, of several.") @Nullable @Min(0)
            Integer baseArrayLayer,

            @Doc("How many layers are drawn to, of several; 1 when absent.") @Nullable @Min(1)
            Integer layerCount)
            implements PassStep {

        /** What its shaders before rasterisation are written as, in their order. */
        Map<PrimitiveShader.Kind, Primitives> primitives() {
            Map<PrimitiveShader.Kind, Primitives> all = new EnumMap<>(PrimitiveShader.Kind.class);
            for (PrimitiveShader.Kind kind : PrimitiveShader.Kind.values()) {
                Primitives written = switch (kind) {
                    case VERTEX -> vertex == null ? null : new Primitives(vertex, 1L, 1);
                    case TESSELLATION_CONTROL -> tessellationControl;
                    case TESSELLATION_EVALUATION -> tessellationEvaluation;
                    case GEOMETRY -> geometry;
                    case TASK -> task;
                    case MESH -> mesh;
                };
                if (written != null) {
                    all.put(kind, written);
                }
            }
            return all;
        }
    }

    /** A kernel that runs before rasterisation. */
    @Shorthand("kernel")
    record Primitives(
            @Doc("Its name; gid is the invocation.") String kernel,

            @Doc("Assembled vertices that make it run; 3 for a geometry kernel and 1 for others when absent.")
            @Nullable
            @Min(1)
            Long vertices,

            @Doc("How often it runs for them; of a mesh kernel the workgroups for each of the task kernel.")
            @Default("1")
            @Min(1)
            long invocations) {}

    /** How the fragments of a colour attachment are blended: source over, where nothing else is said. */
    @Shorthand("enable")
    record Blend(
            @Doc("Whether they are; true when absent.") @Nullable
            Boolean enable,

            @Default("SRC_ALPHA") @Capitals BlendEquation.Factor srcColorBlendFactor,
            @Default("ONE_MINUS_SRC_ALPHA") @Capitals BlendEquation.Factor dstColorBlendFactor,
            @Default("ADD") @Capitals BlendEquation.Operation colorBlendOp,
            @Default("ONE") @Capitals BlendEquation.Factor srcAlphaBlendFactor,
            @Default("ONE_MINUS_SRC_ALPHA") @Capitals BlendEquation.Factor dstAlphaBlendFactor,
            @Default("ADD") @Capitals BlendEquation.Operation alphaBlendOp) {

        /** What stands for an equation; null for none. */
        public static Blend of(@Nullable BlendEquation equation) {
            BlendEquation used = equation == null ? BlendEquation.OVER : equation;
            return new Blend(
                    equation == null ? Boolean.FALSE : used.equals(BlendEquation.OVER) ? Boolean.TRUE : null,
                    used.srcColor(),
                    used.dstColor(),
                    used.colorOp(),
                    used.srcAlpha(),
                    used.dstAlpha(),
                    used.alphaOp());
        }

        /** The equation, or null. */
        @Nullable
        BlendEquation equation() {
            return enable != null && !enable
                    ? null
                    : new BlendEquation(
                            srcColorBlendFactor,
                            dstColorBlendFactor,
                            colorBlendOp,
                            srcAlphaBlendFactor,
                            dstAlphaBlendFactor,
                            alphaBlendOp);
        }
    }

    /** The stencil test of fragments, of both faces. */
    record StencilState(
            @Doc("How the reference compares with what is stored.") @Default("ALWAYS") @Capitals
            DrawState.Compare compareOp,

            @Doc("What fragments do that fail.") @Default("KEEP") @Capitals
            StencilTest.Operation failOp,

            @Doc("What fragments do that pass this and the depth test.") @Default("KEEP") @Capitals
            StencilTest.Operation passOp,

            @Doc("What fragments do that pass this and fail the depth test.") @Default("KEEP") @Capitals
            StencilTest.Operation depthFailOp,

            @Doc("Bits that are compared.") @Default("255") @Min(0) @Max(255)
            int compareMask,

            @Doc("Bits that are written.") @Default("255") @Min(0) @Max(255)
            int writeMask,

            @Default("0") @Min(0) @Max(255) int reference) {}

    /** The depth bounds test. */
    record DepthBounds(
            @Doc("At least, 0 to 1.") @Default("0") double min,

            @Doc("At most, 0 to 1.") @Default("1") double max) {}

    /** Clears rectangles of the current attachments. */
    record ClearAttachments(
            List<AttachmentClear> attachments,

            @Doc("[x, y, width, height] each; the render area when absent.")
            List<Node> rects,

            @Doc("The first layer that is cleared, of several.") @Nullable @Min(0)
            Integer baseArrayLayer,

            @Doc("How many layers are cleared; all that remain when absent.") @Nullable @Min(1)
            Integer layerCount)
            implements PassStep {}

    /** An attachment of dynamic rendering. */
    record RenderingAttachment(
            @Nullable String image,

            @Doc("A view, in the place of the image.") @Nullable
            String view,

            @Doc("The same as view.") @Nullable String imageView,
            @Nullable @Min(0) Integer mipLevel,
            @Nullable @Min(0) Integer layer,
            @Doc("The optimal one when absent.") @Nullable String layout,
            @Doc("The same as layout.") @Nullable String imageLayout,
            @Default("LOAD") @Capitals Attachment.LoadOp loadOp,
            @Default("STORE") @Capitals Attachment.StoreOp storeOp,

            @Doc("[r, g, b, a] or {depth, stencil}.") @Nullable
            Node clear,

            @Doc("The same as clear.") @Nullable Node clearValue,

            @Doc("Where samples are resolved to at the end.") @Nullable
            Resolve resolve) {}

    /** Where samples go. */
    @Shorthand("image")
    record Resolve(
            @Doc("An image or a view.") String image,
            @Nullable @Min(0) Integer mipLevel,
            @Nullable @Min(0) Integer layer,
            @Nullable String layout,

            @Doc(
                    "SAMPLE_ZERO, AVERAGE, MIN, MAX or NONE; when absent AVERAGE, or SAMPLE_ZERO of integers, depth and stencil.")
            @Nullable
            String mode) {}

    /** One attachment to clear. */
    record AttachmentClear(
            @Doc("COLOR, DEPTH, STENCIL.") @OneOrMany List<String> aspectMask,

            @Doc("The number of the colour attachment.") @Nullable @Min(0)
            Integer colorAttachment,

            @Nullable Node clear,
            @Doc("The same as clear.") @Nullable Node clearValue) {}

    /** A vertex buffer. */
    @Shorthand("count")
    record Vertices(
            @Nullable String buffer,
            @Default("0") Size offset,

            @Doc("Bytes from one vertex to the next, 0 if all share one; size when absent.") @Nullable @Min(0)
            Size stride,

            @Doc("Bytes of a vertex; stride when absent.") @Nullable @Min(1)
            Size size,

            @Doc("Vertices; as many as the buffer has when absent.") @Nullable @Min(0)
            Long count,

            @Doc("Whether there is one for each instance, not for each vertex.") @Default("false")
            boolean perInstance,

            @Doc("Bytes from offset on that are bound; there is no vertex beyond them.") @Default("WHOLE_SIZE")
            RangeSize range) {}

    /** An index buffer. */
    record Indices(
            String buffer,
            @Default("0") Size offset,
            @Doc("u8, u16 or u32.") @Default("u32") IndexType type,

            @Doc("Indices; as many as the buffer has when absent.") @Nullable @Min(0)
            Long count,

            @Doc("What is added to each index.") @Default("0") @Min(Integer.MIN_VALUE) @Max(Integer.MAX_VALUE)
            int vertexOffset) {}

    /** Where the arguments of an indirect draw lie. */
    @Shorthand("buffer")
    record Indirect(
            String buffer,
            @Default("0") Size offset,
            @Default("1") @Min(1) int drawCount,
            @Nullable Size stride,

            @Doc("Whether the draw's own counts run whatever the buffer holds.") @Default("false")
            boolean assumed,

            @Doc("The buffer that says how many draws there are, drawCount at most.") @Nullable
            String countBuffer,

            @Doc("Where it says so.") @Nullable Size countBufferOffset) {}

    /** The type of an index. */
    enum IndexType {
        /** One byte. */
        U8(1),
        /** Two bytes. */
        U16(2),
        /** Four bytes. */
        U32(4),
        /** Vulkan's name of {@link #U8}. */
        @Alias
        UINT8(1),
        /** Vulkan's name of {@link #U16}. */
        @Alias
        UINT16(2),
        /** Vulkan's name of {@link #U32}. */
        @Alias
        UINT32(4);

        private final int bytes;

        IndexType(int bytes) {
            this.bytes = bytes;
        }

        /** The type of indices of so many bytes. */
        public static IndexType of(int bytes) {
            return bytes == 4 ? U32 : bytes == 2 ? U16 : U8;
        }

        int bytes() {
            return bytes;
        }
    }
}
