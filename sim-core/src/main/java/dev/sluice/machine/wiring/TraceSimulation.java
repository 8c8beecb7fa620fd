// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import dev.sluice.device.CacheSpec;
import dev.sluice.device.GpuSpec;
import dev.sluice.machine.ImageSight;
import dev.sluice.machine.RunOptions;
import dev.sluice.machine.Simulation;
import dev.sluice.machine.fault.StreamException;
import dev.sluice.machine.memory.MemoryAllocator;
import dev.sluice.machine.memory.ResourceRanges;
import dev.sluice.machine.observe.Level;
import dev.sluice.machine.request.VersionBundles;
import dev.sluice.machine.trace.AccessTrace;
import dev.sluice.machine.trace.GridTrace;
import dev.sluice.machine.trace.PageMap;
import dev.sluice.machine.trace.ReplayOptions;
import dev.sluice.machine.trace.Trace;
import dev.sluice.machine.view.MachineView;
import dev.sluice.result.Counted;
import dev.sluice.result.RunDetails;
import dev.sluice.result.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A trace on a device: the hierarchy of a run, entered where a run's clients enter it, with the trace in their place. */
public final class TraceSimulation implements Simulation {

    /** What all accesses are made for. */
    static final String COMMAND = "trace";

    private final GpuSpec device;
    private final Trace trace;
    private final ReplayOptions how;
    private final RunOptions options;
    private final Gpu gpu;
    private final @Nullable PageMap pages;
    private final TraceRequests requests;
    private final TraceFeed feed;
    private final GpuRun run;

    /** Wires the device. */
    public TraceSimulation(GpuSpec device, Trace trace, ReplayOptions how, RunOptions options) {
        this.how = how;
        this.device = device;
        OpenedTrace opened = trace instanceof AccessTrace accesses ? new OpenedTrace(accesses) : null;
        this.trace = opened == null ? trace : opened;
        this.options = options;
        boolean bytes = opened != null && opened.bytes();
        if (!bytes) {
            refuseCompression(device);
        }
        MemoryAllocator allocator = new MemoryAllocator(
                device.heaps(), device.memoryTypes(), device.unified(), MemoryAllocator.DEFAULT_ALIGNMENT);
        gpu = new Gpu(
                device,
                allocator,
                opened != null && opened.images(),
                false,
                List.of(),
                opened == null ? ResourceRanges.NONE : opened.resources(),
                1,
                options,
                bytes && (device.rop().compresses() || compressedLines(device) != null),
                (address, size, agent) -> {},
                null);
        gpu.openEntrances();
        pages = trace.deviceAddresses() ? null : new PageMap(device.vram().size());
        VersionBundles bundles = gpu.compression == null
                ? new VersionBundles()
                : gpu.compression.table().bundles();
        requests = new TraceRequests(gpu.pool, pages, device.compute().count(), bundles);
        run = new GpuRun(gpu, options);
        feed = gpu.engine.add(
                opened != null
                        ? new AccessFeed(
                                gpu,
                                opened,
                                requests,
                                allocator.snooped(),
                                new ReplayedImages(gpu, opened.surfaces()),
                                how.outstanding(),
                                this::resetStatistics)
                        : new GridFeed(gpu, (GridTrace) trace, requests, how.outstanding()));
    }

    private static void refuseCompression(GpuSpec device) {
        CacheSpec cache = compressedLines(device);
        if (cache != null) {
            throw new StreamException(
                    "device " + device.name(),
                    "caches." + cache.name()
                            + ".compression: how far lines compress depends on their bytes, and this trace has none;"
                            + " a recording made with 'run --record' on a device that compresses has them");
        }
    }

    /** The first cache that compresses lines, if one does. */
    private static @Nullable CacheSpec compressedLines(GpuSpec device) {
        for (CacheSpec cache : device.caches()) {
            if (cache.structure().compression().on()) {
                return cache;
            }
        }
        return null;
    }

    private void resetStatistics() {
        run.resetStatistics();
        requests.reset();
    }

    @Override
    public RunResult run() {
        run.begin();
        feed.begin();
        return result(run.run(feed::lastActivity));
    }

    @Override
    public void keepDetails() {
        run.keepDetails();
    }

    @Override
    public @Nullable RunDetails details() {
        return run.details(List.of());
    }

    @Override
    public MachineView view(Runnable afterEvent) {
        return run.view(afterEvent, () -> new ViewedTrace());
    }

    @Override
    public void requestStop() {
        gpu.engine.requestStop();
    }

    @Override
    public long cycle() {
        return gpu.engine.now();
    }

    @Override
    public String commandName(int index) {
        return index < 0 ? "maintenance" : COMMAND;
    }

    @Override
    public List<Level> levels() {
        return gpu.levels();
    }

    @Override
    public long addressOf(String resource) {
        throw new IllegalArgumentException("a trace names no resource");
    }

    @Override
    public int[] pixels(String image, int level, int layer, ImageSight sight) {
        throw new IllegalArgumentException("a trace has no image");
    }

    @Override
    public byte[] contents(String resource) {
        throw new IllegalArgumentException("a trace has no bytes");
    }

    private RunResult result(GpuRun.Ending ending) {
        long cycles = ending.cycles();
        return new RunResult(
                trace.name(),
                device.name(),
                "none",
                device.calibrated(),
                true,
                options.seed(),
                cycles,
                cycles * 1e9 / device.clockHz(),
                requests.count(),
                requests.sectors(),
                gpu.engine.executedEvents(),
                ending.interrupted(),
                ending.cut(),
                null,
                notes(),
                assumptions(),
                List.of(),
                List.of(),
                List.of(),
                run.caches(this::commandName),
                gpu.vram.result(),
                gpu.host.result(),
                gpu.host.link(),
                gpu.hierarchy.network(),
                gpu.transfers.result(),
                Map.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                null,
                gpu.tlb(),
                null,
                List.of(),
                List.of(),
                gpu.usage.total(gpu.engine.now(), cycles),
                List.of(),
                run.analysis(List.of()));
    }

    private List<String> notes() {
        List<String> notes = new ArrayList<>();
        notes.add("a trace of " + Counted.of(feed.issued(), "access", "accesses")
                + (gpu.pool.functional()
                        ? ": its bytes decide what is compressed, and it has no barriers"
                        : ": it has no bytes and no barriers")
                + ", so that only time and traffic are told");
        PageMap map = pages;
        if (map != null) {
            notes.add(Counted.of(map.pages(), "page") + " of " + (map.pageBytes() >> 10) + " KiB touched");
            if (map.moved() > 0) {
                notes.add("the trace touches more than the device's memory holds: " + Counted.of(map.moved(), "time")
                        + " a page took the place of one that was not touched for long");
            }
        }
        notes.addAll(run.notes());
        notes.addAll(feed.notes());
        notes.addAll(trace.notes());
        notes.addAll(how.notes());
        return notes;
    }

    private List<String> assumptions() {
        return device.calibrated()
                ? List.of()
                : List.of("device " + device.name()
                        + " is not calibrated against hardware: compare times, do not quote them");
    }
}
