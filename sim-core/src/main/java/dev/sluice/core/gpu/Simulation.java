package dev.sluice.core.gpu;

import dev.sluice.core.barrier.AddressRange;
import dev.sluice.core.barrier.BarrierProfile;
import dev.sluice.core.barrier.QueueCapabilities;
import dev.sluice.core.command.BufferDeclaration;
import dev.sluice.core.command.MemoryDeclaration;
import dev.sluice.core.command.StreamProgram;
import dev.sluice.core.command.run.DeviceQueue;
import dev.sluice.core.command.run.HostChecks;
import dev.sluice.core.command.run.HostReadNotes;
import dev.sluice.core.command.run.HostThreadRunner;
import dev.sluice.core.command.run.MappedMemory;
import dev.sluice.core.command.run.RunContext;
import dev.sluice.core.command.run.RunReport;
import dev.sluice.core.command.run.StreamException;
import dev.sluice.core.memory.Allocation;
import dev.sluice.core.memory.AllocationException;
import dev.sluice.core.memory.MemoryAllocator;
import dev.sluice.core.stats.RunResult;
import dev.sluice.core.truth.AccessChecker;
import dev.sluice.core.truth.Diagnosis;
import dev.sluice.core.truth.FindingLog;
import dev.sluice.core.truth.ResourceMap;
import dev.sluice.core.truth.TruthMonitor;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One run of a stream on a device.
 *
 * <p>Made, run once, and asked for its result. {@link #requestStop()} may be called from another thread; the result then says
 * that it was interrupted.
 */
public final class Simulation {

    private final GpuSpec device;
    private final BarrierProfile profile;
    private final StreamProgram stream;
    private final RunOptions options;
    private final Gpu gpu;
    private final Bindings bindings;
    private final RunContext run;
    private final HostChecks checks = new HostChecks();
    private final List<HostThreadRunner> threads = new ArrayList<>();
    private final @Nullable FindingLog findings;

    /**
     * Wires the device and binds the stream's memories.
     *
     * @throws StreamException if a memory does not fit its heap
     */
    public Simulation(GpuSpec device, BarrierProfile profile, StreamProgram stream, RunOptions options) {
        this.device = device;
        this.profile = profile;
        this.stream = stream;
        this.options = options;
        MemoryAllocator allocator = new MemoryAllocator(device.heaps(), device.memoryTypes(), device.unified());
        bindings = new Bindings(stream, allocator);
        DeferredChecker deferred = new DeferredChecker();
        AccessChecker checker = options.timingOnly() ? null : deferred;
        gpu = new Gpu(device, allocator, Math.max(1, stream.threads().size()), options, checker);
        run = new RunContext(profile, gpu.maintenance, gpu.host, options.observer(), gpu.dispatcher::idleUnitCycles);
        run.onResetStatistics(gpu::resetStatistics);
        if (checker == null) {
            findings = null;
        } else {
            Diagnosis diagnosis = new Diagnosis(
                    new Copies(gpu),
                    run.order(),
                    bindings.resources(),
                    device.limits().nonCoherentAtomSize());
            findings = new FindingLog(run.agents(), bindings.resources(), diagnosis, gpu.engine::now);
            deferred.delegate(new HostReadNotes(new TruthMonitor(run.order(), findings), run));
        }
        Map<String, DeviceQueue> queues = queues();
        MappedMemory mapped = new MappedMemory();
        for (int i = 0; i < stream.threads().size(); i++) {
            threads.add(gpu.engine.add(new HostThreadRunner(
                    gpu.engine,
                    stream.threads().get(i),
                    i,
                    run,
                    gpu.host,
                    queues,
                    checks,
                    mapped,
                    gpu::resetStatistics)));
        }
    }

    private Map<String, DeviceQueue> queues() {
        UnitExecutor executor = gpu.engine.add(new UnitExecutor(
                gpu.engine, gpu.dispatcher, gpu.transfers, gpu.frontEnd, stream.kernels(), bindings::addresses));
        Map<String, DeviceQueue> queues = new LinkedHashMap<>();
        for (QueueFamily family : device.queueFamilies()) {
            QueueCapabilities capabilities = QueueCapabilities.of(family.flags());
            for (int i = 0; i < family.count(); i++) {
                String name = family.name() + "." + i;
                queues.put(
                        name,
                        gpu.engine.add(
                                new DeviceQueue(gpu.engine, name, capabilities, run, executor, bindings::addresses)));
            }
        }
        return queues;
    }

    /**
     * Runs to the end, or until stopped.
     *
     * @throws dev.sluice.core.engine.DeadlockException if nothing can go on though work is left
     * @throws StreamException if the stream does what it may not
     */
    public RunResult run() {
        threads.forEach(HostThreadRunner::begin);
        gpu.engine.run();
        boolean interrupted = gpu.engine.stopRequested();
        if (!interrupted) {
            gpu.engine.auditAtEnd();
        }
        return result(interrupted);
    }

    /** The current cycle; may be read by another thread for progress, in which case it may be a little old. */
    public long now() {
        return gpu.engine.now();
    }

    /** Asks the run to end after the current cycle. */
    public void requestStop() {
        gpu.engine.requestStop();
    }

    /** The name of a command (or host operation) by the index that its requests carry. */
    public String commandName(int index) {
        return run.attribution(index);
    }

    /**
     * The address of a buffer's first byte.
     *
     * @throws IllegalArgumentException if the stream has no such buffer
     */
    public long addressOf(String buffer) {
        return bindings.addresses(new dev.sluice.core.command.BufferRange(buffer, 0, 1))
                .address();
    }

    private RunResult result(boolean interrupted) {
        long cycles = interrupted ? gpu.engine.now() : run.lastActivity();
        Map<String, RunResult.CacheResult> caches = new LinkedHashMap<>();
        device.caches()
                .forEach(spec -> gpu.hierarchy.nodes().stream()
                        .filter(node -> node.spec().name().equals(spec.name()))
                        .forEach(node -> caches.put(
                                spec.name(), node.stats().result(i -> i < 0 ? "maintenance" : run.attribution(i)))));
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
                interrupted,
                notes(),
                assumptions(),
                RunReport.commands(run, cycles),
                RunReport.barriers(run, cycles),
                caches,
                gpu.vram.result(),
                gpu.host.result(),
                gpu.host.link(),
                network(),
                gpu.transfers.result(),
                RunReport.timestamps(run),
                findings == null ? List.of() : findings.staleReads(),
                findings == null ? List.of() : findings.lostWrites(),
                findings == null ? List.of() : findings.unwrittenReads(),
                checks.results());
    }

    private List<String> notes() {
        List<String> notes = new ArrayList<>(stream.notes());
        notes.addAll(run.notes());
        return notes;
    }

    private List<String> assumptions() {
        List<String> list = new ArrayList<>();
        if (!device.calibrated()) {
            list.add("device " + device.name()
                    + " is not calibrated against hardware: compare times, do not quote them");
        }
        if (profile.implicitAssumed()) {
            list.add(
                    "profile " + profile.name()
                            + " does not say what submissions do: assumed to invalidate all caches at their begin and flush all at their end");
        }
        return list;
    }

    private RunResult.NetworkResult network() {
        RunResult.NetworkResult sum = new RunResult.NetworkResult(0, 0, 0, 0);
        for (var crossbar : gpu.hierarchy.crossbars()) {
            RunResult.NetworkResult one = crossbar.result();
            sum = new RunResult.NetworkResult(
                    sum.requests() + one.requests(),
                    sum.requestFlits() + one.requestFlits(),
                    sum.replyFlits() + one.replyFlits(),
                    Math.max(sum.busiestPortFlits(), one.busiestPortFlits()));
        }
        return sum;
    }

    /** Where the stream's memories and buffers lie. */
    private static final class Bindings {
        private final Map<String, Long> bases = new LinkedHashMap<>();
        private final ResourceMap resources = new ResourceMap();

        Bindings(StreamProgram stream, MemoryAllocator allocator) {
            Map<String, Allocation> memories = new LinkedHashMap<>();
            for (MemoryDeclaration memory : stream.memories()) {
                try {
                    Allocation allocation = allocator.allocate(memory.name(), memory.size(), memory.typeIndex());
                    memories.put(memory.name(), allocation);
                    resources.addMemory(memory.name(), allocation.base(), allocation.size());
                } catch (AllocationException e) {
                    throw new StreamException(memory.origin(), String.valueOf(e.getMessage()));
                }
            }
            for (BufferDeclaration buffer : stream.buffers()) {
                Allocation memory = memories.get(buffer.memory());
                if (memory == null) {
                    throw new StreamException(buffer.origin(), "buffer " + buffer.name() + " has no memory");
                }
                long base = memory.base() + buffer.offset();
                bases.put(buffer.name(), base);
                resources.addBuffer(buffer.name(), base, buffer.size(), memory.name(), memory.base());
            }
        }

        ResourceMap resources() {
            return resources;
        }

        AddressRange addresses(dev.sluice.core.command.BufferRange range) {
            Long base = bases.get(range.buffer());
            if (base == null) {
                throw new IllegalArgumentException("no buffer named " + range.buffer());
            }
            return new AddressRange(base + range.offset(), range.size());
        }
    }
}
