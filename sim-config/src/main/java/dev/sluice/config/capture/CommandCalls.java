// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.config.capture.CommandBuffer.Recorded;
import dev.sluice.config.capture.Descriptors.BoundSet;
import dev.sluice.config.capture.Descriptors.DescriptorSet;
import dev.sluice.config.data.DataFile;
import dev.sluice.config.data.DataType;
import dev.sluice.config.source.ScalarNode;
import dev.sluice.config.stream.CommandStep.CopyBuffer;
import dev.sluice.config.stream.CommandStep.FillBuffer;
import dev.sluice.config.stream.CommandStep.Region;
import dev.sluice.config.stream.CommandStep.UpdateBuffer;
import dev.sluice.config.stream.CommandStep.WriteTimestamp;
import dev.sluice.config.units.RangeSize;
import dev.sluice.config.units.Size;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeSet;

/** Command buffers and what is recorded into them, barriers apart. */
final class CommandCalls {
    /** Far more than any device takes. */
    private static final long MAX_PUSHED = 1 << 16;

    private final CaptureSession session;
    private final DescriptorCalls descriptors;
    private final PipelineCalls pipelines;
    private final Templates templates;
    private final Dispatches dispatches;
    private final Map<Long, CommandBuffer> buffers = new HashMap<>();
    private final Map<Long, Set<Long>> pools = new HashMap<>();
    private final Set<String> timestamps = new HashSet<>();

    CommandCalls(CaptureSession session, DescriptorCalls descriptors, Templates templates, PipelineCalls pipelines) {
        this.session = session;
        this.templates = templates;
        this.descriptors = descriptors;
        this.pipelines = pipelines;
        dispatches = new Dispatches(session);
    }

    void register(Map<String, Handler> handlers) {
        handlers.put("vkAllocateCommandBuffers", this::allocate);
        handlers.put(
                "vkFreeCommandBuffers", args -> args.handles("pCommandBuffers").forEach(buffers::remove));
        handlers.put("vkBeginCommandBuffer", this::begin);
        handlers.put("vkResetCommandBuffer", args -> buffer(args).reset());
        handlers.put(
                "vkResetCommandPool",
                args -> pools.getOrDefault(args.handle("commandPool"), Set.of())
                        .forEach(handle -> buffers.getOrDefault(handle, new CommandBuffer())
                                .reset()));
        handlers.put("vkCmdExecuteCommands", this::execute);
        handlers.put("vkCmdFillBuffer", this::fill);
        handlers.put("vkCmdUpdateBuffer", this::update);
        handlers.put("vkCmdCopyBuffer", args -> copy(args, args));
        both(handlers, "vkCmdCopyBuffer2", args -> copy(args, args.struct("pCopyBufferInfo")));
        handlers.put("vkCmdBindPipeline", args -> {
            long pipeline = args.handle("pipeline");
            for (BindPoint point : BindPoint.of(args)) {
                if (point == BindPoint.GRAPHICS) {
                    state(args).pipeline = pipeline;
                    state(args).shaders.clear();
                } else {
                    buffer(args).bindPipeline(point, pipeline);
                }
            }
        });
        handlers.put("vkCmdBindDescriptorSets", args -> bindSets(args, args));
        both(handlers, "vkCmdBindDescriptorSets2", args -> bindSets(args, args.struct("pBindDescriptorSetsInfo")));
        both(handlers, "vkCmdPushDescriptorSet", args -> pushSet(args, args));
        both(handlers, "vkCmdPushDescriptorSet2", args -> pushSet(args, args.struct("pPushDescriptorSetInfo")));
        both(handlers, "vkCmdPushDescriptorSetWithTemplate", args -> pushTemplate(args, args, Templates.BEFORE_DATA));
        both(
                handlers,
                "vkCmdPushDescriptorSetWithTemplate2",
                args -> pushTemplate(
                        args, args.struct("pPushDescriptorSetWithTemplateInfo"), Templates.BEFORE_DATA_IN_STRUCTURE));
        handlers.put("vkCmdPushConstants", this::push);
        both(handlers, "vkCmdPushConstants2", args -> push(args, args.struct("pPushConstantsInfo")));
        handlers.put("vkCmdDispatch", this::dispatch);
        both(handlers, "vkCmdDispatchBase", this::dispatch);
        handlers.put("vkCmdDispatchIndirect", this::dispatchIndirect);
        handlers.put("vkCmdWriteTimestamp", args -> timestamp(args, "pipelineStage"));
        both(handlers, "vkCmdWriteTimestamp2", args -> timestamp(args, "stage"));
        handlers.put(
                "vkCmdBeginDebugUtilsLabelEXT",
                args -> label(args, args.struct("pLabelInfo").text("pLabelName")));
        handlers.put("vkCmdEndDebugUtilsLabelEXT", args -> record(args, CapturedSubmission::endLabel));
        handlers.put(
                "vkCmdDebugMarkerBeginEXT",
                args -> label(args, args.struct("pMarkerInfo").text("pMarkerName")));
        handlers.put("vkCmdDebugMarkerEndEXT", args -> record(args, CapturedSubmission::endLabel));
    }

