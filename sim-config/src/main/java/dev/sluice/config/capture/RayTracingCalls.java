// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.config.capture.BufferAddresses.Spot;
import dev.sluice.config.capture.spirv.SpirvModule;
import dev.sluice.config.stream.ComputeStep.TraceRays;
import dev.sluice.config.stream.ComputeStep.TraceRaysIndirect;
import dev.sluice.config.units.Size;
import dev.sluice.program.kernel.BindingKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Ray tracing pipelines, and rays that run their shaders. */
final class RayTracingCalls {
    private static final String USERS = "rays";
    private static final List<String> TABLES = List.of("Raygen", "Miss", "Hit", "Callable");

    private final CaptureSession session;
    private final CommandCalls commands;
    private final PipelineCalls shaders;
    private final CapturedResources resources;
    private final RayWork work;
    private final Map<Long, Pipeline> pipelines = new HashMap<>();

    /** A shader of a pipeline. */
    private record Stage(CapturedStage stage, CapturedPipeline.Shader shader) {}

    /**
     * A pipeline; which of its shaders a ray runs is not followed.
     *
     * @param complete whether all of its shaders are known
     */
    private record Pipeline(List<Stage> stages, boolean complete, PipelineUse use) {
        private Pipeline {
            stages = List.copyOf(stages);
        }
    }

    RayTracingCalls(CaptureSession session, CommandCalls commands, PipelineCalls shaders) {
        this.session = session;
        this.commands = commands;
        this.shaders = shaders;
        resources = new CapturedResources(session, USERS);
        work = new RayWork(session);
    }

    void register(Map<String, Handler> handlers) {
        handlers.put("vkCreateRayTracingPipelinesKHR", this::create);
        handlers.put("vkCmdTraceRaysKHR", this::trace);
        handlers.put("vkCmdTraceRaysIndirectKHR", this::traceIndirect);
    }

    private void create(Struct args) {
        List<Struct> infos = args.structs("pCreateInfos");
        List<Long> handles = args.handles("pPipelines");
        InlinedModules inlined = new InlinedModules(session);
        for (int i = 0; i < Math.min(infos.size(), handles.size()); i++) {
            long handle = handles.get(i);
            List<Stage> stages = new ArrayList<>();
            boolean complete = true;
            for (Struct stage : infos.get(i).structs("pStages")) {
                SpirvModule module = shaders.module(stage, inlined);
                CapturedStage of = CapturedStage.of(stage.number("stage"));
                if (of == null || !of.rayTracing()) {
                    complete = false;
                } else {
                    stages.add(new Stage(of, shaders.shader(stage, module, handle, of)));
                }
            }
            if (infos.get(i).raw("pLibraryInfo").isObject()) {
                for (long library : infos.get(i).struct("pLibraryInfo").handles("pLibraries")) {
                    Pipeline linked = pipelines.get(library);
                    complete = complete && linked != null && linked.complete();
                    stages.addAll(linked == null ? List.of() : linked.stages());
                }
            }
            Named name = session.code("pipeline", handle);
            pipelines.put(
                    handle,
                    new Pipeline(
                            stages,
                            complete,
                            new PipelineUse(name, Map.of("compute", new PipelineUse.ShaderName(name, "main")))));
        }
    }

    private void trace(Struct args) {
        long rays = product(args.size("width"), args.size("height"), args.size("depth"));
        Pipeline pipeline = pipelines.get(commands.rayPipeline(args));
        ShaderInputs inputs = commands.rayInputs(args);
        commands.record(args, submission -> {
            if (rays == 0) {
                session.notes.count("rays of which there are none are left out");
                return;
            }
            work.add(
                    submission,
                    args.call(),
                    pipeline == null ? PipelineUse.NONE : pipeline.use(),
                    name(pipeline),
                    reached(args, pipeline, inputs),
                    rays,
                    TraceRays::new);
        });
    }

    private void traceIndirect(Struct args) {
        long address = args.number("indirectDeviceAddress");
        Pipeline pipeline = pipelines.get(commands.rayPipeline(args));
        ShaderInputs inputs = commands.rayInputs(args);
        commands.record(args, submission -> {
            Spot spot = session.addresses.find(address);
            if (spot == null || spot.buffer().memory() == null) {
                session.lost(args.call(), "rays whose number lies at an address that is not known are left out");
                return;
            }
            IndirectCounts counts = IndirectCounts.of(spot.buffer(), spot.offset(), 12);
            long rays = Math.max(1, product(counts.word(0), counts.word(4), counts.word(8)));
            if (!counts.known()) {
                session.notes.count(
                        "the number of rays of an indirect command is not known, because a shader wrote it or the"
                                + " capture lacks it: those that the host wrote there before run, at least 1");
            }
            work.add(
                    submission,
                    args.call(),
                    pipeline == null ? PipelineUse.NONE : pipeline.use(),
                    name(pipeline),
                    reached(args, pipeline, inputs),
                    rays,
                    (kernel, groups, bind, parameters) -> new TraceRaysIndirect(
                            kernel, spot.buffer().name.toString(), new Size(spot.offset()), groups, bind, parameters));
        });
    }

    private static String name(@Nullable Pipeline pipeline) {
        return pipeline == null || pipeline.stages().isEmpty()
                ? "unknown"
                : pipeline.stages().get(0).shader().kernel();
    }

    private static long product(long width, long height, long depth) {
        // far more than anybody traces, and far from overflow
        long most = 1L << 40;
        return Math.min(Math.min(width, most) * Math.min(height, 1 << 20), most) * Math.min(depth, 1 << 20);
    }

    private List<Resource> reached(Struct args, @Nullable Pipeline pipeline, ShaderInputs bound) {
        Call call = args.call();
        if (pipeline == null || !pipeline.complete()) {
            session.lost(call, "rays through shaders that are not known are left out in part");
        }
        ShaderInputs inputs = session.descriptorBuffers.read(call, bound);
        Map<String, Resource> bindings = new LinkedHashMap<>();
        List<Resource> addresses = new ArrayList<>();
        for (Stage stage : pipeline == null ? List.<Stage>of() : pipeline.stages()) {
            CapturedResources.Reach reach =
                    CapturedResources.Reach.of(stage.shader().entry());
            for (Resource resource :
                    resources.of(call, stage.stage(), stage.shader().entry(), inputs, reach)) {
                if (AddressName.matches(resource.name())) {
                    addresses.add(resource);
                } else {
                    bindings.merge(resource.name(), resource, Resource::and);
                }
            }
        }
        List<Resource> reached = new ArrayList<>(tables(args));
        reached.addAll(bindings.values());
        for (Resource resource : addresses) {
            reached.add(resource.named(new AddressName(CapturedStage.RAY_GENERATION.key(), reached.size()).toString()));
        }
        return reached;
    }

    private List<Resource> tables(Struct args) {
        BufferRanges tables = new BufferRanges();
        for (String table : TABLES) {
            String key = "p" + table + "ShaderBindingTable";
            if (!args.raw(key).isObject()) {
                continue;
            }
            Struct region = args.struct(key);
            long address = region.number("deviceAddress", 0);
            Spot spot = session.addresses.find(address);
            if (spot != null) {
                tables.add(spot.buffer(), spot.offset(), region.size("size"));
            } else if (address != 0) {
                session.lost(args.call(), "shader binding tables at addresses that are not known are not read");
            }
        }
        return tables.resources("table", "shader binding table", BindingKind.SHADER_BINDING_TABLE, true, false);
    }
}
