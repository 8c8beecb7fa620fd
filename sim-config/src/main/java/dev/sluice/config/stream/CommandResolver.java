package dev.sluice.config.stream;

import dev.sluice.config.bind.Nearest;
import dev.sluice.config.bind.OneKey;
import dev.sluice.config.data.DataSource;
import dev.sluice.config.data.ElementType;
import dev.sluice.config.source.MapNode;
import dev.sluice.config.source.Position;
import dev.sluice.config.units.RangeSize;
import dev.sluice.config.units.Size;
import dev.sluice.core.command.Barrier;
import dev.sluice.core.command.BufferDeclaration;
import dev.sluice.core.command.BufferRange;
import dev.sluice.core.command.Command;
import dev.sluice.core.command.Origin;
import dev.sluice.core.kernel.KernelProgram;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Turns device commands as they are written into commands with checked arguments. */
final class CommandResolver {
    private static final String BY_REGION = "BY_REGION";
    private static final List<String> DEPENDENCY_FLAGS = List.of(
            BY_REGION,
            "DEVICE_GROUP",
            "VIEW_LOCAL",
            "FEEDBACK_LOOP_EXT",
            "QUEUE_FAMILY_OWNERSHIP_TRANSFER_USE_ALL_STAGES_KHR");
    /** Three counts of 4 bytes. */
    private static final int INDIRECT_BYTES = 12;
    /** The most that {@code vkCmdUpdateBuffer} takes (seed 003). */
    private static final int UPDATE_BYTES = 65536;

    private final StreamContext context;
    private final KernelTable kernels;

    CommandResolver(StreamContext context, KernelTable kernels) {
        this.context = context;
        this.kernels = kernels;
    }

    List<Command> commands(List<OneKey<CommandStep>> steps) {
        List<Command> commands = new ArrayList<>();
        for (OneKey<CommandStep> step : steps) {
            commands.add(command(step));
        }
        return commands;
    }

    private Command command(OneKey<CommandStep> step) {
        Origin origin = context.origin(step);
        CommandStep value = step.value();
        if (value instanceof CommandStep.PipelineBarrier barrier) {
            return pipelineBarrier(barrier, origin);
        }
        if (value instanceof CommandStep.Dispatch dispatch) {
            return dispatch(dispatch, origin);
        }
        if (value instanceof CommandStep.DispatchIndirect dispatch) {
            return dispatchIndirect(dispatch, origin);
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
        if (value instanceof CommandStep.Label label) {
            return new Command.Label(origin, label.text());
        }
        if (value instanceof CommandStep.ResetStatistics) {
            return new Command.ResetStatistics(origin);
        }
        CommandStep.WriteTimestamp timestamp = (CommandStep.WriteTimestamp) value;
        return new Command.WriteTimestamp(
                origin, context.stages(timestamp, "stage", List.of(timestamp.stage())), timestamp.name());
    }

    private Command pipelineBarrier(CommandStep.PipelineBarrier step, Origin origin) {
        List<Barrier> barriers = new ArrayList<>();
        for (CommandStep.MemoryBarrier memory : step.memory()) {
            barriers.add(new Barrier(
                    context.stages(memory, "srcStage", memory.srcStage()),
                    context.accesses(memory, "srcAccess", memory.srcAccess()),
                    context.stages(memory, "dstStage", memory.dstStage()),
                    context.accesses(memory, "dstAccess", memory.dstAccess()),
                    null,
                    null,
                    null));
        }
        for (CommandStep.BufferBarrier buffer : step.buffers()) {
            barriers.add(new Barrier(
                    context.stages(buffer, "srcStage", buffer.srcStage()),
                    context.accesses(buffer, "srcAccess", buffer.srcAccess()),
                    context.stages(buffer, "dstStage", buffer.dstStage()),
                    context.accesses(buffer, "dstAccess", buffer.dstAccess()),
                    context.range(
                            buffer, context.buffer(buffer, "buffer", buffer.buffer()), buffer.offset(), buffer.size()),
                    context.family(buffer, "srcQueueFamily", buffer.srcQueueFamily()),
                    context.family(buffer, "dstQueueFamily", buffer.dstQueueFamily())));
        }
        boolean byRegion = false;
        for (int i = 0; i < step.dependencyFlags().size(); i++) {
            String name = step.dependencyFlags()
                    .get(i)
                    .replaceFirst("^VK_DEPENDENCY_", "")
                    .replaceFirst("_BIT(?=$|_(KHR|EXT)$)", "");
            if (!DEPENDENCY_FLAGS.contains(name)) {
                throw context.where.error(
                        step,
                        "dependencyFlags",
                        i,
                        "dependencyFlags: unknown flag '" + name + "'" + Nearest.hint(name, DEPENDENCY_FLAGS));
            }
            byRegion |= name.equals(BY_REGION);
        }
        return new Command.PipelineBarrier(origin, barriers, byRegion);
    }

    private Command dispatch(CommandStep.Dispatch step, Origin origin) {
        KernelProgram kernel = kernels.kernel(step, step.kernel());
        int dimensions = step.groups().size();
        if (dimensions < 1 || dimensions > 3) {
            throw context.where.error(
                    step, "groups", "groups: expected the workgroups as 1 to 3 numbers, such as [16, 1, 1]");
        }
        List<Long> groups = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            long count = i < dimensions ? step.groups().get(i) : 1;
            if (count < 0 || count > 0xffff_ffffL) {
                throw context.where.error(step, "groups", i, "groups: " + count + " is not from 0 to 4294967295");
            }
            groups.add(count);
        }
        return new Command.Dispatch(
                origin,
                step.kernel(),
                groups,
                bindings(step, kernel, step.bind()),
                kernels.arguments(step, kernel, step.params()));
    }

