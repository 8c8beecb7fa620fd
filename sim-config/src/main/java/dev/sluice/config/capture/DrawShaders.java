// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.config.capture.spirv.EntryPoint;
import dev.sluice.config.stream.PassStep;
import dev.sluice.config.units.Saturating;
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

/** The kernels that stand for the shaders of one draw, what they reach, and their parameters. */
final class DrawShaders {
    /** Invocations that run together where a shader does not say: whole waves on every device. */
    private static final List<Integer> TOGETHER = List.of(64, 1, 1);

    private final CaptureSession session;
    private final CapturedResources resources;
    private final Pass pass;
    private final CapturedPipeline pipeline;
    private final GraphicsState state;
    private final ShaderInputs inputs;

    private final Map<PrimitiveShader.Kind, PassStep.Primitives> primitives = new EnumMap<>(PrimitiveShader.Kind.class);
    private final List<Resource> reached = new ArrayList<>();
    private final Map<String, Long> parameters = new LinkedHashMap<>();
    private @Nullable String fragment;

    /** @param resources those of draws to the pass */
    DrawShaders(
            CaptureSession session,
            CapturedResources resources,
            Pass pass,
            CapturedPipeline pipeline,
            GraphicsState state,
            ShaderInputs inputs) {
        this.session = session;
        this.resources = resources;
        this.pass = pass;
        this.pipeline = pipeline;
        this.state = state;
        this.inputs = inputs;
    }

    /**
     * Adds the shaders of the pipeline that a draw runs.
     *
     * @param meshTasks whether it is one of mesh tasks
     * @param area the pixels that it reaches, or null for none
     */
    void add(Call call, boolean meshTasks, Vertices.Fetch fetch, @Nullable Rect area) {
        pipeline.shaders().forEach((stage, shader) -> {
            PrimitiveShader.Kind kind = stage.primitives;
            if (kind == null ? area == null : kind.workgroups() != meshTasks) {
                return;
            }
            if (stage.tessellation()
                    && !(pipeline.shaders().containsKey(CapturedStage.TESSELLATION_CONTROL)
                            && pipeline.shaders().containsKey(CapturedStage.TESSELLATION_EVALUATION))) {
                session.lost(call, "tessellation that lacks one of its two shaders is left out");
                return;
            }
            if (shader.entry() == null) {
                session.notes.once(
                        "the code of a draw's shader is missing: it reaches everything that is bound for its stage");
            }
            List<Resource> own =
                    resources.of(call, stage, shader.entry(), inputs, CapturedResources.Reach.of(shader.entry()));
            reached.addAll(own);
            if (kind != null) {
                primitives.put(kind, primitives(shader, kind, own, fetch));
            } else if (area != null) {
                fragment = fragment(shader, own);
                parameters.putAll(DrawTexts.fragmentParameters(own, area));
            }
        });
    }

    /** What stands for a shader of a stage before rasterisation; null for none. */
    PassStep.@Nullable Primitives of(PrimitiveShader.Kind kind) {
        return primitives.get(kind);
    }

    /** The vertex kernel, or null. */
    @Nullable
    String vertex() {
        PassStep.Primitives vertex = of(PrimitiveShader.Kind.VERTEX);
        return vertex == null ? null : vertex.kernel();
    }

    /** The fragment kernel, or null. */
    @Nullable
    String fragment() {
        return fragment;
    }

    /** What they reach, one shader after the other. */
    List<Resource> reached() {
        return reached;
    }

    Map<String, Long> parameters() {
        return parameters;
    }

    private PassStep.Primitives primitives(
            CapturedPipeline.Shader shader, PrimitiveShader.Kind kind, List<Resource> own, Vertices.Fetch fetch) {
        String total = switch (kind) {
            case VERTEX -> "total";
            case TESSELLATION_CONTROL -> "controlPoints";
            case TESSELLATION_EVALUATION -> "evaluations";
            case GEOMETRY -> "primitives";
            case TASK -> "tasks";
            case MESH -> "meshes";
        };
        if (kind != PrimitiveShader.Kind.VERTEX) {
            session.notes.once(
                    kind.workgroups()
                            ? "mesh shaders run once for each task workgroup, and primitives that they make are not followed"
                            : "shaders of tessellation and geometry run once for each control point or primitive,"
                                    + " and primitives that they make are not followed");
        }
        Long vertices = kind == PrimitiveShader.Kind.GEOMETRY ? pipeline.topology(state).vertices : null;
        EntryPoint entry = shader.entry();
        List<Integer> size = kind.workgroups() && entry != null ? entry.localSize() : TOGETHER;
        long runs = runs(kind, vertices == null ? 1 : vertices, size, fetch);
        parameters.putAll(DrawTexts.parameters(own, total, runs));
        String code = DrawTexts.primitives(entry, own, total);
        return new PassStep.Primitives(session.kernels.kernel(shader.kernel(), size, own, code), vertices, 1);
    }

    /** How many invocations there are of a shader; at least 1, as where that is not known. */
    private static long runs(PrimitiveShader.Kind kind, long vertices, List<Integer> size, Vertices.Fetch fetch) {
        if (kind.workgroups()) {
            long each = size.stream().mapToLong(Integer::longValue).reduce(1, (one, other) -> one * other);
            return Math.max(1, Saturating.times(each, fetch.assembled()));
        }
        long of = kind == PrimitiveShader.Kind.VERTEX ? fetch.vertices() : fetch.assembled();
        return Math.max(1, of / vertices + (of % vertices == 0 ? 0 : 1));
    }

    private @Nullable String fragment(CapturedPipeline.Shader shader, List<Resource> own) {
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
        if (colors.isEmpty() && !depth && own.isEmpty()) {
            return null;
        }
        String code = DrawTexts.fragment(entry, own, colors, depth);
        return session.kernels.kernel(shader.kernel(), List.of(), own, code);
    }
}
