// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.config.source.ListNode;
import dev.sluice.config.source.Node;
import dev.sluice.config.source.ScalarNode;
import dev.sluice.config.stream.PassStep;
import dev.sluice.config.units.Saturating;
import dev.sluice.program.Command;
import dev.sluice.program.PrimitiveShader;
import dev.sluice.program.image.Rect;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Turns a draw into a draw of kernels that touch what the shaders' descriptors name, on all pixels of the viewport. */
final class Draws {
    /** What runs of a draw of mesh tasks whose numbers are not known. */
    private static final List<Long> ONE_GROUP = List.of(1L, 1L, 1L);

    private final CaptureSession session;
    private final CapturedResources resources;
    private final Vertices vertices;

    Draws(CaptureSession session) {
        this.session = session;
        resources = new CapturedResources(session, "draws");
        vertices = new Vertices(session);
    }

    /**
     * The arguments of a draw.
     *
     * @param kind the command's name in a stream
     * @param count vertices or indices
     * @param first the first one
     * @param firstInstance the first instance
     * @param vertexOffset what is added to indices
     * @param groups workgroups of mesh tasks; empty for other draws
     * @param indirect where the counts lie, or null
     */
    record Source(
            String kind,
            long count,
            long first,
            long instances,
            long firstInstance,
            long vertexOffset,
            List<Long> groups,
            @Nullable Indirect indirect) {
        /** A draw of vertices. */
        Source(
                String kind,
                long count,
                long first,
                long instances,
                long firstInstance,
                long vertexOffset,
                @Nullable Indirect indirect) {
            this(kind, count, first, instances, firstInstance, vertexOffset, List.of(), indirect);
        }

        /** A draw of mesh tasks. */
        static Source ofWorkgroups(List<Long> groups) {
            long count = groups.stream().reduce(1L, Saturating::times);
            return new Source("drawMeshTasks", count, 0, 1, 0, 0, groups, null);
        }

        Command.Draw.Form form() {
            return Command.Draw.Form.of(kind);
        }

        boolean indexed() {
            return form().indexed();
        }

        /** What the call itself asks for. */
        AskedDraws.Each direct() {
            return new AskedDraws.Each(count, first, instances, firstInstance, vertexOffset);
        }
    }

    /**
     * The argument structures of an indirect draw.
     *
     * @param drawCount how many there are
     * @param count where memory says how many of them run; null if all do
     */
    record Indirect(
            Buffer buffer,
            long offset,
            long drawCount,
            long stride,
            @Nullable CountBuffer count) {

        /** How many run, at the submission: as many as can where that is not known. */
        long drawn() {
            IndirectCounts counts = count == null ? null : count.read();
            return counts == null || !counts.known() ? drawCount : Math.min(counts.word(0), drawCount);
        }

        /** Whether it is known how many run. */
        boolean counted() {
            CountBuffer buffered = count;
            return buffered == null || buffered.read().known();
        }
    }

    /** Where memory says how many draws run. */
    record CountBuffer(Buffer buffer, long offset) {
        /** What is known of it at the submission. */
        IndirectCounts read() {
            return IndirectCounts.of(buffer, offset, Integer.BYTES);
        }
    }

    /** Adds a draw. */
    void add(
            CapturedSubmission submission,
            Call call,
            CapturedPipeline pipeline,
            GraphicsState state,
            ShaderInputs inputs,
            Source source) {
        Pass pass = submission.pass();
        if (pass == null) {
            session.lost(call, "draws outside a render pass that is known are left out");
            return;
        }
        if (source.form().meshTasks() && !pipeline.shaders().containsKey(CapturedStage.MESH)) {
            session.lost(call, "draws of mesh tasks whose pipeline has no mesh shader are left out");
            return;
        }
        if (source.indirect() == null && (source.count() == 0 || source.instances() == 0)) {
            session.notes.count("draws of no vertex are left out");
            return;
        }
        Rect area = area(pass, pipeline, state);
        boolean discards =
                pipeline.flag(state, "RASTERIZER_DISCARD_ENABLE", "rasterizerDiscardEnable", pipeline.discards());
        boolean nowhere = area.empty() || discards || pipeline.cullsAll(state);
        if (nowhere) {
            session.notes.count("draws that can reach no pixel end with their vertices");
        }
        session.notes.once(
                "draws are approximate: each covers all pixels of its viewport and scissor, reads what its shaders'"
                        + " descriptors name and writes hashes, because shaders are not executed");
        Vertices.Fetch fetch = vertices.fetch(pipeline, state, source);
        DrawShaders shaders = new DrawShaders(
                session, resources.in(pass), pass, pipeline, state, session.descriptorBuffers.read(call, inputs));
        shaders.add(call, source.form().meshTasks(), fetch, nowhere ? null : area);
        String vertexKernel = shaders.vertex();
        String fragmentKernel = shaders.fragment();
        List<Long> groups = source.indirect() == null
                ? source.groups()
                : source.form().meshTasks() && fetch.assumed() ? ONE_GROUP : List.of();
        Node coverage = fetch.none() || nowhere
                ? ListNode.of(List.of())
                : area.equals(pass.area())
                        ? ScalarNode.of("fullscreen")
                        : ListNode.of(List.of(RenderPassCalls.rectangle(area)));
        Integer layers = pass.layers() > 1 && pipeline.choosesLayer() ? pass.layers() : null;
        if (layers != null) {
            session.notes.once("draws whose shaders choose a layer go to all layers");
        }
        DrawColors colors = DrawColors.of(pass, pipeline, state);
        DrawTests tests = DrawTests.of(session.notes, pass, pipeline, state);
        submission.add(
                call,
                fetch.kind(),
                true,
                pipeline.use(),
                () -> new PassStep.Draw(
                        vertexKernel,
                        shaders.of(PrimitiveShader.Kind.TESSELLATION_CONTROL),
                        shaders.of(PrimitiveShader.Kind.TESSELLATION_EVALUATION),
                        shaders.of(PrimitiveShader.Kind.GEOMETRY),
                        shaders.of(PrimitiveShader.Kind.TASK),
                        shaders.of(PrimitiveShader.Kind.MESH),
                        groups,
                        fragmentKernel,
                        null,
                        coverage,
                        null,
                        Late.all(fetch.buffers()),
                        Late.optional(fetch.indices()),
                        fetch.instances(),
                        Late.optional(fetch.indirect()),
                        null,
                        null,
                        null,
                        null,
                        KernelTexts.bind(shaders.reached()),
                        shaders.parameters(),
                        colors.blend(),
                        colors.constants(),
                        colors.writeMasks(),
                        tests.compare(),
                        tests.depthWrite(),
                        0,
                        -1,
                        tests.stencil(),
                        tests.bounds(),
                        colors.logicOp(),
                        null,
                        layers));
        pass.written();
        for (Resource resource : shaders.reached()) {
            if (resource.writes()) {
                resource.deviceWrote();
            }
        }
    }

    private static Rect area(Pass pass, CapturedPipeline pipeline, GraphicsState state) {
        boolean viewport = pipeline.isDynamic("VIEWPORT") || pipeline.isDynamic("VIEWPORT_WITH_COUNT");
        boolean scissor = pipeline.isDynamic("SCISSOR") || pipeline.isDynamic("SCISSOR_WITH_COUNT");
        Rect area = pass.area();
        Rect shown = viewport ? state.viewport : pipeline.viewport();
        Rect cut = scissor ? state.scissor : pipeline.scissor();
        area = shown == null ? area : area.intersect(shown);
        return cut == null ? area : area.intersect(cut);
    }
}