    private Command dispatchIndirect(CommandStep.DispatchIndirect step, Origin origin) {
        KernelProgram kernel = kernels.kernel(step, step.kernel());
        BufferDeclaration buffer = context.buffer(step, "buffer", step.buffer());
        context.range(step, buffer, step.offset(), new RangeSize(INDIRECT_BYTES));
        aligned(step, "offset", step.offset().bytes());
        return new Command.DispatchIndirect(
                origin,
                step.kernel(),
                buffer.name(),
                step.offset().bytes(),
                bindings(step, kernel, step.bind()),
                kernels.arguments(step, kernel, step.params()));
    }

    private Map<String, BufferRange> bindings(
            Object step, KernelProgram kernel, Map<String, CommandStep.Binding> written) {
        Map<String, BufferRange> bindings = new LinkedHashMap<>();
        for (KernelProgram.Binding binding : kernel.bindings()) {
            CommandStep.Binding bound = written.get(binding.name());
            if (bound == null) {
                throw context.where.error(
                        step, "bind", "bind: kernel '" + kernel.name() + "' also needs '" + binding.name() + "'");
            }
            BufferDeclaration buffer = context.buffer(bound, "buffer", bound.buffer());
            bindings.put(binding.name(), context.range(bound, buffer, bound.offset(), bound.size()));
        }
        for (String name : written.keySet()) {
            if (!bindings.containsKey(name)) {
                throw keyOf(step, name)
                        .error("bind: kernel '" + kernel.name() + "' has no binding '" + name + "'"
                                + KernelTable.hint(kernel, name));
            }
        }
        return bindings;
    }

    private Position keyOf(Object step, String binding) {
        MapNode.Entry entry = context.where.value(step, "bind") instanceof MapNode map ? map.entry(binding) : null;
        return entry == null ? context.where.node(step).position() : entry.keyPosition();
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
        if (regions.isEmpty()) {
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
        aligned(step, "offset", range.offset());
        long size = range.size();
        if (step.size().bytes() == RangeSize.WHOLE) {
            // Vulkan rounds the rest of a buffer down to whole words (seed 003)
            size -= size % 4;
        } else {
            aligned(step, "size", size);
        }
        return new Command.FillBuffer(origin, new BufferRange(dst.name(), range.offset(), size), (int)
                ElementType.U32.bits(step.data(), "data"));
    }

    private Command updateBuffer(CommandStep.UpdateBuffer step, Origin origin) {
        BufferDeclaration dst = context.buffer(step, "dst", step.dst());
        DataSource data = context.data.read(step.data(), context.where);
        if (data.size() == 0 || data.size() > UPDATE_BYTES) {
            throw context.where.error(
                    step, "data", "data: " + data.size() + " bytes; updateBuffer takes 4 to " + UPDATE_BYTES);
        }
        aligned(step, "offset", step.offset().bytes());
        aligned(step, "data", data.size());
        context.checked(
                step,
                "offset",
                "data",
                "buffer '" + dst.name() + "'",
                dst.size(),
                step.offset(),
                new RangeSize(data.size()));
        return new Command.UpdateBuffer(origin, dst.name(), step.offset().bytes(), data.bytes());
    }

    private void aligned(Object step, String key, long bytes) {
        if (bytes % 4 != 0) {
            throw context.where.error(step, key, key + ": " + bytes + " is not a multiple of 4 bytes");
        }
    }
}