    /** Registers a call that was an extension's before it became core. */
    static void both(Map<String, Handler> handlers, String name, Handler handler) {
        handlers.put(name, handler);
        handlers.put(name + "KHR", handler);
    }

    /** The command buffer of a handle, for a submission. */
    CommandBuffer buffer(Struct struct, long handle) {
        CommandBuffer buffer = buffers.get(handle);
        if (buffer == null) {
            throw struct.call().error("names no command buffer that the capture has allocated: " + handle);
        }
        return buffer;
    }

    void record(Struct args, Recorded command) {
        buffer(args).record(command);
    }

    private CommandBuffer buffer(Struct args) {
        return buffer(args, args.handle("commandBuffer"));
    }

    /** Words of the push constants that are known in the command buffer of a call, by their offset. */
    NavigableMap<Integer, Integer> pushed(Struct args) {
        return buffer(args).pushed();
    }

    /** What the command buffer of a call has bound and set for draws. */
    GraphicsState state(Struct args) {
        return buffer(args).graphics();
    }

    /** Conditional rendering begins or ends in the command buffer of a call; returns whether it had begun. */
    boolean conditional(Struct args, boolean begins) {
        return buffer(args).conditional(begins);
    }

    /** What shaders of rays find bound in the command buffer of a call. */
    ShaderInputs rayInputs(Struct args) {
        CommandBuffer buffer = buffer(args);
        return new ShaderInputs(buffer.sets(BindPoint.RAY_TRACING), buffer.pushed());
    }

    /** The ray tracing pipeline that is bound in the command buffer of a call; 0 for none. */
    long rayPipeline(Struct args) {
        return buffer(args).pipeline(BindPoint.RAY_TRACING);
    }

    /** The addresses of the descriptor buffers that are bound in the command buffer of a call. */
    List<Long> descriptorBuffers(Struct args) {
        return buffer(args).descriptorBuffers();
    }

    /** Binds a set for the bind point or the stages that a call names. */
    void bind(Struct args, Struct info, int number, BoundSet set) {
        for (BindPoint point : BindPoint.of(info)) {
            sets(args, point).put(number, set);
        }
    }

    private NavigableMap<Integer, BoundSet> sets(Struct args, BindPoint point) {
        return buffer(args).sets(point);
    }

    private void allocate(Struct args) {
        long pool = args.struct("pAllocateInfo").handle("commandPool");
        for (long handle : args.handles("pCommandBuffers")) {
            buffers.put(handle, new CommandBuffer());
            pools.computeIfAbsent(pool, p -> new TreeSet<>()).add(handle);
        }
    }

    /** What a secondary command buffer inherits of the state of draws, its primary has set before. */
    private void begin(Struct args) {
        buffer(args).reset();
        Struct info = args.has("pBeginInfo") ? args.struct("pBeginInfo") : null;
        // that of a primary command buffer is ignored, whatever it is
        AttachmentLocations inherited =
                info == null || !info.raw("pInheritanceInfo").isObject()
                        ? null
                        : AttachmentLocations.chained(info.struct("pInheritanceInfo"));
        if (inherited != null) {
            state(args).locations = inherited;
        }
    }

    private void execute(Struct args) {
        buffer(args).pushed().clear();
        for (long handle : args.handles("pCommandBuffers")) {
            CommandBuffer secondary = buffer(args, handle);
            record(args, submission -> {
                submission.enter(args.call(), secondary);
                secondary.commands().forEach(command -> command.submit(submission));
                submission.leave(secondary);
            });
        }
    }

