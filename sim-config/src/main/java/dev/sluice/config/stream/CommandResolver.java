// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.stream;

import dev.sluice.config.bind.OneKey;
import dev.sluice.config.data.DataSource;
import dev.sluice.config.data.DataType;
import dev.sluice.config.units.RangeSize;
import dev.sluice.config.units.Size;
import dev.sluice.program.BufferDeclaration;
import dev.sluice.program.BufferRange;
import dev.sluice.program.Command;
import dev.sluice.program.Origin;
import dev.sluice.program.kind.UnknownKindException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Turns device commands as they are written into commands with checked arguments. */
final class CommandResolver {
    /** The most that {@code vkCmdUpdateBuffer} takes (Vulkan specification, section Updating Buffers). */
    private static final int UPDATE_BYTES = 65536;
    /** Bounds secondaries that execute one another many times over. */
    private static final int MOST_COMMANDS = 1_000_000;
    /** Render pass objects, unlike dynamic renderings, span primary command buffers only. */
    private static final Set<String> PRIMARY_ONLY = Set.of("beginRenderPass", "nextSubpass", "endRenderPass");

    private final StreamContext context;
    private final CommandBuffers buffers;
    private final ImageTable images;
    private final DependencyResolver dependencies;
    private final RenderPassTable passes;
    private final ComputeResolver computes;
    private final DrawResolver draws;
    private final ClearResolver clears;
    private final TransferResolver transfers;
    private final EventResolver events;

    CommandResolver(StreamContext context, KernelTable kernels, CommandBuffers buffers, EventTable events) {
        this.context = context;
        this.buffers = buffers;
        this.images = new ImageTable(context);
        this.dependencies = new DependencyResolver(context, images);
        this.passes = new RenderPassTable(context, images, dependencies);
        BindingResolver bindings = new BindingResolver(context, images);
        this.computes = new ComputeResolver(context, kernels, bindings);
        this.draws = new DrawResolver(context, kernels, bindings);
        this.clears = new ClearResolver(context, images);
        this.transfers = new TransferResolver(context, images);
        this.events = new EventResolver(context, dependencies, events);
    }

    /** The commands of the command buffers of a submission. */
    List<List<Command>> commandBuffers(HostStep.QueueSubmit submit) {
        if (submit.commandBuffers().isEmpty()) {
            OpenRegions regions = new OpenRegions(context, "this submission");
            List<List<Command>> one =
                    submit.commands().isEmpty() ? List.of() : List.of(commands(submit.commands(), regions));
            regions.finish();
            return one;
        }
        if (!submit.commands().isEmpty()) {
            throw context.where.error(
                    submit, "commandBuffers", "queueSubmit: 'commands' and 'commandBuffers' exclude each other");
        }
        OpenRegions regions = new OpenRegions(context, "this submission");
        List<List<Command>> all = new ArrayList<>();
        for (int i = 0; i < submit.commandBuffers().size(); i++) {
            all.add(commands(buffers.primary(submit, i, submit.commandBuffers().get(i)), regions));
        }
        regions.finish();
        return all;
    }

    /** What is open within a command buffer. */
    private record Open(PassResolver pass, ConditionResolver conditions, OpenRegions regions) {}

    /** The commands of one command buffer; what it begins it must end. */
    private List<Command> commands(List<OneKey<CommandStep>> steps, OpenRegions regions) {
        Open open = new Open(new PassResolver(context, images, passes), new ConditionResolver(context), regions);
        List<Command> commands = new ArrayList<>();
        add(steps, open, commands);
        open.pass().finish();
        open.conditions().finish();
        return commands;
    }

    private void add(List<OneKey<CommandStep>> steps, Open open, List<Command> commands) {
        for (OneKey<CommandStep> step : steps) {
            if (commands.size() >= MOST_COMMANDS) {
                throw context.where
                        .node(step)
                        .error("a command buffer cannot have more than " + MOST_COMMANDS + " commands");
            }
            if (step.value() instanceof CommandStep.ExecuteCommands execute) {
                commands.add(new Command.ExecuteCommands(context.origin(step), execute.commandBuffers()));
                execute(execute, open, commands);
            } else {
                commands.add(command(step, open));
            }
        }
    }

