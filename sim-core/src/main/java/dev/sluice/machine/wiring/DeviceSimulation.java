// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import dev.sluice.device.CacheSpec;
import dev.sluice.device.GpuSpec;
import dev.sluice.device.ProfileFit;
import dev.sluice.device.QueueFamily;
import dev.sluice.machine.ByteDependence;
import dev.sluice.machine.ImageSight;
import dev.sluice.machine.RunOptions;
import dev.sluice.machine.Simulation;
import dev.sluice.machine.WarmUp;
import dev.sluice.machine.fault.StreamException;
import dev.sluice.machine.memory.BackingStore;
import dev.sluice.machine.memory.MemoryAllocator;
import dev.sluice.machine.observe.Level;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.machine.queue.CounterSampler;
import dev.sluice.machine.queue.DeviceQueue;
import dev.sluice.machine.queue.GraphicsExecutor;
import dev.sluice.machine.queue.HostChecks;
import dev.sluice.machine.queue.HostReadNotes;
import dev.sluice.machine.queue.HostThreadRunner;
import dev.sluice.machine.queue.MappedMemory;
import dev.sluice.machine.queue.OwnershipChecker;
import dev.sluice.machine.queue.Presentations;
import dev.sluice.machine.queue.RunContext;
import dev.sluice.machine.queue.RunReport;
import dev.sluice.machine.queue.StatisticsRegions;
import dev.sluice.machine.request.VersionBundles;
import dev.sluice.machine.truth.AccessChecker;
import dev.sluice.machine.truth.Diagnosis;
import dev.sluice.machine.truth.FindingLog;
import dev.sluice.machine.truth.LimitLog;
import dev.sluice.machine.truth.TruthMonitor;
import dev.sluice.machine.view.MachineView;
import dev.sluice.program.Frames;
import dev.sluice.program.ImageDeclaration;
import dev.sluice.program.StreamProgram;
import dev.sluice.program.UnseenWork;
import dev.sluice.program.sync.BarrierProfile;
import dev.sluice.program.sync.QueueCapabilities;
import dev.sluice.result.RunDetails;
import dev.sluice.result.RunResult;
import dev.sluice.result.WarmUpResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A simulation of a device as its specs describe it: wires the machine, binds the stream to it, and gathers the result.
 */
public final class DeviceSimulation implements Simulation {

    private final GpuSpec device;
    private final BarrierProfile profile;
    private final StreamProgram stream;
    private final RunOptions options;
    private final Gpu gpu;
    private final FunctionalExecutor functional;
    private final Bindings bindings;
    private final RunContext run;
    private final StatisticsRegions statistics;
    private final HostChecks checks = new HostChecks();
    private final List<HostThreadRunner> threads = new ArrayList<>();
    /** What time depends on in a run for time alone; null in others. */
    private final @Nullable ByteDependence dependence;

    private final @Nullable FindingLog findings;
    private final @Nullable LimitLog outOfLimits;
    private final @Nullable TruthMonitor monitor;
    private final @Nullable GraphicsReport graphicsReport;
    private final GpuRun machine;

