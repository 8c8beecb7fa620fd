// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import dev.sluice.device.GpuSpec;
import dev.sluice.device.PipelineSpec;
import dev.sluice.machine.compute.DispatchJob;
import dev.sluice.machine.compute.Dispatcher;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.fault.StreamException;
import dev.sluice.machine.queue.CommandExecutor;
import dev.sluice.machine.queue.GraphicsExecutor;
import dev.sluice.machine.raster.DispatchedFragments;
import dev.sluice.machine.raster.DrawJob;
import dev.sluice.machine.raster.GraphicsPipeline;
import dev.sluice.machine.raster.OutputUnits;
import dev.sluice.machine.raster.PixelStage;
import dev.sluice.machine.raster.RegionBarrier;
import dev.sluice.machine.raster.Shading;
import dev.sluice.machine.rop.CachedTilesJob;
import dev.sluice.machine.rop.ClearJob;
import dev.sluice.machine.rop.RenderOutputUnits;
import dev.sluice.machine.rop.RenderState;
import dev.sluice.machine.rop.ResolveJob;
import dev.sluice.machine.rop.RopJob;
import dev.sluice.machine.rop.Target;
import dev.sluice.program.Attachment;
import dev.sluice.program.Command;
import dev.sluice.program.ImageBinding;
import dev.sluice.program.ImageRange;
import dev.sluice.program.ImageSlice;
import dev.sluice.program.PrimitiveShader;
import dev.sluice.program.RenderTargets;
import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.ClearValue;
import dev.sluice.program.image.ImageLayout;
import dev.sluice.program.image.Rect;
import dev.sluice.program.kernel.BindingKind;
import dev.sluice.program.kernel.KernelProgram;
import dev.sluice.program.sync.AddressRange;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Carries out graphics commands on the units of a wired device. */
final class GraphicsUnits implements GraphicsExecutor {

    /** Where the draws of a queue are: in which render pass instance, and what they draw to. */
    private record Subpass(int pass, RenderTargets targets) {}

    private static final JobDone DONE = (atOnce, follows) -> follows.run();
    private static final AndThen NOTHING_MORE = new AndThen(() -> {}, DONE);

    private final GpuSpec spec;
    private final Bindings bindings;
    private final Map<String, KernelProgram> kernels;
    private final Engine engine;
    private final Map<String, GraphicsPipeline> pipelines = new LinkedHashMap<>();
    private final @Nullable RenderOutputUnits output;
    private final Map<String, Subpass> lastSubpass = new LinkedHashMap<>();
    private final Map<String, Integer> subpasses = new LinkedHashMap<>();
    private final Dispatcher dispatcher;
    private final FunctionalExecutor functional;
    private final GeometryUnit geometry;
    private final ImageUnits images;
    private final Tickets tickets;

    GraphicsUnits(
            GpuSpec spec,
            Bindings bindings,
            Map<String, KernelProgram> kernels,
            Engine engine,
            GraphicsHardware hardware,
            Dispatcher dispatcher,
            FunctionalExecutor functional,
            GeometryUnit geometry,
            ImageUnits images) {
        this.spec = spec;
        this.bindings = bindings;
        this.kernels = kernels;
        this.engine = engine;
        this.output = hardware.units;
        this.dispatcher = dispatcher;
        this.functional = functional;
        this.geometry = geometry;
        this.images = images;
        this.tickets = hardware.tickets;
    }

    private RenderOutputUnits units() {
        RenderOutputUnits units = output;
        if (units == null) {
            throw new IllegalStateException("device " + spec.name() + " has no render output units");
        }
        return units;
    }

    @Override
    public void discard(int attribution) {
        geometry.discard(attribution);
    }

    @Override
    public List<AddressRange> addresses(ImageRange range) {
        return bindings.addresses(range);
    }

    @Override
    public List<AddressRange> addresses(ImageSlice slice) {
        return bindings.addresses(slice);
    }

    @Override
    public List<AddressRange> inputs(Command.Draw draw) {
        String fragment = draw.fragment();
        List<AddressRange> bytes = new ArrayList<>();
        for (KernelProgram.Binding binding : fragment == null
                ? List.<KernelProgram.Binding>of()
                : kernel(draw, fragment).bindings()) {
            if (binding.kind() == BindingKind.INPUT_ATTACHMENT
                    && draw.bindings().get(binding.name()) instanceof ImageBinding bound) {
                bytes.addAll(bindings.addresses(new ImageRange(
                        bound.image(), Set.of(), bound.level(), bound.levels(), bound.layer(), bound.layers())));
            }
        }
        return bytes;
    }

    @Override
    public List<AddressRange> written(Command.ImageTransfer transfer) {
        return images.written(transfer);
    }

