// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.trace;

import dev.sluice.program.Attachment;
import dev.sluice.program.BufferDeclaration;
import dev.sluice.program.ColorBlend;
import dev.sluice.program.Command;
import dev.sluice.program.DrawState;
import dev.sluice.program.Geometry;
import dev.sluice.program.ImageLayouts;
import dev.sluice.program.PrimitiveShader;
import dev.sluice.program.RenderTargets;
import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.Format;
import dev.sluice.program.kernel.KernelProgram;
import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.Stage;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The accesses of draws: what the front end fetches, what kernels access, and what is tested and written (Vulkan
 * specification, section Access Types).
 */
final class DrawAccesses {
    private final Resources resources;
    private final ImageLayouts layouts;
    private final KernelAccesses kernels;

    DrawAccesses(Resources resources, ImageLayouts layouts, KernelAccesses kernels) {
        this.resources = resources;
        this.layouts = layouts;
        this.kernels = kernels;
    }

    void add(List<MemoryAccess> to, Command.Draw draw, int subpass) {
        geometry(to, draw);
        Pixels pixels =
                Pixels.of(draw.coverage(), draw.targets().area(), draw.targets().samples());
        String fragment = draw.fragment();
        KernelAccesses.Likeness likeness = KernelAccesses.Likeness.of(draw.origin());
        for (RenderTargets layer : draw.targets().layers()) {
            if (fragment != null) {
                KernelProgram kernel = kernels.kernel(fragment);
                kernels.ofFragments(
                        to,
                        fragment,
                        pixels.rows(),
                        draw.bindings(kernel, layer),
                        draw.parameters(),
                        likeness == KernelAccesses.Likeness.SAME && !pixels.exact()
                                ? KernelAccesses.Likeness.AT_MOST
                                : likeness,
                        subpass);
                colors(to, layer, draw.state().colors(), kernel, pixels, subpass);
            }
            Attachment depth = layer.depthStencil();
            if (depth != null && draw.state().usesDepth()) {
                depth(to, draw.state(), depth, pixels, subpass);
            }
        }
    }

    private void geometry(List<MemoryAccess> to, Command.Draw draw) {
        Geometry geometry = draw.geometry();
        Geometry.Indirect indirect = geometry.indirect();
        Geometry.IndexBuffer indices = geometry.indices();
        boolean known = indirect == null;
        if (indirect != null) {
            int size = draw.form().argumentBytes();
            Intervals.Builder bytes = new Intervals.Builder();
            for (int i = 0; i < indirect.count(); i++) {
                long start = indirect.offset() + (long) i * indirect.stride();
                bytes.add(start, start + size);
            }
            Geometry.DrawCount counted = indirect.drawCount();
            resources.buffer(
                    to,
                    indirect.buffer(),
                    bytes.build(),
                    Stage.DRAW_INDIRECT,
                    Access.INDIRECT_COMMAND_READ,
                    counted == null ? 0 : MemoryAccess.INEXACT);
            if (counted != null) {
                resources.buffer(
                        to,
                        counted.buffer(),
                        Intervals.of(counted.offset(), counted.offset() + Geometry.DrawCount.BYTES),
                        Stage.DRAW_INDIRECT,
                        Access.INDIRECT_COMMAND_READ,
                        0);
            }
        }
        if (indices != null) {
            BufferDeclaration buffer = resources.buffer(indices.buffer());
            long end = known
                    ? Math.min(buffer.size(), indices.offset() + indices.count() * indices.indexBytes())
                    : buffer.size();
            resources.buffer(
                    to,
                    indices.buffer(),
                    Intervals.of(indices.offset(), end),
                    Stage.INDEX_INPUT,
                    Access.INDEX_READ,
                    known ? 0 : MemoryAccess.INEXACT);
        }
        attributes(to, geometry, known && indices == null, known);
        for (PrimitiveShader shader : geometry.shaders()) {
            boolean counted = known && (indices == null || !shader.ofVertices());
            kernels.ofGroups(
                    to,
                    shader.kernel(),
                    counted ? workgroups(geometry, shader) : null,
                    draw.bindings(),
                    draw.parameters(),
                    shader.kind().stage(),
                    KernelAccesses.Likeness.of(draw.origin()));
        }
    }

    private List<Long> workgroups(Geometry geometry, PrimitiveShader shader) {
        if (geometry.meshTasks() && shader.equals(geometry.shaders().get(0))) {
            return geometry.workgroups();
        }
        long runs = shader.runs(geometry.assembled());
        long per = shader.kind().workgroups()
                ? 1
                : kernels.kernel(shader.kernel()).localSize().count();
        return List.of((runs + per - 1) / per, 1L, 1L);
    }