    /**
     * Wires the device and binds the stream's memories.
     *
     * @throws StreamException if a memory does not fit its heap
     */
    public DeviceSimulation(GpuSpec device, BarrierProfile profile, StreamProgram stream, RunOptions options) {
        this.device = device;
        this.profile = profile;
        this.stream = stream;
        this.options = options;
        DrawCheck.check(device, stream);
        if (profile.name().equals(device.barrierProfile())) {
            ProfileFit.check(device, profile);
        }
        long alignment = allocationAlignment(device);
        MemoryAllocator allocator = new MemoryAllocator(
                HeapRoom.of(device, stream, alignment), device.memoryTypes(), device.unified(), alignment);
        bindings = new Bindings(device, stream, allocator);
        dependence = options.timingOnly() ? ByteDependence.of(device, stream) : null;
        DeferredChecker deferred = new DeferredChecker();
        AccessChecker checker = !options.timingOnly() || dependence != null && dependence.onWriters() ? deferred : null;
        // a render pass without attachments runs its shaders all the same
        boolean drawing = !bindings.surfaces().isEmpty() || DrawCheck.draws(stream);
        gpu = new Gpu(
                device,
                allocator,
                drawing,
                drawing,
                bindings.surfaces(),
                bindings.ranges(),
                Math.max(1, stream.threads().size()),
                options,
                !options.timingOnly() || dependence != null,
                deferred::discard,
                checker);
        machine = new GpuRun(gpu, options);
        new InitialMetadata(device, bindings, gpu.vram.store(), gpu.entrances).set();
        bindings.memories().values().forEach(gpu.commitment::add);
        gpu.host.commitments(memory -> {
            long committed = gpu.commitment.committed(memory);
            return committed < 0 ? bindings.size(memory) : committed;
        });
        run = new RunContext(profile, gpu.maintenance, gpu.host, options.observer(), gpu.dispatcher::idleUnitCycles);
        run.usage(gpu.usage);
        statistics = new StatisticsRegions(this::sample, machine::resetStatistics, gpu.engine::now, options.warmUp());
        run.statistics(statistics);
        @Nullable BackingStore intent;
        if (checker == null) {
            monitor = null;
            findings = null;
            outOfLimits = null;
            intent = null;
        } else {
            Diagnosis diagnosis = new Diagnosis(
                    new Copies(gpu),
                    run.order(),
                    bindings.resources(),
                    device.limits().nonCoherentAtomSize(),
                    gpu.compression == null
                            ? new VersionBundles()
                            : gpu.compression.table().bundles());
            FindingLog log = new FindingLog(run.agents(), bindings.resources(), diagnosis, gpu.engine::now);
            if (options.observer() != SimObserver.NONE && !options.timingOnly()) {
                log.tell(options.observer());
            }
            findings = log;
            TruthMonitor truth = new TruthMonitor(run.order(), log, gpu.pool.blocks());
            monitor = truth;
            intent = truth.intent();
            outOfLimits = new LimitLog(run.agents(), bindings.resources(), intent, gpu.engine::now);
            AccessChecker reads = new HostReadNotes(truth, run);
            ExclusiveResources exclusive = new ExclusiveResources(stream, bindings);
            AccessChecker judge = exclusive.none() ? reads : new OwnershipChecker(reads, run, log, exclusive::hold);
            deferred.delegate(
                    options.timingOnly() ? new IntentKeeper(judge) : judge,
                    truth::discard,
                    (address, size, agent) -> truth.restore(address, size));
        }
        InitialContents contents = new InitialContents(gpu, bindings, run, intent);
        stream.buffers().forEach(contents::put);
        stream.images().forEach(contents::put);
        run.images(stream.images());
        run.frames(Frames.of(stream.threads()));
        run.midway(stream.unseen() != UnseenWork.NONE);
        bindings.conflicts(device.limits().bufferImageGranularity()).forEach(run::note);
        GraphicsHardware hardware = gpu.graphics;
        Compression compression = gpu.compression;
        functional = gpu.engine.add(new FunctionalExecutor(gpu, run::ranInDetail));
        ImageUnits images = hardware == null || compression == null
                ? null
                : new ImageUnits(
                        device,
                        bindings,
                        hardware,
                        compression,
                        gpu.transfers,
                        functional,
                        run.order(),
                        deferred::discard,
                        deferred::restore);
        GraphicsExecutor graphics =
                images == null || hardware == null ? GraphicsExecutor.none() : graphics(hardware, images);
        Map<String, DeviceQueue> queues = queues(graphics);
        Presentations presentations = new Presentations(run, graphics, gpu.engine::now);
        graphicsReport = images == null || compression == null || hardware == null
                ? null
                : new GraphicsReport(
                        bindings,
                        stream.images(),
                        compression,
                        hardware,
                        images,
                        new ImageInspector(device, gpu, compression, intent));
        MappedMemory mapped = new MappedMemory(stream.allocatedLater());
        for (int i = 0; i < stream.threads().size(); i++) {
            threads.add(gpu.engine.add(new HostThreadRunner(
                    gpu.engine, stream.threads().get(i), i, run, gpu.host, queues, checks, mapped, presentations)));
        }
    }

