// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.config.capture.spirv.SpirvModule;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Shaders without a pipeline (VK_EXT_shader_object), of which command buffers bind one for each stage. */
final class ShaderObjects {
    private final CaptureSession session;
    private final CommandCalls commands;
    private final PipelineCalls pipelines;
    private final Map<Long, CapturedPipeline.Shader> shaders = new HashMap<>();

    ShaderObjects(CaptureSession session, CommandCalls commands, PipelineCalls pipelines) {
        this.session = session;
        this.commands = commands;
        this.pipelines = pipelines;
    }

    void register(Map<String, Handler> handlers) {
        handlers.put("vkCreateShadersEXT", this::create);
        handlers.put("vkCmdBindShadersEXT", this::bind);
    }

    private void create(Struct args) {
        List<Struct> infos = args.structs("pCreateInfos");
        List<Long> handles = args.handles("pShaders");
        int from = 0;
        for (int i = 0; i < Math.min(infos.size(), handles.size()); i++) {
            Struct info = infos.get(i);
            long handle = handles.get(i);
            // the code of an object that is created of a binary is not known
            CaptureBytes.Code code =
                    info.text("codeType").endsWith("BINARY_EXT") ? null : session.bytes.shader(info, from);
            from = code == null ? from : code.end();
            SpirvModule module = code == null ? null : pipelines.parsed(args.call(), handle, code.words());
            CapturedStage stage = CapturedStage.of(info.number("stage"));
            if (stage == null || stage.rayTracing()) {
                session.lost(args.call(), "shaders of " + info.text("stage") + " are left out");
            } else if (stage == CapturedStage.COMPUTE) {
                pipelines.compute(info, module, handle);
            } else {
                shaders.put(handle, pipelines.object(info, module, handle, stage));
            }
        }
    }

    /** Binds shaders, or none where there is no handle, in the place of a pipeline. */
    private void bind(Struct args) {
        List<Long> stages = args.numbers("pStages");
        List<Long> handles = args.handles("pShaders");
        for (int i = 0; i < stages.size(); i++) {
            long stage = stages.get(i);
            long handle = i < handles.size() ? handles.get(i) : 0;
            if (stage == CapturedStage.COMPUTE.bit) {
                commands.bindCompute(args, handle);
            } else {
                GraphicsState state = commands.state(args);
                state.pipeline = 0;
                state.shaders.put(stage, handle);
            }
        }
    }

    /** The pipeline that the bound shaders are; null where they are not known. */
    @Nullable
    CapturedPipeline bound(GraphicsState state) {
        Map<CapturedStage, CapturedPipeline.Shader> bound = new EnumMap<>(CapturedStage.class);
        for (CapturedStage stage : CapturedStage.values()) {
            CapturedPipeline.Shader shader = shaders.get(state.shaders.getOrDefault(stage.bit, 0L));
            if (shader != null) {
                bound.put(stage, shader);
            }
        }
        return bound.containsKey(CapturedStage.VERTEX) || bound.containsKey(CapturedStage.MESH)
                ? CapturedPipeline.ofShaders(bound, new PipelineUse(null, CapturedPipeline.names(bound)))
                : null;
    }
}
