// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.config.capture.spirv.EntryPoint;
import dev.sluice.program.image.Rect;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A graphics pipeline with its static state, or a library that has parts of one.
 *
 * @param parts which parts it has, bits of {@code VkGraphicsPipelineLibraryFlagBitsEXT}
 * @param shaders those that it has
 * @param topology what its vertices make
 * @param dynamic what the command buffer sets, {@code VkDynamicState} without prefix and ending
 * @param colors what becomes of colours
 * @param locations which outputs go to which attachments, if the pipeline says
 * @param tests what fragments are tested against
 * @param culled faces that are not drawn, bits of {@code VkCullModeFlagBits}
 * @param use its name and its shaders'
 */
record CapturedPipeline(
        long parts,
        Map<CapturedStage, Shader> shaders,
        Topology topology,
        Set<String> dynamic,
        VertexInput input,
        ColorBlendState colors,
        @Nullable AttachmentLocations locations,
        DepthStencilState tests,
        long culled,
        @Nullable Rect viewport,
        @Nullable Rect scissor,
        boolean discards,
        PipelineUse use) {
    /** VK_CULL_MODE_FRONT_AND_BACK. */
    private static final long BOTH_FACES = 3;
    /** Stands for every dynamic state. */
    private static final String ALL = "*";

    private static final long VERTEX_INPUT = 1;
    private static final long PRE_RASTERIZATION = 2;
    private static final long FRAGMENT_SHADER = 4;
    private static final long FRAGMENT_OUTPUT = 8;
    private static final long ALL_PARTS = VERTEX_INPUT | PRE_RASTERIZATION | FRAGMENT_SHADER | FRAGMENT_OUTPUT;
    /** VK_PIPELINE_CREATE_LIBRARY_BIT_KHR. */
    static final long LIBRARY = 0x800;

    CapturedPipeline {
        dynamic = Set.copyOf(dynamic);
        EnumMap<CapturedStage, Shader> inOrder = new EnumMap<>(CapturedStage.class);
        inOrder.putAll(shaders);
        shaders = Collections.unmodifiableMap(inOrder);
    }

    /**
     * A shader of a pipeline.
     *
     * @param kernel what its kernels are called
     * @param entry its entry point, or null when its code is not known
     * @param name what reports call it
     */
    record Shader(String kernel, @Nullable EntryPoint entry, PipelineUse.ShaderName name) {}

    /** The pipeline of a {@code VkGraphicsPipelineCreateInfo}. */
    static CapturedPipeline of(Struct info, Map<CapturedStage, Shader> shaders, PipelineUse use) {
        Struct dynamic = optional(info, "pDynamicState");
        List<String> states = new ArrayList<>();
        if (dynamic != null) {
            dynamic.texts("pDynamicStates").forEach(state -> states.add(plain(state)));
        }
        Struct input = optional(info, "pVertexInputState");
        Struct assembly = optional(info, "pInputAssemblyState");
        Struct raster = optional(info, "pRasterizationState");
        Struct viewports = optional(info, "pViewportState");
        List<Struct> viewport = viewports == null ? List.of() : viewports.structs("pViewports");
        List<Struct> scissor = viewports == null ? List.of() : viewports.structs("pScissors");
        long parts = parts(info);
        return new CapturedPipeline(
                parts,
                only(shaders, (parts & PRE_RASTERIZATION) != 0, (parts & FRAGMENT_SHADER) != 0),
                Topology.of(assembly == null ? "" : assembly.text("topology")),
                Set.copyOf(states),
                input == null
                        ? VertexInput.NONE
                        : VertexInput.of(
                                input.structs("pVertexBindingDescriptions"),
                                input.structs("pVertexAttributeDescriptions")),
                ColorBlendState.of(optional(info, "pColorBlendState")),
                AttachmentLocations.chained(info),
                DepthStencilState.of(optional(info, "pDepthStencilState")),
                raster == null ? 0 : raster.number("cullMode", 0),
                viewport.isEmpty() ? null : GraphicsState.viewport(viewport.get(0)),
                scissor.isEmpty() ? null : Pass.rect(scissor.get(0)),
                raster != null && raster.number("rasterizerDiscardEnable", 0) != 0,
                use);
    }

    /** What shaders that are bound without a pipeline come to: all their state is dynamic. */
    static CapturedPipeline ofShaders(Map<CapturedStage, Shader> shaders, PipelineUse use) {
        return new CapturedPipeline(
                ALL_PARTS,
                shaders,
                Topology.TRIANGLE_LIST,
                Set.of(ALL),
                VertexInput.NONE,
                ColorBlendState.NONE,
                null,
                DepthStencilState.NONE,
                0,
                null,
                null,
                false,
                use);
    }

    /** The handles of the libraries that a pipeline is linked from. */
    static List<Long> libraries(Struct info) {
        Struct linked = info.chained("VK_STRUCTURE_TYPE_PIPELINE_LIBRARY_CREATE_INFO_KHR");
        return linked == null ? List.of() : linked.handles("pLibraries");
    }

    /** The parts that a pipeline has of its own; without a word all of it, or none where it is a library or linked from some. */
    private static long parts(Struct info) {
        Struct named = info.chained("VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_LIBRARY_CREATE_INFO_EXT");
        if (named != null) {
            return named.number("flags", 0);
        }
        return libraries(info).isEmpty() && (info.number("flags", 0) & LIBRARY) == 0 ? ALL_PARTS : 0;
    }

    /** The same with the parts that a library has. */
    CapturedPipeline with(CapturedPipeline library) {
        boolean fetch = (library.parts & VERTEX_INPUT) != 0;
        boolean raster = (library.parts & PRE_RASTERIZATION) != 0;
        boolean shades = (library.parts & FRAGMENT_SHADER) != 0;
        boolean puts = (library.parts & FRAGMENT_OUTPUT) != 0;
        Set<String> states = new HashSet<>(dynamic);
        states.addAll(library.dynamic);
        Map<CapturedStage, Shader> linked = new EnumMap<>(CapturedStage.class);
        linked.putAll(only(shaders, !raster, !shades));
        linked.putAll(only(library.shaders, raster, shades));
        return new CapturedPipeline(
                parts | library.parts,
                linked,
                fetch ? library.topology : topology,
                states,
                fetch ? library.input : input,
                puts ? library.colors : colors,
                library.locations == null ? locations : library.locations,
                shades ? library.tests : tests,
                raster ? library.culled : culled,
                raster ? library.viewport : viewport,
                raster ? library.scissor : scissor,
                raster ? library.discards : discards,
                use.with(library.use));
    }

    /** Whether a shader before the rasterizer may choose the layer that is drawn to: one does, or its code is not known. */
    boolean choosesLayer() {
        return shaders.entrySet().stream()
                .filter(entry -> entry.getKey() != CapturedStage.FRAGMENT)
                .map(entry -> entry.getValue().entry())
                .anyMatch(code -> code == null || code.layer());
    }

    /** Shaders of some parts. */
    private static Map<CapturedStage, Shader> only(
            Map<CapturedStage, Shader> shaders, boolean preRasterization, boolean fragment) {
        Map<CapturedStage, Shader> some = new EnumMap<>(CapturedStage.class);
        shaders.forEach((stage, shader) -> {
            if (stage == CapturedStage.FRAGMENT ? fragment : preRasterization) {
                some.put(stage, shader);
            }
        });
        return some;
    }

    /** What reports call shaders, by what streams call their stages. */
    static Map<String, PipelineUse.ShaderName> names(Map<CapturedStage, Shader> shaders) {
        Map<String, PipelineUse.ShaderName> names = new LinkedHashMap<>();
        shaders.forEach((stage, shader) -> names.put(stage.key(), shader.name()));
        return names;
    }

    private static @Nullable Struct optional(Struct info, String key) {
        return info.has(key) ? info.struct(key) : null;
    }

    /** {@code VK_DYNAMIC_STATE_VERTEX_INPUT_EXT} is VERTEX_INPUT. */
    private static String plain(String state) {
        return state.replaceFirst("^VK_DYNAMIC_STATE_", "").replaceFirst("_(EXT|KHR)$", "");
    }

    /** Whether a command buffer sets a state, {@code VkDynamicState} without prefix and ending. */
    boolean isDynamic(String state) {
        return dynamic.contains(state) || dynamic.contains(ALL);
    }

    /** The location of the output that draws put to an attachment, or {@link AttachmentLocations#UNUSED}. */
    int location(GraphicsState state, int attachment) {
        return (locations == null ? state.locations : locations).location(attachment);
    }

    /** What the vertices of a draw make. */
    Topology topology(GraphicsState state) {
        return isDynamic("PRIMITIVE_TOPOLOGY") ? state.topology : topology;
    }

    /** The faces that are not drawn, bits of {@code VkCullModeFlagBits}. */
    long culled(GraphicsState state) {
        return isDynamic("CULL_MODE") ? state.culled : culled;
    }

    /** Whether no face is drawn of anything that the pipeline makes. */
    boolean cullsAll(GraphicsState state) {
        boolean asAssembled = shaders.keySet().stream()
                .allMatch(stage -> stage == CapturedStage.VERTEX || stage == CapturedStage.FRAGMENT);
        return asAssembled && topology(state).triangles() && (culled(state) & BOTH_FACES) == BOTH_FACES;
    }

    /** A flag of the pipeline, or of the command buffer where it is dynamic. */
    boolean flag(GraphicsState state, String dynamicName, String name, boolean own) {
        return isDynamic(dynamicName) ? state.flags.getOrDefault(name, own) : own;
    }
}