    private void label(Struct args, String text) {
        record(args, submission -> submission.beginLabel(text));
    }

    private void fill(Struct args) {
        Buffer dst = session.buffer(args, "dstBuffer");
        long offset = args.size("dstOffset");
        CaptureSession.check(args, "dstOffset", dst, offset, 0);
        long size = dst.clamp(offset, args.number("size")) / 4 * 4;
        long data = args.number("data") & 0xffff_ffffL;
        record(args, submission -> {
            submission.add(
                    args.call(),
                    () -> new FillBuffer(
                            dst.name.toString(), new Size(offset), new RangeSize(size), ScalarNode.of(data)));
            Memory memory = dst.memory();
            if (memory != null) {
                memory.deviceWritten = true;
                memory.shadow.deviceFilled(dst.offset() + offset, size, (int) data);
            }
        });
    }

    private void update(Struct args) {
        Buffer dst = session.buffer(args, "dstBuffer");
        long offset = args.size("dstOffset");
        long size = args.size("dataSize");
        CaptureSession.check(args, "dstOffset", dst, offset, size);
        // commandBuffer, dstBuffer, dstOffset and dataSize stand before the pointer, 8 bytes each
        CaptureBytes.Found found = session.bytes.trailing(args.call(), 32, size, args.raw("pData"));
        byte[] data = found == null ? null : found.data();
        if (found == null) {
            session.notes.count("the data of vkCmdUpdateBuffer is not in the capture: hashes stand for it");
        }
        DataFile form = found == null
                ? DataFile.random(DataType.U32, args.call().index(), size / 4)
                : session.hostData.whole(found.data(), found.at());
        record(args, submission -> {
            submission.add(
                    args.call(), data == null, () -> new UpdateBuffer(dst.name.toString(), new Size(offset), form));
            Memory memory = dst.memory();
            if (memory != null && data != null) {
                memory.deviceWritten = true;
                memory.shadow.deviceWrote(dst.offset() + offset, data, PageBytes.Source.NONE);
            } else {
                dst.deviceWrote(offset, size);
            }
        });
    }

    private void copy(Struct args, Struct info) {
        Buffer src = session.buffer(info, "srcBuffer");
        Buffer dst = session.buffer(info, "dstBuffer");
        List<Region> regions = new ArrayList<>();
        for (Struct region : info.structs("pRegions")) {
            long from = region.size("srcOffset");
            long to = region.size("dstOffset");
            long size = region.size("size");
            CaptureSession.check(region, "srcOffset", src, from, size);
            CaptureSession.check(region, "dstOffset", dst, to, size);
            regions.add(new Region(new Size(from), new Size(to), new RangeSize(size)));
        }
        if (regions.isEmpty()) {
            return;
        }
        record(args, submission -> {
            submission.add(args.call(), () -> new CopyBuffer(src.name.toString(), dst.name.toString(), regions));
            Memory from = src.memory();
            Memory to = dst.memory();
            if (from != null && to != null) {
                to.deviceWritten = true;
                for (Region part : regions) {
                    to.shadow.deviceCopied(
                            from.shadow,
                            src.offset() + part.srcOffset().bytes(),
                            dst.offset() + part.dstOffset().bytes(),
                            part.size().bytes());
                }
            }
        });
    }

    private void bindSets(Struct args, Struct info) {
        List<BindPoint> points = BindPoint.of(info);
        if (points.isEmpty()) {
            return;
        }
        List<Long> offsets = info.numbers("pDynamicOffsets");
        int number = DescriptorCalls.small(info, "firstSet");
        int at = 0;
        for (long handle : info.handles("pDescriptorSets")) {
            if (handle != 0) {
                DescriptorSet set = descriptors.set(args, handle);
                int end = (int) Math.min(offsets.size(), at + set.layout().dynamicOffsets());
                BoundSet bound = new BoundSet(set, offsets.subList(at, end), false);
                for (BindPoint point : points) {
                    sets(args, point).put(number, bound);
                }
                at = end;
            }
            number++;
        }
    }