    /** No two memories share a page that is compressed as a whole. */
    private static long allocationAlignment(GpuSpec device) {
        long page = device.pages().compressionInPageTable() ? device.pages().size() : 0;
        return Math.max(MemoryAllocator.DEFAULT_ALIGNMENT, page);
    }

    private GraphicsExecutor graphics(GraphicsHardware hardware, ImageUnits units) {
        GeometryUnit geometry = new GeometryUnit(
                bindings,
                outOfLimits == null ? null : new DrawLimits(device.limits(), outOfLimits, bindings),
                hardware.indirect,
                hardware.index,
                hardware.attribute,
                functional::carryOut);
        return new GraphicsUnits(
                device, bindings, stream.kernels(), gpu.engine, hardware, gpu.dispatcher, functional, geometry, units);
    }

    private CounterSampler.Sample sample() {
        return CounterSample.of(gpu, graphicsReport);
    }

    private Map<String, DeviceQueue> queues(GraphicsExecutor graphics) {
        UnitExecutor executor = gpu.engine.add(new UnitExecutor(
                gpu.engine,
                gpu.dispatcher,
                gpu.transfers,
                gpu.frontEnd,
                stream.kernels(),
                bindings,
                new DispatchLimits(device.limits(), outOfLimits),
                functional));
        Map<String, DeviceQueue> queues = new LinkedHashMap<>();
        for (QueueFamily family : device.queueFamilies()) {
            QueueCapabilities capabilities = QueueCapabilities.of(family.flags());
            for (int i = 0; i < family.count(); i++) {
                String name = family.name() + "." + i;
                queues.put(
                        name,
                        gpu.engine.add(new DeviceQueue(
                                gpu.engine, name, capabilities, run, executor, graphics, bindings::addresses)));
            }
        }
        return queues;
    }

    @Override
    public RunResult run() {
        machine.begin();
        threads.forEach(HostThreadRunner::begin);
        return result(machine.run(run::lastActivity));
    }

    @Override
    public MachineView view(Runnable afterEvent) {
        return machine.view(afterEvent, () -> new ViewedStream(gpu, bindings, run, monitor));
    }

    @Override
    public long cycle() {
        return gpu.engine.now();
    }

    @Override
    public void keepDetails() {
        machine.keepDetails();
    }

    @Override
    public @Nullable RunDetails details() {
        return machine.details(graphicsReport == null ? List.of() : graphicsReport.tileMaps());
    }

    @Override
    public void requestStop() {
        gpu.engine.requestStop();
    }

    @Override
    public String commandName(int index) {
        return run.attribution(index);
    }

    @Override
    public List<Level> levels() {
        return gpu.levels();
    }

    @Override
    public long addressOf(String resource) {
        return bindings.addressOf(resource);
    }