    @Override
    public void fetch(Command.Draw draw, Fetch what, Who who, How how, CommandExecutor.Completion completion) {
        geometry.fetch(draw, what, who, how, completion);
    }

    @Override
    public void shade(
            String name,
            Command.Draw draw,
            PrimitiveShader shader,
            Who who,
            boolean atOnce,
            CommandExecutor.Completion completion) {
        KernelProgram program = kernel(draw, shader.kernel());
        KernelArguments arguments =
                new KernelArguments(bindings, program, draw.bindings(), draw.parameters(), draw.origin());
        List<Long> groups =
                geometry.workgroups(draw, shader, program.localSize().count(), who);
        DispatchJob[] job = new DispatchJob[1];
        boolean[] ranAtOnce = new boolean[1];
        int ticket = tickets.take(() -> completion.done(
                new CommandExecutor.Work(job[0].bytesRead(), job[0].bytesWritten(), job[0].waves(), ranAtOnce[0])));
        job[0] = new DispatchJob(
                program,
                groups.get(0).intValue(),
                groups.get(1).intValue(),
                groups.get(2).intValue(),
                arguments.addresses,
                arguments.sizes,
                arguments.views,
                arguments.parameters,
                who.attribution(),
                who.agent(),
                name,
                tickets,
                0,
                ticket);
        if (atOnce) {
            functional.dispatch(name, draw.origin(), job[0], () -> {
                ranAtOnce[0] = true;
                tickets.use(ticket);
            });
        } else {
            dispatcher.start(job[0]);
        }
    }

    private KernelProgram kernel(Command.Draw draw, String name) {
        KernelProgram program = kernels.get(name);
        if (program == null) {
            throw new StreamException(draw.origin(), "there is no kernel " + name);
        }
        return program;
    }

    @Override
    public Pixels pixels(
            String queue,
            int pass,
            String name,
            Command.Draw draw,
            int attribution,
            PixelAgents agents,
            boolean atOnce,
            PixelListener listener) {
        int number = subpass(queue, new Subpass(pass, draw.targets().base()));
        GraphicsPipeline pipeline = pipeline(queue);
        LayeredPixels pixels = new LayeredPixels(pipeline, listener, () -> geometry.takeSkipped(attribution));
        for (RenderTargets layer : draw.targets().layers()) {
            DrawJob job = job(name, draw, layer, attribution, agents, pixels).pass(number);
            if (atOnce) {
                job.atOnce((now, otherwise) -> functional.carryOut(
                        name,
                        draw.origin(),
                        () -> {
                            pixels.ranAtOnce();
                            now.run();
                        },
                        otherwise));
            }
            pixels.add(job);
        }
        return pixels;
    }

    /** The pixels of one layer of a draw. */
    private DrawJob job(
            String name,
            Command.Draw draw,
            RenderTargets targets,
            int attribution,
            PixelAgents agents,
            DrawJob.Listener listener) {
        Shading shading = null;
        boolean late = false;
        if (draw.fragment() != null) {
            KernelProgram program = kernel(draw, draw.fragment());
            late = program.writesDepth();
            KernelArguments arguments = new KernelArguments(
                    bindings, program, draw.bindings(program, targets), draw.parameters(), draw.origin());
            shading = new Shading(
                    program,
                    arguments.addresses,
                    arguments.sizes,
                    arguments.views,
                    arguments.parameters,
                    attribution,
                    agents.fragment());
        }
        RenderState state = new RenderState(
                targets.colors().stream()
                        .map(color -> bindings.target(color.slice()))
                        .toList(),
                depth(targets),
                targets.samples(),
                draw.state(),
                attribution,
                late ? agents.lateTests() : agents.earlyTests(),
                agents.color());
        return new DrawJob(draw.coverage(), targets.area(), state, shading, name, listener);
    }

    /** Numbers the subpasses of a queue: draws of one share its targets, and are in order. */
    private int subpass(String queue, Subpass now) {
        Subpass last = lastSubpass.put(queue, now);
        return subpasses.merge(queue, now.equals(last) ? 0 : 1, Integer::sum);
    }

    private @Nullable Target depth(RenderTargets targets) {
        var depth = targets.depthStencil();
        return depth == null ? null : bindings.target(depth.slice());
    }

    private GraphicsPipeline pipeline(String queue) {
        return pipelines.computeIfAbsent(
                queue,
                name -> engine.add(new GraphicsPipeline(
                        engine,
                        name + " graphics",
                        PipelineSpec.of(spec.compute(), spec.rop().count()),
                        new DispatchedFragments(dispatcher, functional::dispatcher),
                        new OutputUnits(units()))));
    }

    @Override
    public void region(String queue, List<ImageSlice> flush, Set<PixelStage> second, Done done) {
        if (second.isEmpty()) {
            done.done();
            return;
        }
        pipeline(queue)
                .enqueue(new RegionBarrier(
                        flush.stream().map(bindings::target).toList(), EnumSet.copyOf(second), done::done));
    }

