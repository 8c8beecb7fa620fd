package dev.sluice.config.capture;

import dev.sluice.config.capture.spirv.EntryPoint;
import dev.sluice.config.capture.spirv.SpirvException;
import dev.sluice.config.capture.spirv.SpirvModule;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Shader modules and compute pipelines. */
final class PipelineCalls {
    private static final int GL_COMPUTE = 5;

    private final Session session;
    private final Map<Long, SpirvModule> modules = new HashMap<>();
    private final Map<Long, Compute> pipelines = new HashMap<>();

    /**
     * A compute pipeline.
     *
     * @param kernel what its kernels are called
     * @param layout handle of its pipeline layout
     * @param shader its entry point, or null when the shader is not known
     */
    record Compute(String kernel, long layout, @Nullable EntryPoint shader) {}

    PipelineCalls(Session session) {
        this.session = session;
    }

    void register(Map<String, Handler> handlers) {
        handlers.put("vkCreateShaderModule", this::createModule);
        handlers.put("vkCreateComputePipelines", this::createPipelines);
        // a graphics pipeline matters to draws only, and draws are reported
        handlers.put("vkCreateGraphicsPipelines", args -> {});
    }

    @Nullable
    Compute pipeline(long handle) {
        return pipelines.get(handle);
    }

    private void createModule(Struct args) {
        long handle = args.handle("pShaderModule");
        ByteBuffer code = session.bytes.shader(args.struct("pCreateInfo"));
        if (code == null) {
            return;
        }
        try {
            modules.put(handle, SpirvModule.parse(code, Map.of()));
        } catch (SpirvException e) {
            session.notes.once("shader" + handle + " (" + args.call().source() + ") cannot be read: " + e.getMessage());
        }
    }

    private void createPipelines(Struct args) {
        List<Struct> infos = args.structs("pCreateInfos");
        List<Long> handles = args.handles("pPipelines");
        for (int i = 0; i < Math.min(infos.size(), handles.size()); i++) {
            Struct stage = infos.get(i).struct("stage");
            long module = stage.handle("module");
            String entry = stage.text("pName").isEmpty() ? "main" : stage.text("pName");
            SpirvModule spirv = modules.get(module);
            EntryPoint shader = spirv == null ? null : spirv.entryPoint(entry, GL_COMPUTE);
            if (stage.has("pSpecializationInfo")) {
                session.notes.count("specialization constants are not in the JSON: their defaults are taken");
            }
            String kernel = (module == 0 ? "pipeline" + handles.get(i) : "shader" + module)
                    + (entry.equals("main") ? "" : "_" + entry);
            pipelines.put(handles.get(i), new Compute(kernel, infos.get(i).handle("layout"), shader));
        }
    }
}