    /**
     * The bytes of the vertices that are fetched; of all that is bound of the buffer, if memory decides which.
     *
     * @param known whether the draw itself says which vertices
     * @param direct whether it says how many instances
     */
    private void attributes(List<MemoryAccess> to, Geometry geometry, boolean known, boolean direct) {
        for (Geometry.VertexBuffer vertices : geometry.attributes()) {
            BufferDeclaration buffer = resources.buffer(vertices.buffer());
            Intervals.Builder bytes = new Intervals.Builder();
            boolean exact = vertices.perInstance() ? direct : known;
            long count = vertices.perInstance() ? geometry.instances() : geometry.vertexCount();
            if (!exact || vertices.stride() == 0) {
                bytes.add(vertices.offset(), exact ? vertices.offset() + vertices.size() : vertices.end(buffer.size()));
            } else {
                for (long i = 0; i < count; i++) {
                    long start = vertices.offset() + i * vertices.stride();
                    bytes.add(start, Math.min(vertices.end(buffer.size()), start + vertices.size()));
                }
            }
            resources.buffer(
                    to,
                    vertices.buffer(),
                    bytes.build(),
                    Stage.VERTEX_ATTRIBUTE_INPUT,
                    Access.VERTEX_ATTRIBUTE_READ,
                    exact ? 0 : MemoryAccess.INEXACT);
        }
    }

    private void colors(
            List<MemoryAccess> to,
            RenderTargets targets,
            ColorBlend blend,
            KernelProgram kernel,
            Pixels pixels,
            int subpass) {
        List<Attachment> colors = targets.colors();
        for (int i = 0; i < colors.size(); i++) {
            Attachment color = colors.get(i);
            Format format = color.slice().format();
            if ((kernel.colorOutputs() >> i & 1) != 0 && blend.writes(i, format)) {
                if (blend.reads(i, format)) {
                    access(to, color, Aspect.COLOR, pixels, Stage.COLOR_ATTACHMENT_OUTPUT, false, subpass);
                }
                access(to, color, Aspect.COLOR, pixels, Stage.COLOR_ATTACHMENT_OUTPUT, true, subpass);
            }
        }
    }

    /** Tests may be done early or late, as the implementation likes, so that both stages access. */
    private void depth(List<MemoryAccess> to, DrawState state, Attachment attachment, Pixels pixels, int subpass) {
        Format format = attachment.slice().format();
        Set<Aspect> written = Aspect.depthStencil(state.depthWrite(), state.writesStencil(format));
        Set<Aspect> read = Aspect.depthStencil(state.readsDepth(format), state.readsStencil(format));
        Resources.OfImage image = resources.image(attachment.slice().image());
        written.retainAll(image.aspects().keySet());
        List<Space> along = image.along(written, attachment, layouts);
        for (Stage stage : List.of(Stage.EARLY_FRAGMENT_TESTS, Stage.LATE_FRAGMENT_TESTS)) {
            for (Aspect aspect : read) {
                access(to, attachment, aspect, pixels, stage, false, subpass);
            }
            for (Aspect aspect : written) {
                access(to, attachment, aspect, pixels, stage, true, subpass);
            }
            for (Space space : along) {
                access(
                        to,
                        attachment,
                        space,
                        pixels,
                        stage,
                        Access.DEPTH_STENCIL_ATTACHMENT_WRITE,
                        MemoryAccess.ALONG,
                        subpass);
            }
        }
    }

    private void access(
            List<MemoryAccess> to,
            Attachment attachment,
            Aspect aspect,
            Pixels pixels,
            Stage stage,
            boolean writes,
            int subpass) {
        Map<Aspect, Space> aspects = resources.image(attachment.slice().image()).aspects();
        Space space = aspects.get(aspect);
        if (space == null) {
            return;
        }
        Access access = aspect == Aspect.COLOR
                ? writes ? Access.COLOR_ATTACHMENT_WRITE : Access.COLOR_ATTACHMENT_READ
                : writes ? Access.DEPTH_STENCIL_ATTACHMENT_WRITE : Access.DEPTH_STENCIL_ATTACHMENT_READ;
        access(to, attachment, space, pixels, stage, access, 0, subpass);
    }

    private void access(
            List<MemoryAccess> to,
            Attachment attachment,
            Space space,
            Pixels pixels,
            Stage stage,
            Access access,
            int traits,
            int subpass) {
        resources.image(
                to,
                space,
                pixels.in(space, attachment.slice().level(), attachment.slice().layer()),
                stage,
                access,
                traits | (pixels.exact() ? 0 : MemoryAccess.INEXACT),
                subpass);
    }
}