    @Override
    public void clear(
            ImageSlice slice,
            Set<Aspect> aspects,
            ClearValue value,
            List<Rect> rects,
            Who who,
            How how,
            CommandExecutor.Completion completion) {
        Target target = bindings.target(slice);
        carryOut(
                how,
                ticket ->
                        new ClearJob(target, aspects, rects, value, who.attribution(), who.agent(), tickets, 0, ticket),
                NOTHING_MORE,
                completion);
    }

    @Override
    public void resolve(
            ImageSlice from,
            Attachment.Resolve resolve,
            Rect area,
            Who who,
            How how,
            CommandExecutor.Completion completion) {
        Target source = bindings.target(from);
        Target destination = bindings.target(resolve.to());
        carryOut(
                how,
                ticket -> new ResolveJob(
                        source, destination, resolve.modes(), area, who.attribution(), who.agent(), tickets, 0, ticket),
                NOTHING_MORE,
                completion);
    }

    @Override
    public void load(ImageSlice slice, Rect area, Who who, How how, CommandExecutor.Completion completion) {
        carryOut(how, cachedTiles(CachedTilesJob.Work.DISCARD, slice, area, who), NOTHING_MORE, completion);
    }

    @Override
    public void discard(ImageSlice slice, Rect area, Who who, How how, CommandExecutor.Completion completion) {
        Target target = bindings.target(slice);
        carryOut(
                how,
                cachedTiles(CachedTilesJob.Work.DISCARD, slice, area, who),
                new AndThen(() -> images.discarded(target, EnumSet.allOf(Aspect.class), area, who.agent()), DONE),
                completion);
    }

    @Override
    public void discard(ImageSlice slice, Set<Aspect> aspects, Rect area, Who who) {
        images.discarded(bindings.target(slice), aspects, area, who.agent());
    }

    @Override
    public void restore(ImageSlice slice, Set<Aspect> aspects, Rect area, Who who) {
        images.restored(bindings.target(slice), aspects, area, who.agent());
    }

    @Override
    public boolean storesAtPassEnd() {
        return spec.rop().flushAtPassEnd();
    }

    @Override
    public void store(ImageSlice slice, Rect area, Who who, How how, CommandExecutor.Completion completion) {
        carryOut(
                how,
                cachedTiles(CachedTilesJob.Work.FLUSH, slice, area, who),
                new AndThen(() -> {}, (atOnce, follows) -> images.release(slice, who, atOnce, follows)),
                completion);
    }

    private IntFunction<RopJob> cachedTiles(CachedTilesJob.Work work, ImageSlice slice, Rect area, Who who) {
        Target target = bindings.target(slice);
        return ticket ->
                new CachedTilesJob(work, List.of(target), area, who.attribution(), who.agent(), tickets, 0, ticket);
    }

    /**
     * What goes with a job of the render output units.
     *
     * @param begun once they were given the job
     * @param done once they have done it
     */
    private record AndThen(Runnable begun, JobDone done) {}

    /** Does what goes with the end of a job, and then what follows. */
    @FunctionalInterface
    private interface JobDone {
        void then(boolean atOnce, Runnable follows);
    }

    /** Has the render output units do a job, which is told a ticket for its end. */
    private void carryOut(How how, IntFunction<RopJob> made, AndThen also, CommandExecutor.Completion completion) {
        boolean[] atOnce = new boolean[1];
        int ticket = tickets.take(() -> {
            Runnable ended = () -> completion.done(new CommandExecutor.Work(0, 0, 0, atOnce[0]));
            if (atOnce[0]) {
                ended.run();
            } else {
                also.done().then(false, ended);
            }
        });
        RopJob job = made.apply(ticket);
        Runnable inTime = () -> {
            units().start(job);
            also.begun().run();
        };
        if (!how.atOnce()) {
            inTime.run();
            return;
        }
        functional.carryOut(
                how.name(),
                how.origin(),
                () -> {
                    atOnce[0] = true;
                    units().perform(job);
                    also.begun().run();
                    also.done().then(true, () -> tickets.use(ticket));
                },
                inTime);
    }

    @Override
    public void transfer(String name, Command command, Who who, boolean atOnce, CommandExecutor.Completion completion) {
        images.transfer(name, command, who, atOnce, completion);
    }

    @Override
    public void transition(
            dev.sluice.program.ImageTransition transition,
            Set<ImageLayout> beside,
            Who who,
            TransitionCompletion completion) {
        images.transition(transition, beside, who, completion);
    }

    @Override
    public void present(String image, Who who, CommandExecutor.Completion completion) {
        images.present(image, who, completion);
    }
}
