// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.hazard;

import dev.sluice.check.trace.DeviceFacts;
import dev.sluice.device.MemoryProperty;
import dev.sluice.device.MemoryType;
import dev.sluice.program.Attachment;
import dev.sluice.program.Barrier;
import dev.sluice.program.Bound;
import dev.sluice.program.BufferDeclaration;
import dev.sluice.program.BufferRange;
import dev.sluice.program.Command;
import dev.sluice.program.ComputeWork;
import dev.sluice.program.HostOperation;
import dev.sluice.program.HostTarget;
import dev.sluice.program.HostThread;
import dev.sluice.program.ImageDeclaration;
import dev.sluice.program.ImageRange;
import dev.sluice.program.ImageSlice;
import dev.sluice.program.ImageTransition;
import dev.sluice.program.MemoryDeclaration;
import dev.sluice.program.MemoryRange;
import dev.sluice.program.Origin;
import dev.sluice.program.RenderTargets;
import dev.sluice.program.SemaphoreOperation;
import dev.sluice.program.Sharing;
import dev.sluice.program.StreamProgram;
import dev.sluice.program.SubpassScopes;
import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.ClearValue;
import dev.sluice.program.image.Format;
import dev.sluice.program.image.ImageLayout;
import dev.sluice.program.image.ImageSpec;
import dev.sluice.program.image.Rect;
import dev.sluice.program.image.Tiling;
import dev.sluice.program.kernel.BindingKind;
import dev.sluice.program.kernel.KernelCompiler;
import dev.sluice.program.kernel.KernelProgram;
import dev.sluice.program.kernel.KernelSource;
import dev.sluice.program.kernel.LocalSize;
import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.Accesses;
import dev.sluice.program.sync.QueueCapabilities;
import dev.sluice.program.sync.Stage;
import dev.sluice.program.sync.Stages;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A small stream, written down in a few calls: memory {@code local} (device), {@code shared} (coherent) and {@code cached}
 * (not coherent, atoms of 64 bytes), queues {@code universal.0}, {@code universal.1} and {@code transfer.0}.
 */
final class Streams {
    static final DeviceFacts DEVICE = new DeviceFacts(
            Map.of(
                    "universal",
                    QueueCapabilities.UNIVERSAL,
                    "transfer",
                    new QueueCapabilities(QueueCapabilities.TRANSFER)),
            List.of(
                    new MemoryType(0, Set.of(MemoryProperty.DEVICE_LOCAL)),
                    new MemoryType(1, Set.of(MemoryProperty.HOST_VISIBLE, MemoryProperty.HOST_COHERENT)),
                    new MemoryType(1, Set.of(MemoryProperty.HOST_VISIBLE, MemoryProperty.HOST_CACHED))),
            64,
            256);

    private static final Origin ORIGIN = Origin.at("test");
    private static final long MEMORY = 1 << 20;

    private final List<BufferDeclaration> buffers = new ArrayList<>();
    private final List<ImageDeclaration> images = new ArrayList<>();
    private final Map<String, KernelProgram> kernels = new LinkedHashMap<>();
    private final Map<String, Long> used = new LinkedHashMap<>();
    private final List<HostThread> others = new ArrayList<>();
    private List<HostOperation> program = new ArrayList<>();
    private final List<HostOperation> first = program;
    private final List<Command> commands = new ArrayList<>();
    private final List<SemaphoreOperation> waits = new ArrayList<>();
    private final List<SemaphoreOperation> signals = new ArrayList<>();
    private String queue = "universal.0";

    /** A buffer after those before it, on a boundary of 1 KiB. */
    Streams buffer(String name, String memory, long size) {
        long at = used.getOrDefault(memory, 0L);
        used.put(memory, at + size + 1023 & -1024);
        return bufferAt(name, memory, at, size);
    }

    Streams bufferAt(String name, String memory, long offset, long size) {
        buffers.add(new BufferDeclaration(name, memory, offset, size, List.of(), ORIGIN));
        return this;
    }

    Streams buffers(String... names) {
        for (String name : names) {
            buffer(name, "local", 256);
        }
        return this;
    }

    /** An image of 4-byte colours at a place of a memory. */
    Streams image(String name, int edge, int levels, int layers, Tiling tiling, String memory, long offset) {
        ImageSpec spec =
                new ImageSpec(name, Format.R8G8B8A8_UNORM, edge, edge, 1, layers, levels, 1, tiling, Set.of("SAMPLED"));
        images.add(new ImageDeclaration(spec, memory, offset, ImageLayout.UNDEFINED, true, Sharing.UNSTATED, ORIGIN));
        return this;
    }