    private void pushSet(Struct args, Struct info) {
        for (BindPoint point : BindPoint.of(info)) {
            int number = DescriptorCalls.small(info, "set");
            DescriptorSet set =
                    CommandBuffer.pushed(sets(args, point), number, descriptors.layout(info.handle("layout"), number));
            info.structs("pDescriptorWrites").forEach(write -> descriptors.write(set, write));
        }
    }

    private void pushTemplate(Struct args, Struct info, int scalars) {
        long template = info.handle("descriptorUpdateTemplate");
        int number = templates.set(template);
        DescriptorSet set = CommandBuffer.pushed(
                sets(args, templates.point(template)), number, descriptors.layout(info.handle("layout"), number));
        templates.apply(info, set, scalars);
    }

    /** Push constants bound what dispatches index, and have addresses. */
    private void push(Struct args) {
        long size = pushedSize(args);
        // commandBuffer and layout, 8 bytes each, stageFlags, offset and size, 4 bytes each, stand before the data
        CaptureBytes.Found found = session.bytes.trailing(args.call(), 28, size, args.raw("pValues"));
        buffer(args).push((int) args.size("offset"), (int) size, found == null ? null : found.data());
    }

    /** The form of Vulkan 1.4, of which the JSON has the bytes one by one. */
    private void push(Struct args, Struct info) {
        int size = (int) pushedSize(info);
        List<Long> values = info.raw("pValues").isArray() ? info.numbers("pValues") : List.of();
        byte[] data = new byte[size];
        for (int i = 0; i < Math.min(size, values.size()); i++) {
            data[i] = values.get(i).byteValue();
        }
        buffer(args).push((int) info.size("offset"), size, values.size() == size ? data : null);
    }

    private long pushedSize(Struct info) {
        session.notes.count("push constants only bound what dispatches access: shaders are not executed");
        long size = info.size("size");
        if (info.size("offset") + size > MAX_PUSHED) {
            throw info.error("size", "more than " + MAX_PUSHED + " bytes of push constants");
        }
        return size;
    }

    /** Binds a compute pipeline, or a compute shader in its place. */
    void bindCompute(Struct args, long handle) {
        buffer(args).bindPipeline(BindPoint.COMPUTE, handle);
    }

    private Dispatches.Bound bound(Struct args) {
        CommandBuffer buffer = buffer(args);
        PipelineCalls.Compute pipeline = pipelines.pipeline(buffer.pipeline(BindPoint.COMPUTE));
        if (pipeline == null) {
            session.notes.count("dispatches whose pipeline is not known");
        }
        return new Dispatches.Bound(pipeline, new ShaderInputs(buffer.sets(BindPoint.COMPUTE), buffer.pushed()));
    }

    private void dispatch(Struct args) {
        Dispatches.Bound bound = bound(args);
        List<Long> groups = List.of(args.size("groupCountX"), args.size("groupCountY"), args.size("groupCountZ"));
        boolean based = args.number("baseGroupX", 0) != 0
                || args.number("baseGroupY", 0) != 0
                || args.number("baseGroupZ", 0) != 0;
        if (based) {
            session.notes.count("the first workgroup of a vkCmdDispatchBase is taken as 0");
        }
        for (long count : groups) {
            if (count > 0xffff_ffffL) {
                throw args.error("groupCount", count + " is too large");
            }
        }
        record(args, submission -> dispatches.direct(submission, args.call(), bound, groups, based));
    }

    private void dispatchIndirect(Struct args) {
        Dispatches.Bound bound = bound(args);
        Buffer buffer = session.buffer(args, "buffer");
        long offset = args.size("offset");
        record(args, submission -> dispatches.indirect(submission, args.call(), bound, buffer, offset));
    }

    private void timestamp(Struct args, String key) {
        String wanted = "queryPool" + args.handle("queryPool") + "." + args.number("query");
        List<String> stages = stage(args, key);
        record(args, submission -> {
            String name = wanted;
            for (int i = 2; !timestamps.add(name); i++) {
                name = wanted + "." + i;
            }
            WriteTimestamp step = new WriteTimestamp(stages.get(0), name);
            submission.add(args.call(), () -> step);
        });
    }

    private List<String> stage(Struct args, String key) {
        List<String> stages = session.masks.stages(args, key);
        return stages.isEmpty() ? List.of("ALL_COMMANDS") : stages;
    }
}