    private RunResult result(GpuRun.Ending ending) {
        long cycles = ending.cycles();
        // of findings a run for time alone tells those that cost no time: commands that were left out
        FindingLog told = options.timingOnly() ? null : findings;
        return new RunResult(
                stream.name(),
                device.name(),
                profile.name(),
                device.calibrated(),
                options.timingOnly(),
                options.seed(),
                cycles,
                cycles * 1e9 / device.clockHz(),
                gpu.requests(),
                gpu.sectors(),
                gpu.engine.executedEvents(),
                ending.interrupted(),
                ending.cut(),
                warmUp(),
                notes(),
                assumptions(),
                RunReport.commands(run, cycles),
                RunReport.barriers(run, cycles),
                RunReport.frames(run, cycles),
                machine.caches(i -> i < 0 ? "maintenance" : run.attribution(i)),
                gpu.vram.result(),
                gpu.host.result(),
                gpu.host.link(),
                gpu.hierarchy.network(),
                gpu.transfers.result(),
                RunReport.timestamps(run),
                told == null ? List.of() : told.staleReads(),
                told == null ? List.of() : told.lostWrites(),
                told == null ? List.of() : told.unwrittenReads(),
                outOfLimits == null ? List.of() : outOfLimits.findings(),
                options.timingOnly() ? List.of() : checks.results(),
                graphicsReport == null ? null : graphicsReport.rop(),
                gpu.tlb(),
                graphicsReport == null ? null : graphicsReport.display(),
                graphicsReport == null ? List.of() : graphicsReport.images(run.layouts()),
                graphicsReport == null || told == null ? List.of() : graphicsReport.tearing(run.agents()),
                gpu.usage.total(gpu.engine.now(), cycles),
                statistics.results(cycles),
                machine.analysis(RunReport.dispatches(run)));
    }

    @Override
    public int[] pixels(String image, int level, int layer, ImageSight sight) {
        GraphicsReport report = graphicsReport;
        if (report == null) {
            throw new IllegalArgumentException("no image named " + image);
        }
        return report.pixels(image, level, layer, sight);
    }

    @Override
    public byte[] contents(String resource) {
        GraphicsReport report = graphicsReport;
        for (ImageDeclaration image : stream.images()) {
            if (image.name().equals(resource) && report != null) {
                return report.texels(resource);
            }
        }
        return new BufferInspector(gpu).bytes(bindings.addressOf(resource), bindings.sizeOf(resource));
    }

    private @Nullable WarmUpResult warmUp() {
        WarmUp warmUp = options.warmUp();
        return warmUp == null
                ? null
                : new WarmUpResult(
                        warmUp.region(), warmUp.commands(), statistics.warmSince() >= 0, statistics.countedSince());
    }

    private List<String> notes() {
        List<String> notes = new ArrayList<>(stream.notes());
        notes.addAll(run.notes());
        notes.addAll(machine.notes());
        WarmUp warmUp = options.warmUp();
        if (warmUp != null) {
            long since = statistics.warmSince();
            long counted = statistics.countedSince();
            String again = counted > since ? "resetStatistics, which comes after " : "";
            notes.add(
                    since < 0
                            ? "the run ended before " + warmUp.words()
                                    + (counted > 0
                                            ? ", so that counters count from resetStatistics at cycle " + counted
                                                    + " on"
                                            : ", so that counters count all of it")
                                    + " (--warm-up)"
                            : "counters count from cycle " + counted + " on, behind " + again + warmUp.words()
                                    + " (--warm-up)");
        }
        return notes;
    }

    private List<String> assumptions() {
        List<String> list = new ArrayList<>();
        if (!device.calibrated()) {
            list.add("device " + device.name()
                    + " is not calibrated against hardware: compare times, do not quote them");
        }
        for (CacheSpec cache : ProfileFit.neverInvalidated(device, profile)) {
            list.add("profile " + profile.name() + " counts on the flush of "
                    + cache.role().name()
                    + " to drop its lines too, which " + cache.name() + " of device " + device.name()
                    + " does not (flushInvalidates): reads there stay stale whatever the barrier");
        }
        ByteDependence bytes = dependence;
        if (bytes != null) {
            list.add("bytes are followed, but not judged, because time depends on them ("
                    + bytes.origin().where() + "): " + bytes.why());
        }
        if (profile.implicitAssumed()) {
            list.add("profile " + profile.name()
                    + " does not say what submissions do: assumed to invalidate all caches at their begin and"
                    + " flush all at their end");
        }
        if (!profile.costs().none()) {
            list.add("profile " + profile.name() + " charges cycles for barriers of itself; its numbers: "
                    + profile.costs().status());
        }
        return list;
    }
}