    /** The commands of secondaries, as if they stood here. */
    private void execute(CommandStep.ExecuteCommands execute, Open open, List<Command> commands) {
        for (int i = 0; i < execute.commandBuffers().size(); i++) {
            List<OneKey<CommandStep>> steps =
                    buffers.enter(execute, i, execute.commandBuffers().get(i));
            PassResolver.Place before = open.pass().place();
            Object condition = open.conditions().place();
            add(steps, open, commands);
            open.pass().same(before);
            open.conditions().same(condition);
            buffers.leave();
        }
    }

    private Command command(OneKey<CommandStep> step, Open open) {
        Origin origin = context.origin(step);
        CommandStep value = step.value();
        PassResolver pass = open.pass();
        if (value instanceof CommandStep.PipelineBarrier barrier) {
            pass.barrier(barrier);
            return dependencies.resolve(barrier, origin);
        }
        if (value instanceof EventStep event) {
            if (event instanceof EventStep.SetEvent || event instanceof EventStep.ResetEvent) {
                pass.outside(event, step.key());
            }
            return events.resolve(event, origin);
        }
        if (value instanceof CommandStep.Label label) {
            return new Command.Label(origin, label.text());
        }
        if (value instanceof CommandStep.ResetStatistics) {
            return new Command.ResetStatistics(origin);
        }
        if (value instanceof CommandStep.BeginStatistics begin) {
            return new Command.BeginStatistics(origin, open.regions().begin(begin, begin.name()), begin.mode());
        }
        if (value instanceof CommandStep.EndStatistics end) {
            return new Command.EndStatistics(origin, open.regions().end(end, end.name()));
        }
        if (value instanceof CommandStep.BeginConditionalRendering begin) {
            return open.conditions().begin(begin, pass.subpass(), origin);
        }
        if (value instanceof CommandStep.EndConditionalRendering end) {
            return open.conditions().end(end, pass.subpass(), origin);
        }
        if (value instanceof CommandStep.WriteTimestamp timestamp) {
            return new Command.WriteTimestamp(
                    origin, context.stages(timestamp, "stage", List.of(timestamp.stage())), timestamp.name());
        }
        if (value instanceof PassStep inside) {
            if (buffers.inSecondary() && PRIMARY_ONLY.contains(step.key())) {
                throw context.where.node(step).error(step.key() + " can stand in a primary command buffer only");
            }
            return inPass(inside, step.key(), pass, origin);
        }
        pass.outside(value, step.key());
        return value instanceof ImageStep image ? image(image, step.key(), origin) : buffer(value, origin);
    }

    private Command inPass(PassStep step, String kind, PassResolver pass, Origin origin) {
        if (step instanceof PassStep.Draw draw) {
            return draws.resolve(draw, kind, pass, origin);
        }
        if (step instanceof PassStep.ClearAttachments clear) {
            Command.ClearAttachments made = clears.attachments(clear, pass.targets(clear, kind), pass.layers(), origin);
            pass.writes().cleared(made);
            return made;
        }
        if (step instanceof PassStep.BeginRendering begin) {
            return pass.begin(begin, origin);
        }
        if (step instanceof PassStep.EndRendering end) {
            return pass.end(end, origin);
        }
        if (step instanceof PassStep.BeginRenderPass begin) {
            return pass.begin(begin, origin);
        }
        if (step instanceof PassStep.NextSubpass next) {
            return pass.next(next, origin);
        }
        if (step instanceof PassStep.EndRenderPass end) {
            return pass.end(end, origin);
        }
        throw new UnknownKindException(step);
    }

