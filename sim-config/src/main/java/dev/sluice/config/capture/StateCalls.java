// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.program.BlendEquation;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Dynamic state, vertex and index buffers of draws, as far as they matter to memory. */
final class StateCalls {
    private final CaptureSession session;
    private final CommandCalls commands;

    StateCalls(CaptureSession session, CommandCalls commands) {
        this.session = session;
        this.commands = commands;
    }

    void register(Map<String, Handler> handlers) {
        handlers.put("vkCmdSetViewport", args -> viewport(args, args.number("firstViewport", 0)));
        extended(handlers, "vkCmdSetViewportWithCount", args -> viewport(args, 0));
        handlers.put("vkCmdSetScissor", args -> scissor(args, args.number("firstScissor", 0)));
        extended(handlers, "vkCmdSetScissorWithCount", args -> scissor(args, 0));
        for (String flag : List.of(
                "DepthTestEnable",
                "DepthWriteEnable",
                "DepthBoundsTestEnable",
                "StencilTestEnable",
                "RasterizerDiscardEnable")) {
            String name = Character.toLowerCase(flag.charAt(0)) + flag.substring(1);
            extended(
                    handlers,
                    "vkCmdSet" + flag,
                    args -> commands.state(args).flags.put(name, args.number(name) != 0));
        }
        extended(
                handlers,
                "vkCmdSetDepthCompareOp",
                args -> commands.state(args).compare = StencilFaces.compare(args.text("depthCompareOp")));
        handlers.put("vkCmdSetDepthBounds", args -> commands.state(args).bounds = DepthStencilState.bounds(args));
        extended(handlers, "vkCmdSetCullMode", args -> commands.state(args).culled = args.number("cullMode"));
        extended(
                handlers,
                "vkCmdSetPrimitiveTopology",
                args -> commands.state(args).topology = Topology.of(args.text("primitiveTopology")));
        extended(handlers, "vkCmdSetStencilOp", args -> stencil(args, faces -> faces.operations(args)));
        handlers.put("vkCmdSetStencilCompareMask", args -> stencil(args, faces -> faces.compareMask(args)));
        handlers.put("vkCmdSetStencilWriteMask", args -> stencil(args, faces -> faces.writeMask(args)));
        handlers.put("vkCmdSetStencilReference", args -> stencil(args, faces -> faces.reference(args)));
        handlers.put(
                "vkCmdSetLogicOpEnableEXT",
                args -> commands.state(args).flags.put("logicOpEnable", args.number("logicOpEnable") != 0));
        handlers.put("vkCmdSetLogicOpEXT", args -> commands.state(args).logicOp = ColorBlendState.logicOp(args));
        handlers.put("vkCmdSetColorBlendEnableEXT", args -> {
            int attachment = DescriptorCalls.small(args, "firstAttachment");
            for (long enable : args.numbers("pColorBlendEnables")) {
                commands.state(args).blends.put(attachment++, enable != 0);
            }
        });
        handlers.put(
                "vkCmdSetColorWriteEnableEXT", args -> commands.state(args).colorWrites = ColorBlendState.writes(args));
        handlers.put("vkCmdSetColorWriteMaskEXT", args -> {
            int attachment = DescriptorCalls.small(args, "firstAttachment");
            for (long mask : args.numbers("pColorWriteMasks")) {
                commands.state(args).writeMasks.put(attachment++, ColorBlendState.channels(mask));
            }
        });
        handlers.put("vkCmdSetColorBlendEquationEXT", args -> {
            int attachment = DescriptorCalls.small(args, "firstAttachment");
            for (Struct equation : args.structs("pColorBlendEquations")) {
                commands.state(args).equations.put(attachment++, CapturedBlend.equation(equation));
            }
        });
        handlers.put("vkCmdSetColorBlendAdvancedEXT", args -> {
            int attachment = DescriptorCalls.small(args, "firstAttachment");
            for (int i = 0; i < args.structs("pColorBlendAdvanced").size(); i++) {
                commands.state(args).equations.put(attachment++, BlendEquation.OVER);
            }
        });
        handlers.put(
                "vkCmdSetBlendConstants",
                args -> commands.state(args).blendConstants = ColorBlendState.constants(args));
        handlers.put(
                "vkCmdSetVertexInputEXT",
                args -> commands.state(args).input = VertexInput.of(
                        args.structs("pVertexBindingDescriptions"), args.structs("pVertexAttributeDescriptions")));
        handlers.put("vkCmdBindVertexBuffers", this::vertexBuffers);
        extended(handlers, "vkCmdBindVertexBuffers2", this::vertexBuffers);
        handlers.put("vkCmdBindIndexBuffer", this::indexBuffer);
        CommandCalls.both(handlers, "vkCmdBindIndexBuffer2", this::indexBuffer);
    }

    private void stencil(Struct args, UnaryOperator<StencilFaces> change) {
        GraphicsState state = commands.state(args);
        state.stencil = change.apply(state.stencil);
    }

    private static void extended(Map<String, Handler> handlers, String name, Handler handler) {
        handlers.put(name, handler);
        handlers.put(name + "EXT", handler);
    }

    private void viewport(Struct args, long first) {
        List<Struct> viewports = args.structs("pViewports");
        if (first == 0 && !viewports.isEmpty()) {
            commands.state(args).viewport = GraphicsState.viewport(viewports.get(0));
        }
    }

    private void scissor(Struct args, long first) {
        List<Struct> scissors = args.structs("pScissors");
        if (first == 0 && !scissors.isEmpty()) {
            commands.state(args).scissor = Pass.rect(scissors.get(0));
        }
    }

    private void vertexBuffers(Struct args) {
        GraphicsState state = commands.state(args);
        int binding = DescriptorCalls.small(args, "firstBinding");
        List<Long> offsets = args.numbers("pOffsets");
        List<Long> sizes = args.numbers("pSizes");
        List<Long> strides = args.numbers("pStrides");
        List<Long> handles = args.handles("pBuffers");
        for (int i = 0; i < handles.size(); i++) {
            Buffer buffer = session.buffers().get(handles.get(i));
            if (buffer == null || buffer.memory() == null) {
                state.vertexBuffers.remove(binding + i);
            } else {
                long offset = i < offsets.size() ? offsets.get(i) : 0;
                state.vertexBuffers.put(
                        binding + i,
                        new GraphicsState.VertexBuffer(
                                buffer,
                                offset,
                                buffer.clamp(offset, i < sizes.size() ? sizes.get(i) : Struct.WHOLE_SIZE),
                                i < strides.size() ? strides.get(i) : -1));
            }
        }
    }

    private void indexBuffer(Struct args) {
        if (args.handle("buffer") == 0) {
            commands.state(args).indices = null;
            return;
        }
        Buffer buffer = session.buffer(args, "buffer");
        String type = args.text("indexType");
        long offset = args.size("offset");
        commands.state(args).indices = new GraphicsState.IndexBuffer(
                buffer,
                offset,
                buffer.clamp(offset, args.number("size", Struct.WHOLE_SIZE)),
                type.contains("UINT32") ? 4 : type.contains("UINT8") ? 1 : 2);
    }
}