    Streams image(String name) {
        return image(name, 16, 1, 1, Tiling.OPTIMAL, "local", (1 << 18) + images.size() * 65536L);
    }

    /** A depth image, 16 texels each way. */
    Streams depth(String name) {
        ImageSpec spec = new ImageSpec(name, Format.D16_UNORM, 16, 16, 1, 1, 1, 1, Tiling.OPTIMAL, Set.of("SAMPLED"));
        images.add(new ImageDeclaration(spec, "local", 1 << 17, ImageLayout.UNDEFINED, true, Sharing.UNSTATED, ORIGIN));
        return this;
    }

    /** A depth image as the only attachment, cleared when the render pass begins. */
    static RenderTargets depthTargets(String image, ImageLayout layout, Attachment.StoreOp store) {
        Attachment depth = new Attachment(
                new ImageSlice(image, 0, 0, Format.R8G8B8A8_UNORM),
                Set.of(Aspect.DEPTH, Aspect.STENCIL),
                layout,
                layout,
                Attachment.LoadOp.CLEAR,
                store,
                Attachment.LoadOp.CLEAR,
                store,
                ClearValue.ZERO,
                null);
        return new RenderTargets(new Rect(0, 0, 16, 16), List.of(), depth, 1);
    }

    Streams copyDepth(String image, String buffer) {
        Command.ImageTransfer.Region region = new Command.ImageTransfer.Region(
                new Command.ImageTransfer.Box(0, 0, 0, 0, 0, 16, 16, 1),
                null,
                new Command.ImageTransfer.Texels(0, 16, 16));
        return command(new Command.ImageTransfer(
                ORIGIN, Command.ImageTransfer.Form.COPY_IMAGE_TO_BUFFER, image, buffer, List.of(region), false));
    }

    Streams kernel(String name, Map<String, BindingKind> bindings, int localSize, String code, String... parameters) {
        kernels.put(
                name,
                KernelCompiler.compile(new KernelSource(
                        name, code, new LocalSize(localSize, 1, 1), bindings, Set.of(parameters), 0, 0)));
        return this;
    }

    Streams command(Command command) {
        commands.add(command);
        return this;
    }

    Streams copy(String src, String dst) {
        return copy(src, 0, dst, 0, 256);
    }

    Streams copy(String src, long from, String dst, long to, long size) {
        return command(
                new Command.CopyBuffer(ORIGIN, src, dst, List.of(new Command.CopyBuffer.Region(from, to, size))));
    }

    Streams fill(String dst) {
        return fill(dst, 0, 256);
    }

    Streams fill(String dst, long offset, long size) {
        return command(new Command.FillBuffer(ORIGIN, new BufferRange(dst, offset, size), 7));
    }

    /** A step of a render pass with attachments, and a layout transition of one between. */
    Streams pass(
            Command.PassStep.Form form,
            @Nullable RenderTargets ends,
            @Nullable Barrier transition,
            @Nullable RenderTargets begins) {
        boolean enters = form == Command.PassStep.Form.BEGIN_RENDER_PASS;
        SubpassScopes scopes =
                SubpassScopes.of(enters ? SubpassScopes.EXTERNAL : 0, enters ? 0 : SubpassScopes.EXTERNAL);
        Command.PipelineBarrier dependency = transition == null
                ? null
                : new Command.PipelineBarrier(ORIGIN, List.of(transition.limitedTo(scopes)), false);
        return command(new Command.PassStep(ORIGIN, form, ends, dependency, begins));
    }

    /** A step of a render pass without attachments, and the subpass dependencies that end in it. */
    Streams pass(Command.PassStep.Form form, List<Barrier> dependencies) {
        return pass(form, null, dependencies);
    }

    /** The same with attachments whose last use is over. */
    Streams pass(Command.PassStep.Form form, @Nullable RenderTargets ends, List<Barrier> dependencies) {
        return command(new Command.PassStep(
                ORIGIN,
                form,
                ends,
                dependencies.isEmpty() ? null : new Command.PipelineBarrier(ORIGIN, dependencies, false),
                null));
    }

    /** A step of a render pass without attachments: {@code beginRenderPass}, {@code nextSubpass}, {@code endRenderPass}. */
    Streams pass(Command.PassStep.Form form) {
        return command(new Command.PassStep(ORIGIN, form, null, null, null));
    }