    private Command image(ImageStep step, String kind, Origin origin) {
        if (step instanceof ImageStep.CopyImage copy) {
            return transfers.copy(copy, kind, origin);
        }
        if (step instanceof ImageStep.CopyBufferToImage copy) {
            return transfers.fromBuffer(copy, origin);
        }
        if (step instanceof ImageStep.CopyImageToBuffer copy) {
            return transfers.toBuffer(copy, origin);
        }
        if (step instanceof ImageStep.BlitImage blit) {
            return transfers.blit(blit, origin);
        }
        if (step instanceof ImageStep.ClearColorImage clear) {
            return clears.color(clear, origin);
        }
        if (step instanceof ImageStep.ClearDepthStencilImage clear) {
            return clears.depthStencil(clear, origin);
        }
        throw new UnknownKindException(step);
    }

    private Command buffer(CommandStep value, Origin origin) {
        if (value instanceof ComputeStep compute) {
            return computes.resolve(compute, origin);
        }
        if (value instanceof CommandStep.CopyBuffer copy) {
            return copyBuffer(copy, origin);
        }
        if (value instanceof CommandStep.FillBuffer fill) {
            return fillBuffer(fill, origin);
        }
        if (value instanceof CommandStep.UpdateBuffer update) {
            return updateBuffer(update, origin);
        }
        throw new UnknownKindException(value);
    }

    private Command copyBuffer(CommandStep.CopyBuffer step, Origin origin) {
        BufferDeclaration src = context.buffer(step, "src", step.src());
        BufferDeclaration dst = context.buffer(step, "dst", step.dst());
        List<Command.CopyBuffer.Region> regions = new ArrayList<>();
        for (CommandStep.Region region : step.regions()) {
            long size = context.checked(
                    region,
                    "srcOffset",
                    "size",
                    "buffer '" + src.name() + "'",
                    src.size(),
                    region.srcOffset(),
                    region.size());
            regions.add(region(region, dst, region.srcOffset(), region.dstOffset(), size));
        }
        if (context.leftOut(step, "regions", step.regions(), "the whole source")) {
            regions.add(region(step, dst, new Size(0), new Size(0), src.size()));
        }
        return new Command.CopyBuffer(origin, src.name(), dst.name(), regions);
    }

    private Command.CopyBuffer.Region region(
            Object user, BufferDeclaration dst, Size srcOffset, Size dstOffset, long size) {
        context.checked(
                user, "dstOffset", "size", "buffer '" + dst.name() + "'", dst.size(), dstOffset, new RangeSize(size));
        return new Command.CopyBuffer.Region(srcOffset.bytes(), dstOffset.bytes(), size);
    }

    private Command fillBuffer(CommandStep.FillBuffer step, Origin origin) {
        BufferDeclaration dst = context.buffer(step, "dst", step.dst());
        BufferRange range = context.range(step, dst, step.offset(), step.size());
        context.aligned(step, "offset", range.offset());
        long size = range.size();
        if (step.size().bytes() == RangeSize.WHOLE) {
            // Vulkan rounds the rest of a buffer down to whole words (Vulkan specification, section Filling Buffers)
            size -= size % 4;
        } else {
            context.aligned(step, "size", size);
        }
        return new Command.FillBuffer(origin, new BufferRange(dst.name(), range.offset(), size), (int)
                DataType.U32.bits(step.data(), "data"));
    }

    private Command updateBuffer(CommandStep.UpdateBuffer step, Origin origin) {
        BufferDeclaration dst = context.buffer(step, "dst", step.dst());
        DataSource data = context.data.read(step.data(), context.where);
        if (data.size() == 0 || data.size() > UPDATE_BYTES) {
            throw context.where.error(
                    step, "data", "data: " + data.size() + " bytes; updateBuffer takes 4 to " + UPDATE_BYTES);
        }
        context.aligned(step, "offset", step.offset().bytes());
        context.aligned(step, "data", data.size());
        context.checked(
                step,
                "offset",
                "data",
                "buffer '" + dst.name() + "'",
                dst.size(),
                step.offset(),
                new RangeSize(data.size()));
        return new Command.UpdateBuffer(origin, dst.name(), step.offset().bytes(), data.contents());
    }
}
