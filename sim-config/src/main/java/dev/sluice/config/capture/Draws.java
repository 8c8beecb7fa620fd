// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.config.capture.spirv.EntryPoint;
import dev.sluice.config.source.ListNode;
import dev.sluice.config.source.Node;
import dev.sluice.config.source.ScalarNode;
import dev.sluice.config.stream.PassStep;
import dev.sluice.program.PrimitiveShader;
import dev.sluice.program.image.Format;
import dev.sluice.program.image.Rect;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Turns a draw into a draw of kernels that touch what the shaders' descriptors name, on all pixels of the viewport. */
final class Draws {
    /** Vertices that run together: whole waves on every device. */
    private static final List<Integer> VERTICES = List.of(64, 1, 1);

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
     * @param indirect where the counts lie, or null
     */
    record Source(
            String kind,
            long count,
            long first,
            long instances,
            long firstInstance,
            long vertexOffset,
            @Nullable Indirect indirect) {
        boolean indexed() {
            return kind.startsWith("drawIndexed");
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
    void add(CapturedSubmission submission, Call call, CapturedPipeline pipeline, GraphicsState state, Source source) {
        Pass pass = submission.pass();
        if (pass == null) {
            session.lost(call, "draws outside a render pass that is known are left out");
            return;
        }
        if (source.indirect() == null && (source.count() == 0 || source.instances() == 0)) {
            session.notes.count("draws of no vertex are left out");
            return;
        }
        Rect area = area(pass, pipeline, state);
        boolean discards =
                pipeline.flag(state, "RASTERIZER_DISCARD_ENABLE", "rasterizerDiscardEnable", pipeline.discards());
        boolean nowhere = area.empty() || discards;
        if (nowhere) {
            session.notes.count("draws that can reach no pixel end with their vertices");
        }
        session.notes.once(
                "draws are approximate: each covers all pixels of its viewport and scissor, reads what its shaders'"
                        + " descriptors name and writes hashes, because shaders are not executed");
        Vertices.Fetch fetch = vertices.fetch(pipeline, state, source);
        Map<String, Long> parameters = new LinkedHashMap<>();
        List<Resource> all = new ArrayList<>();
        Map<PrimitiveShader.Kind, PassStep.Primitives> primitives = new EnumMap<>(PrimitiveShader.Kind.class);
        String fragment = null;
        for (Map.Entry<CapturedStage, CapturedPipeline.Shader> entry :
                pipeline.shaders().entrySet()) {
            CapturedPipeline.Shader shader = entry.getValue();
            PrimitiveShader.Kind kind = entry.getKey().primitives;
            if (kind == null && nowhere) {
                continue;
            }
            List<Resource> reached = reached(call, pass, entry.getKey(), shader, state);
            all.addAll(reached);
            if (kind == null) {
                fragment = fragment(shader, reached, pass, pipeline, state);
                parameters.putAll(DrawTexts.fragmentParameters(reached, area));
            } else {
                primitives.put(kind, primitives(shader, kind, reached, pipeline.topology(state), fetch, parameters));
            }
        }
        PassStep.Primitives vertex = primitives.get(PrimitiveShader.Kind.VERTEX);
        String vertexKernel = vertex == null ? null : vertex.kernel();
        String fragmentKernel = fragment;
        Node coverage = fetch.none() || nowhere
                ? ListNode.of(List.of())
                : area.equals(pass.area())
                        ? ScalarNode.of("fullscreen")
                        : ListNode.of(List.of(RenderPassCalls.rectangle(area)));
        DrawColors colors = DrawColors.of(pass, pipeline, state);
        DrawTests tests = DrawTests.of(session.notes, pass, pipeline, state);
        submission.add(
                call,
                fetch.kind(),
                true,
                pipeline.use(),
                () -> new PassStep.Draw(
                        vertexKernel,
                        primitives.get(PrimitiveShader.Kind.TESSELLATION_CONTROL),
                        primitives.get(PrimitiveShader.Kind.TESSELLATION_EVALUATION),
                        primitives.get(PrimitiveShader.Kind.GEOMETRY),
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
                        KernelTexts.bind(all),
                        parameters,
                        colors.blend(),
                        colors.constants(),
                        colors.writeMasks(),
                        tests.compare(),
                        tests.depthWrite(),
                        0,
                        -1,
                        tests.stencil(),
                        tests.bounds(),
                        colors.logicOp()));
        pass.written();
        for (Resource resource : all) {
            if (resource.writes()) {
                resource.deviceWrote();
            }
        }
    }

    /** What stands for a shader that runs before rasterisation; adds its parameters. */
    private PassStep.Primitives primitives(
            CapturedPipeline.Shader shader,
            PrimitiveShader.Kind kind,
            List<Resource> reached,
            Topology topology,
            Vertices.Fetch fetch,
            Map<String, Long> parameters) {
        String total = switch (kind) {
            case VERTEX -> "total";
            case TESSELLATION_CONTROL -> "controlPoints";
            case TESSELLATION_EVALUATION -> "evaluations";
            case GEOMETRY -> "primitives";
        };
        long vertices = kind == PrimitiveShader.Kind.GEOMETRY ? topology.vertices : 1;
        long of = kind == PrimitiveShader.Kind.VERTEX ? fetch.vertices() : fetch.assembled();
        if (kind != PrimitiveShader.Kind.VERTEX) {
            session.notes.once("shaders of tessellation and geometry run once for each control point or primitive,"
                    + " and primitives that they make are not followed");
        }
        parameters.putAll(DrawTexts.parameters(reached, total, Math.max(1, (of + vertices - 1) / vertices)));
        String code = DrawTexts.primitives(shader.entry(), reached, total);
        String kernel = session.kernels.kernel(shader.kernel(), VERTICES, reached, code);
        return new PassStep.Primitives(kernel, kind == PrimitiveShader.Kind.GEOMETRY ? vertices : null, 1);
    }

    private List<Resource> reached(
            Call call, Pass pass, CapturedStage stage, CapturedPipeline.Shader shader, GraphicsState state) {
        if (shader.entry() == null) {
            session.notes.once(
                    "the code of a draw's shader is missing: it reaches everything that is bound for its stage");
        }
        return resources.in(pass).of(call, stage, shader.entry(), state.sets);
    }

    private @Nullable String fragment(
            CapturedPipeline.Shader shader,
            List<Resource> reached,
            Pass pass,
            CapturedPipeline pipeline,
            GraphicsState state) {
        EntryPoint entry = shader.entry();
        Map<Integer, Format> colors = new TreeMap<>();
        for (int i = 0; i < pass.colors().size(); i++) {
            int number = pass.numbers().get(i);
            int location = pipeline.location(state, number);
            if (location != AttachmentLocations.UNUSED
                    && (entry == null || entry.outputs().contains(location))
                    && pipeline.colors().writeMask(pipeline, state, number) != 0) {
                colors.put(i, pass.colors().get(i).format);
            }
        }
        boolean depth = entry != null && entry.writesDepth() && pass.depth() != null;
        if (depth) {
            session.notes.once("fragment shaders that write depth write 0.5");
        }
        if (colors.isEmpty() && !depth && reached.isEmpty()) {
            return null;
        }
        String code = DrawTexts.fragment(entry, reached, colors, depth);
        return session.kernels.kernel(shader.kernel(), List.of(), reached, code);
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