    Streams clear(String image, int level, int levels) {
        return command(new Command.ClearImage(
                ORIGIN,
                Command.ClearImage.Form.CLEAR_COLOR_IMAGE,
                image,
                ClearValue.ZERO,
                List.of(new ImageRange(image, Set.of(Aspect.COLOR), level, levels, 0, 1))));
    }

    Streams dispatch(String kernel, long groups, Map<String, Bound> bindings, Map<String, Long> parameters) {
        return command(new Command.Dispatch(
                ORIGIN, ComputeWork.DISPATCH, kernel, List.of(groups, 1L, 1L), bindings, parameters));
    }

    /** {@code COPY|CLEAR/TRANSFER_WRITE>COPY/TRANSFER_READ}, with {@code @buffer:offset:size} for a range. */
    static Barrier spec(String text) {
        String[] range = text.split("@", -1);
        String[] halves = range[0].split(">", -1);
        String[] src = halves[0].split("/", -1);
        String[] dst = halves[1].split("/", -1);
        BufferRange bytes = null;
        if (range.length > 1) {
            String[] parts = range[1].split(":", -1);
            bytes = new BufferRange(
                    parts[0],
                    parts.length > 1 ? Long.parseLong(parts[1]) : 0,
                    parts.length > 2 ? Long.parseLong(parts[2]) : 256);
        }
        return new Barrier(stages(src[0]), access(src), stages(dst[0]), access(dst), bytes, null, null);
    }

    private static long stages(String names) {
        return Stages.parseAll(List.of(names.split("\\|")));
    }

    private static long access(String[] half) {
        return half.length < 2 ? 0 : Accesses.parseAll(List.of(half[1].split("\\|")));
    }

    Streams barrier(String... specs) {
        List<Barrier> barriers = new ArrayList<>();
        for (String spec : specs) {
            barriers.add(spec(spec));
        }
        return command(new Command.PipelineBarrier(ORIGIN, barriers, false));
    }

    Streams transition(String spec, String image, ImageLayout from, ImageLayout to) {
        return transfer(spec, image, from, to, null, null);
    }

    Streams transfer(
            String spec, String image, ImageLayout from, ImageLayout to, @Nullable String src, @Nullable String dst) {
        Barrier plain = spec(spec);
        ImageTransition transition =
                new ImageTransition(new ImageRange(image, Set.of(Aspect.COLOR), 0, 1, 0, 1), from, to);
        return command(new Command.PipelineBarrier(
                ORIGIN,
                List.of(new Barrier(
                        plain.srcStages(),
                        plain.srcAccess(),
                        plain.dstStages(),
                        plain.dstAccess(),
                        null,
                        transition,
                        src,
                        dst)),
                false));
    }

    /** A layout transition of a depth image. */
    static Barrier transitionOf(String spec, String image, ImageLayout from, ImageLayout to) {
        Barrier plain = spec(spec);
        return new Barrier(
                plain.srcStages(),
                plain.srcAccess(),
                plain.dstStages(),
                plain.dstAccess(),
                null,
                new ImageTransition(new ImageRange(image, Set.of(Aspect.DEPTH), 0, 1, 0, 1), from, to),
                null,
                null);
    }

    /** A half of an ownership transfer of bytes of a buffer, from the transfer family to the universal one. */
    Streams transfer(String spec, String src, String dst) {
        Barrier plain = spec(spec);
        return command(new Command.PipelineBarrier(
                ORIGIN,
                List.of(new Barrier(
                        plain.srcStages(),
                        plain.srcAccess(),
                        plain.dstStages(),
                        plain.dstAccess(),
                        plain.range(),
                        src,
                        dst)),
                false));
    }

    /** A buffer that says how it is shared. */
    Streams shared(String name, Sharing.Mode mode) {
        buffers.add(
                new BufferDeclaration(name, "local", 1 << 16, 256, List.of(), new Sharing(mode, List.of()), ORIGIN));
        return this;
    }

    Streams setEvent(String event, String spec) {
        return command(new Command.SetEvent(ORIGIN, event, List.of(spec(spec)), false));
    }

    /** The legacy form: stages at the set, accesses at the wait. */
    Streams setEventLegacy(String event, String stages) {
        return command(new Command.SetEvent(ORIGIN, event, List.of(spec(stages + ">NONE")), true));
    }

