// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.program.Command;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Draws of all kinds. */
final class DrawCalls {
    private final CaptureSession session;
    private final CommandCalls commands;
    private final PipelineCalls pipelines;
    private final ShaderObjects objects;
    private final Draws draws;

    DrawCalls(CaptureSession session, CommandCalls commands, PipelineCalls pipelines, ShaderObjects objects) {
        this.session = session;
        this.commands = commands;
        this.pipelines = pipelines;
        this.objects = objects;
        draws = new Draws(session);
    }

    void register(Map<String, Handler> handlers) {
        handlers.put(
                "vkCmdDraw",
                args -> record(
                        args,
                        new Draws.Source(
                                "draw",
                                args.size("vertexCount"),
                                args.size("firstVertex"),
                                args.size("instanceCount"),
                                args.number("firstInstance", 0),
                                0,
                                null)));
        handlers.put(
                "vkCmdDrawIndexed",
                args -> record(
                        args,
                        new Draws.Source(
                                "drawIndexed",
                                args.size("indexCount"),
                                args.size("firstIndex"),
                                args.size("instanceCount"),
                                args.number("firstInstance", 0),
                                args.number("vertexOffset", 0),
                                null)));
        handlers.put("vkCmdDrawMultiEXT", args -> {
            for (Struct draw : args.structs("pVertexInfo")) {
                record(
                        args,
                        new Draws.Source(
                                "draw",
                                draw.size("vertexCount"),
                                draw.size("firstVertex"),
                                args.size("instanceCount"),
                                args.number("firstInstance", 0),
                                0,
                                null));
            }
        });
        handlers.put("vkCmdDrawMultiIndexedEXT", args -> {
            for (Struct draw : args.structs("pIndexInfo")) {
                record(
                        args,
                        new Draws.Source(
                                "drawIndexed",
                                draw.size("indexCount"),
                                draw.size("firstIndex"),
                                args.size("instanceCount"),
                                args.number("firstInstance", 0),
                                // one for all of them goes before their own
                                args.number("pVertexOffset", draw.number("vertexOffset", 0)),
                                null));
            }
        });
        handlers.put("vkCmdDrawIndirect", args -> indirect(args, "drawIndirect", args.size("drawCount"), null));
        handlers.put(
                "vkCmdDrawIndexedIndirect",
                args -> indirect(args, "drawIndexedIndirect", args.size("drawCount"), null));
        handlers.put(
                "vkCmdDrawMeshTasksEXT",
                args -> record(
                        args,
                        Draws.Source.ofWorkgroups(List.of(
                                args.size("groupCountX"), args.size("groupCountY"), args.size("groupCountZ")))));
        handlers.put(
                "vkCmdDrawMeshTasksIndirectEXT",
                args -> indirect(args, "drawMeshTasksIndirect", args.size("drawCount"), null));
        handlers.put("vkCmdDrawMeshTasksIndirectCountEXT", args -> counted(args, "drawMeshTasksIndirect"));
        for (String suffix : List.of("", "KHR", "AMD")) {
            handlers.put("vkCmdDrawIndirectCount" + suffix, args -> counted(args, "drawIndirect"));
            handlers.put("vkCmdDrawIndexedIndirectCount" + suffix, args -> counted(args, "drawIndexedIndirect"));
        }
    }

    private void counted(Struct args, String kind) {
        Draws.CountBuffer count =
                new Draws.CountBuffer(session.buffer(args, "countBuffer"), args.size("countBufferOffset"));
        indirect(args, kind, args.size("maxDrawCount"), count);
    }

    private void indirect(Struct args, String kind, long asked, Draws.@Nullable CountBuffer count) {
        if (asked <= 0) {
            return;
        }
        Buffer buffer = session.buffer(args, "buffer");
        long offset = args.size("offset");
        long stride = args.size("stride");
        long bytes = Command.Draw.Form.of(kind).argumentBytes();
        long room = buffer.size - offset - bytes;
        long present = room < 0 ? 0 : stride < bytes ? 1 : room / stride + 1;
        if (present < asked) {
            session.notes.count("arguments of indirect draws beyond the end of their buffer are left out");
        }
        if (present > 0) {
            Draws.Indirect where = new Draws.Indirect(buffer, offset, Math.min(asked, present), stride, count);
            record(args, new Draws.Source(kind, 0, 0, 1, 0, 0, where));
        }
    }

    private void record(Struct args, Draws.Source source) {
        GraphicsState state = commands.state(args).copy();
        CapturedPipeline pipeline = state.shaders.isEmpty() ? pipelines.graphics(state.pipeline) : objects.bound(state);
        if (pipeline == null) {
            session.lost(args.call(), "draws whose pipeline is not known are left out");
            return;
        }
        ShaderInputs inputs = new ShaderInputs(state.sets, commands.pushed(args));
        commands.record(args, submission -> draws.add(submission, args.call(), pipeline, state, inputs, source));
    }
}
