// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.config.capture.spirv.BindingReach;
import dev.sluice.config.capture.spirv.EntryPoint;
import dev.sluice.config.capture.spirv.SpirvException;
import dev.sluice.config.capture.spirv.SpirvModule;
import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Shader modules and pipelines. */
final class PipelineCalls {
    private final CaptureSession session;
    private final Map<Long, SpirvModule> modules = new HashMap<>();
    private final Map<Long, Compute> pipelines = new HashMap<>();
    private final Map<Long, CapturedPipeline> graphics = new HashMap<>();

    /**
     * A compute pipeline.
     *
     * @param kernel what its kernels are called
     * @param shader its entry point, or null when the shader is not known
     * @param reach which bytes its shader touches, or null when that cannot be told
     * @param use its name and its shader's
     */
    record Compute(
            String kernel,
            @Nullable EntryPoint shader,
            @Nullable BindingReach reach,
            PipelineUse use) {}

    PipelineCalls(CaptureSession session) {
        this.session = session;
    }

    void register(Map<String, Handler> handlers) {
        handlers.put("vkCreateShaderModule", this::createModule);
        handlers.put("vkCreateComputePipelines", this::createPipelines);
        handlers.put("vkCreateGraphicsPipelines", this::createGraphics);
    }

    @Nullable
    CapturedPipeline graphics(long handle) {
        return graphics.get(handle);
    }

    @Nullable
    Compute pipeline(long handle) {
        return pipelines.get(handle);
    }

    private void createModule(Struct args) {
        long handle = args.handle("pShaderModule");
        session.code("shader", handle);
        ByteBuffer code = session.bytes.shader(args.struct("pCreateInfo"));
        if (code == null) {
            return;
        }
        SpirvModule module = parsed(args.call(), handle, code);
        if (module != null) {
            modules.put(handle, module);
        }
    }

    /** The code of a shader; null, which is noted, where it cannot be read. */
    @Nullable
    SpirvModule parsed(Call call, long handle, ByteBuffer code) {
        try {
            return SpirvModule.parse(code, Map.of());
        } catch (SpirvException e) {
            session.notes.once("shader" + handle + " (" + call.source() + ") cannot be read: " + e.getMessage());
            return null;
        }
    }

    private void createPipelines(Struct args) {
        List<Struct> infos = args.structs("pCreateInfos");
        List<Long> handles = args.handles("pPipelines");
        InlinedModules inlined = new InlinedModules(session);
        for (int i = 0; i < Math.min(infos.size(), handles.size()); i++) {
            Struct stage = infos.get(i).struct("stage");
            SpirvModule module = module(stage, inlined);
            CapturedPipeline.Shader shader = shader(stage, module, handles.get(i), CapturedStage.COMPUTE);
            PipelineUse use = use(handles.get(i), Map.of(CapturedStage.COMPUTE.key(), shader.name()));
            pipelines.put(handles.get(i), new Compute(shader.kernel(), shader.entry(), reach(stage, module), use));
        }
    }

    /** Values of specialization constants are not known, so that no bounds are. */
    private static @Nullable BindingReach reach(Struct stage, @Nullable SpirvModule spirv) {
        return spirv == null || stage.has("pSpecializationInfo") ? null : spirv.reach();
    }

    /** The module of a stage, which names it or brings it along; null when its code is not known. */
    @Nullable
    SpirvModule module(Struct stage, InlinedModules inlined) {
        SpirvModule own = inlined.of(stage);
        return own == null ? modules.get(stage.handle("module")) : own;
    }

    /** The shader of a stage of a pipeline. */
    CapturedPipeline.Shader shader(Struct stage, @Nullable SpirvModule spirv, long pipeline, CapturedStage of) {
        long module = stage.handle("module");
        return module == 0
                ? shader(stage, spirv, session.code("pipeline", pipeline), "pipeline" + pipeline, of)
                : object(stage, spirv, module, of);
    }

    /** The shader of a module, or one without a pipeline. */
    CapturedPipeline.Shader object(Struct stage, @Nullable SpirvModule spirv, long handle, CapturedStage of) {
        return shader(stage, spirv, session.code("shader", handle), "shader" + handle, of);
    }

    private CapturedPipeline.Shader shader(
            Struct stage, @Nullable SpirvModule spirv, Named named, String kernel, CapturedStage of) {
        String entry = stage.text("pName").isEmpty() ? "main" : stage.text("pName");
        EntryPoint code = spirv == null ? null : spirv.entryPoint(entry, of.model);
        if (stage.has("pSpecializationInfo")) {
            session.notes.count("specialization constants are not in the JSON: their defaults are taken");
            code = code == null ? null : code.specialized();
        }
        return new CapturedPipeline.Shader(
                entry.equals("main") ? kernel : kernel + "_" + entry, code, new PipelineUse.ShaderName(named, entry));
    }

    /** Adds a compute shader that is bound without a pipeline. */
    void compute(Struct info, @Nullable SpirvModule spirv, long handle) {
        CapturedPipeline.Shader shader = object(info, spirv, handle, CapturedStage.COMPUTE);
        pipelines.put(
                handle,
                new Compute(
                        shader.kernel(),
                        shader.entry(),
                        reach(info, spirv),
                        new PipelineUse(null, Map.of(CapturedStage.COMPUTE.key(), shader.name()))));
    }

    private PipelineUse use(long pipeline, Map<String, PipelineUse.ShaderName> shaders) {
        return new PipelineUse(session.code("pipeline", pipeline), shaders);
    }

    private void createGraphics(Struct args) {
        List<Struct> infos = args.structs("pCreateInfos");
        List<Long> handles = args.handles("pPipelines");
        InlinedModules inlined = new InlinedModules(session);
        for (int i = 0; i < Math.min(infos.size(), handles.size()); i++) {
            Map<CapturedStage, CapturedPipeline.Shader> shaders = new EnumMap<>(CapturedStage.class);
            for (Struct stage : infos.get(i).structs("pStages")) {
                SpirvModule module = module(stage, inlined);
                CapturedStage of = CapturedStage.of(stage.number("stage"));
                if (of == null || !of.graphics()) {
                    session.lost(stage.call(), "shaders of " + stage.text("stage") + " are left out");
                } else {
                    shaders.put(of, shader(stage, module, handles.get(i), of));
                }
            }
            PipelineUse use = use(handles.get(i), CapturedPipeline.names(shaders));
            CapturedPipeline own = CapturedPipeline.of(infos.get(i), shaders, use);
            graphics.put(handles.get(i), linked(infos.get(i), own));
        }
    }

    private CapturedPipeline linked(Struct info, CapturedPipeline own) {
        CapturedPipeline linked = own;
        for (long handle : CapturedPipeline.libraries(info)) {
            CapturedPipeline library = graphics.get(handle);
            if (library == null) {
                session.lost(info.call(), "parts of pipelines from libraries that are not known are left out");
            } else {
                linked = linked.with(library);
            }
        }
        return linked;
    }
}