    Streams waitEventsLegacy(List<String> events, String spec) {
        return command(new Command.WaitEvents(
                ORIGIN, List.of(new Command.WaitEvents.Wait(events, List.of(spec(spec)))), true));
    }

    Streams waitEvent(String event, String spec) {
        return command(new Command.WaitEvents(
                ORIGIN, List.of(new Command.WaitEvents.Wait(List.of(event), List.of(spec(spec)))), false));
    }

    Streams queue(String name) {
        queue = name;
        return this;
    }

    Streams waits(String semaphore, String stages) {
        waits.add(new SemaphoreOperation(semaphore, 0, false, stages(stages)));
        return this;
    }

    Streams waitsTimeline(String semaphore, long value, String stages) {
        waits.add(new SemaphoreOperation(semaphore, value, true, stages(stages)));
        return this;
    }

    Streams signals(String semaphore, String stages) {
        signals.add(new SemaphoreOperation(semaphore, 0, false, stages(stages)));
        return this;
    }

    Streams signalsTimeline(String semaphore, long value, String stages) {
        signals.add(new SemaphoreOperation(semaphore, value, true, stages(stages)));
        return this;
    }

    /** Submits the commands since the last time. */
    Streams submit() {
        return submit(null);
    }

    Streams submit(@Nullable String fence) {
        program.add(new HostOperation.QueueSubmit(
                ORIGIN, queue, List.copyOf(waits), List.of(List.copyOf(commands)), List.copyOf(signals), fence));
        commands.clear();
        waits.clear();
        signals.clear();
        return this;
    }

    Streams waitFence(String fence) {
        program.add(new HostOperation.WaitForFences(ORIGIN, List.of(fence), true));
        return this;
    }

    Streams idle() {
        program.add(new HostOperation.DeviceWaitIdle(ORIGIN));
        return this;
    }

    Streams host(HostOperation operation) {
        program.add(operation);
        return this;
    }

    Streams hostWrite(String buffer, long offset, int size) {
        program.add(new HostOperation.HostWrite(ORIGIN, target(buffer, offset), new byte[size]));
        return this;
    }

    Streams hostRead(String buffer, long offset, int size) {
        program.add(new HostOperation.HostRead(ORIGIN, target(buffer, offset), size, null, "u8"));
        return this;
    }

    Streams flush(String memory, long offset, long size) {
        program.add(new HostOperation.FlushMappedMemoryRanges(ORIGIN, List.of(new MemoryRange(memory, offset, size))));
        return this;
    }

    Streams invalidate(String memory, long offset, long size) {
        program.add(
                new HostOperation.InvalidateMappedMemoryRanges(ORIGIN, List.of(new MemoryRange(memory, offset, size))));
        return this;
    }

    /** What follows is of another host thread. */
    Streams thread(String name) {
        program = new ArrayList<>();
        others.add(new HostThread(name, List.of()));
        threads.put(name, program);
        return this;
    }

    private final Map<String, List<HostOperation>> threads = new LinkedHashMap<>();

    private HostTarget target(String name, long offset) {
        for (BufferDeclaration buffer : buffers) {
            if (buffer.name().equals(name)) {
                return new HostTarget(name, offset, buffer.memory(), buffer.offset() + offset);
            }
        }
        return new HostTarget(name, offset, name, offset);
    }

    StreamProgram build() {
        if (!commands.isEmpty()) {
            submit();
        }
        List<HostThread> all = new ArrayList<>();
        all.add(new HostThread("main", first));
        threads.forEach((name, operations) -> all.add(new HostThread(name, operations)));
        return new StreamProgram(
                "test",
                List.of(
                        new MemoryDeclaration("local", MEMORY, 0, ORIGIN),
                        new MemoryDeclaration("shared", MEMORY, 1, ORIGIN),
                        new MemoryDeclaration("cached", MEMORY, 2, ORIGIN)),
                buffers,
                images,
                kernels,
                all,
                List.of());
    }

    HazardReport check() {
        return HazardChecker.check(build(), DEVICE);
    }

    /** The kinds of the hazards, in order. */
    List<HazardKind> kinds() {
        return check().hazards().stream().map(Hazard::kind).toList();
    }

    /** What is missing, hazard by hazard. */
    List<MissingHalf> missing() {
        return check().hazards().stream().map(Hazard::missing).toList();
    }

    static long mask(Stage... stages) {
        return Stages.of(stages);
    }

    static long mask(Access... accesses) {
        return Accesses.of(accesses);
    }
}
