// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import dev.sluice.device.CacheSpec;
import dev.sluice.device.Client;
import dev.sluice.device.GpuSpec;
import dev.sluice.device.MemoryHeap;
import dev.sluice.device.TlbSpec;
import dev.sluice.machine.RunOptions;
import dev.sluice.machine.analysis.Asked;
import dev.sluice.machine.analysis.CacheUnderAnalysis;
import dev.sluice.machine.analysis.Peaks;
import dev.sluice.machine.analysis.RunAnalysis;
import dev.sluice.machine.cache.RefillLedger;
import dev.sluice.machine.compute.ComputeArray;
import dev.sluice.machine.compute.ComputeUnit;
import dev.sluice.machine.compute.Dispatcher;
import dev.sluice.machine.compute.FunctionalDispatcher;
import dev.sluice.machine.dram.DramSystem;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.memory.BackingStore;
import dev.sluice.machine.memory.LazyCommitment;
import dev.sluice.machine.memory.MemoryAllocator;
import dev.sluice.machine.memory.ResourceRanges;
import dev.sluice.machine.network.Router;
import dev.sluice.machine.observe.Level;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.machine.request.Downstream;
import dev.sluice.machine.request.RequestPool;
import dev.sluice.machine.request.VersionBundles;
import dev.sluice.machine.rop.transition.Discards;
import dev.sluice.machine.tlb.PageTableLayout;
import dev.sluice.machine.tlb.SharedTlb;
import dev.sluice.machine.tlb.TlbResult;
import dev.sluice.machine.trace.Entrance;
import dev.sluice.machine.transfer.TransferEngine;
import dev.sluice.machine.truth.AccessChecker;
import dev.sluice.machine.usage.Gauge;
import dev.sluice.machine.usage.UsageMeter;
import dev.sluice.program.image.Surface;
import dev.sluice.result.GraphicsResult;
import dev.sluice.result.Resource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A wired device: the one place where components meet. Reads like the block diagram of Philip Taylor's Vulkan memory
 * dependencies, section GPU memory architecture, from memory upwards.
 *
 * <pre>
 *   compute units   front end   transfer          host
 *        |              |          |               |
 *      private caches   |          |          host caches
 *        '--- crossbar -'----------|               |
 *            shared caches         |               |
 *                '---- router -----'---- link -----'
 *                        |                    |
 *                 memory-side cache       host memory
 *                        |
 *                      VRAM
 * </pre>
 */
final class Gpu {

    final GpuSpec spec;
    final Engine engine = new Engine();
    final RequestPool pool;
    final MemoryAllocator allocator;
    final DramSystem vram;
    final HostSide host;
    final Hierarchy hierarchy;
    final MaintenanceUnit maintenance;
    final Dispatcher dispatcher;
    final TransferEngine transfers;
    final FrontEnd frontEnd;
    private final ComputeArray array;
    private final List<ComputeUnit> units = new ArrayList<>();
    /** Made when first needed. */
    private @Nullable FunctionalDispatcher functional;

    private @Nullable RunAnalysis analysis;
    /** What clients that count on had counted when counters restarted. */
    private long requestsBefore;

    private long sectorsBefore;

    final Entrances entrances;
    final LazyCommitment commitment;
    final @Nullable Compression compression;
    final @Nullable GraphicsHardware graphics;
    final @Nullable SharedTlb translation;
    final UsageMeter usage;

    /**
     * @param images whether there are images, for whose tiles units then lie on the way to memory
     * @param drawing whether what only graphics needs is built
     * @param surfaces the stream's images
     * @param resources by which the cost of barriers is told apart
     * @param bytes whether requests carry bytes
     * @param discards told of contents that become undefined
     */
    Gpu(
            GpuSpec spec,
            MemoryAllocator allocator,
            boolean images,
            boolean drawing,
            List<Surface> surfaces,
            ResourceRanges resources,
            int hostThreads,
            RunOptions options,
            boolean bytes,
            Discards discards,
            @Nullable AccessChecker checker) {
        this.spec = spec;
        this.allocator = allocator;
        this.pool = new RequestPool(bytes);
        SimObserver observer = options.observer();
        RefillLedger ledger = new RefillLedger(resources);
        entrances = new Entrances(engine, options.recorder());
        if (options.recorder() != null) {
            pool.keepOrigins(); // a trace tells who accessed what, whatever asks for it in this run
        }

        vram = new DramSystem(
                engine,
                "vram",
                spec.vram(),
                spec.clockHz(),
                0,
                new BackingStore(pool.blocks()),
                pool,
                observer,
                checker);
        compression = !images ? null : new Compression(spec, engine, pool, surfaces, entrances, checker);
        if (entrances.recorded()) {
            recordHead(surfaces, resources);
        }
        commitment = new LazyCommitment(spec.pages().size());
        hierarchy = new Hierarchy(
                spec,
                new Hierarchy.Shared(engine, pool, ledger, options.seed(), observer, checker, compression),
                commitment.watch(vram));
        Downstream deviceMemory = hierarchy.buildMemorySide();
        host = new HostSide(spec, engine, pool, allocator, deviceMemory, hostThreads, options, checker);
        if (entrances.recorded()) {
            host.port().onSend(entrances::fromHost);
            allocator.snooped().forEach(entrances::snooped);
        }
        hierarchy.build(Router.byAddress(deviceMemory, host.entrance(), allocator.snooped()));
        entrances.watch(hierarchy);
        translation = translation(deviceMemory);
        if (translation != null) {
            PageTableLayout table = translation.table();
            entrances.pageTable(table.base(), table.base() + table.size());
        }
        maintenance = engine.add(new MaintenanceUnit(engine, hierarchy, ledger, resources));

        array = engine.add(new ComputeArray(engine, "compute units", spec.compute(), pool, observer, checker));
        for (int i = 0; i < spec.compute().count(); i++) {
            units.add(engine.add(new ComputeUnit(engine, "cu[" + i + "]", i, array, unitPaths(i), maintenance)));
        }
        dispatcher = engine.add(new Dispatcher(engine, "dispatcher", spec.compute(), units));
        transfers = engine.add(new TransferEngine(
                engine,
                "transfer",
                pool,
                spec.transfer(),
                entrance(Entrance.TRANSFER, translated("transfer", transferPath())),
                observer,
                checker));
        frontEnd = engine.add(new FrontEnd(
                engine,
                pool,
                entrance(Entrance.FRONT_END, translated("front end", hierarchy.devicePath(Client.INDIRECT))),
                observer,
                checker));
        new HierarchyGauges(spec, hierarchy).levels(array.cycles());
        usage = new UsageMeter(array.cycles());
        graphics = compression == null || !drawing
                ? null
                : new GraphicsHardware(
                        spec,
                        engine,
                        pool,
                        hierarchy,
                        compression,
                        discards,
                        this::translated,
                        entrances,
                        observer,
                        checker);
        gauges(array);
    }

    /** Says what a replay has to know before it builds the device. */
    private void recordHead(List<Surface> surfaces, ResourceRanges resources) {
        if (compression != null) {
            entrances.images();
        }
        if (pool.functional() && compresses(surfaces)) {
            entrances.bytes(
                    compression == null
                            ? new VersionBundles()
                            : compression.table().bundles());
        }
        for (Surface surface : surfaces) {
            if (surface.compressible()) {
                entrances.surface(surface, spec.rop());
            }
        }
        resources.forEach(entrances::resource);
    }

    /** Whether what becomes of a write depends on its bytes. */
    private boolean compresses(List<Surface> surfaces) {
        return spec.caches().stream()
                        .anyMatch(cache -> cache.structure().compression().on())
                || surfaces.stream().anyMatch(Surface::compressible);
    }

    private void gauges(ComputeArray units) {
        units.gauges(usage);
        dispatcher.gauges(usage);
        new HierarchyGauges(spec, hierarchy).addTo(usage);
        SharedTlb walkers = translation;
        if (walkers != null) {
            String name = walkers.name();
            usage.add(Gauge.of(Resource.PAGE_WALKERS, name, name, (i, now) -> walkers.fullCycles(now)));
        }
        vram.gauges(usage);
        host.gauges(usage);
        transfers.gauges(usage);
        if (graphics != null && graphics.units != null) {
            graphics.units.gauges(usage);
        }
    }

    /** Where copies read and write; a device whose copies read through a cache that they write past has two paths. */
    private Downstream transferPath() {
        if (spec.transfer().reads() == null) {
            return decoded(Client.TRANSFER, hierarchy.transferPath());
        }
        return Router.byDirection(decoded(Client.TRANSFER, hierarchy.transferReadPath()), hierarchy.transferPath());
    }

    private Downstream decoded(Client client, Downstream path) {
        return compression == null ? path : compression.inFrontOf(client, path);
    }

    /** The look-aside buffers' second level and walkers, or null where translation costs nothing. */
    private @Nullable SharedTlb translation(Downstream memory) {
        TlbSpec tlb = spec.pages().tlb();
        if (tlb == null) {
            return null;
        }
        long device = 0;
        long host = 0;
        for (MemoryHeap heap : spec.heaps()) {
            if (heap.deviceLocal() || spec.unified()) {
                device += heap.size();
            } else {
                host += heap.size();
            }
        }
        long page = spec.pages().size();
        long size = new PageTableLayout(0, tlb.levels(), page, device, host).size();
        long base = new HiddenMemory(spec, allocator).take("page table", size);
        PageTableLayout table = new PageTableLayout(base, tlb.levels(), page, device, host);
        return engine.add(new SharedTlb(engine, "tlb", pool, tlb, page, table, memory));
    }

    private Downstream translated(String who, Downstream path) {
        return translation == null ? path : translation.inFrontOf(who + " tlb", path);
    }

    private Downstream entrance(Entrance entrance, Downstream path) {
        return entrances.add(entrance, 0, path);
    }

    private @Nullable Downstream[] unitPaths(int unit) {
        @Nullable Downstream[] paths = new Downstream[Client.all().size()];
        for (Client client : Client.ofComputeUnits()) {
            paths[client.ordinal()] = shared(paths, client, unit);
        }
        entrances.addUnit(unit, paths);
        return paths;
    }

    /** Clients that enter the same cache share one path, so that their order is that of issue. */
    private Downstream shared(@Nullable Downstream[] paths, Client client, int unit) {
        String target = spec.clients().get(client);
        for (Client earlier : Client.all()) {
            Downstream path = paths[earlier.ordinal()];
            if (path != null && java.util.Objects.equals(spec.clients().get(earlier), target)) {
                return path;
            }
        }
        return translated("cu[" + unit + "] " + target, hierarchy.unitPath(client, unit));
    }

    /** Begins to look into what happens from now on. */
    void analyze() {
        List<CacheUnderAnalysis> caches = new ArrayList<>();
        for (CacheSpec cache : spec.caches()) {
            for (CacheNode node : hierarchy.nodes()) {
                if (node.spec().name().equals(cache.name())) {
                    caches.add(new CacheUnderAnalysis(
                            node.spec(), node.instances(), command -> Asked.of(node.stats(), command)));
                }
            }
        }
        RunAnalysis analysis = new RunAnalysis(
                caches,
                vram.counters(),
                spec.vram().transactionBytes(),
                array.countOperations(),
                vram.watch(),
                Peaks.of(spec, vram.peakBytesPerCycle()));
        vram.beforeCounting(analysis::tick);
        this.analysis = analysis;
    }

    /** What looks into the run; null in most runs. */
    @Nullable
    RunAnalysis analysis() {
        return analysis;
    }

    /** What fills and empties, in the order of the block diagram from the units down. */
    List<Level> levels() {
        List<Level> levels = new ArrayList<>();
        units.forEach(unit ->
                levels.add(new Level(Level.WAVES, unit.name(), spec.compute().wavesPerUnit(), unit::residentWaves)));
        hierarchy
                .nodes()
                .forEach(node -> node.slices()
                        .forEach(slice -> levels.add(new Level(
                                Level.MSHRS, slice.name(), slice.spec().ports().mshrs(), slice::outstandingLines))));
        levels.addAll(vram.levels());
        return levels;
    }

    /** What carries dispatches out without time. */
    FunctionalDispatcher functionalDispatcher() {
        FunctionalDispatcher made = functional;
        if (made == null) {
            made = new FunctionalDispatcher(array, units, new PrivateCaches(hierarchy), engine::stopRequested);
            functional = made;
        }
        return made;
    }

    /** The ways in of those that only a stream with images has, where a trace may need them: in the order of such a stream. */
    void openEntrances() {
        if (DrawCheck.draws(spec)) {
            for (int unit = 0; unit < spec.rop().count(); unit++) {
                for (Entrance entrance : List.of(Entrance.COLOR_ATTACHMENT, Entrance.DEPTH_STENCIL_ATTACHMENT)) {
                    Client client = entrance.client();
                    String who = "rop[" + unit + "] " + client.key();
                    entrances.add(entrance, unit, translated(who, hierarchy.unitCachePath(client, unit)));
                }
            }
            entrances.addTransitions(hierarchy.pathBelow(Client.COLOR_ATTACHMENT));
        } else {
            entrances.addTransitions(hierarchy.devicePath(Client.TRANSFER));
        }
        for (Entrance entrance :
                List.of(Entrance.DISPLAY, Entrance.INDIRECT, Entrance.INDEX, Entrance.VERTEX_ATTRIBUTE)) {
            Client client = entrance.client();
            Downstream path = hierarchy.devicePath(client);
            entrance(entrance, translated(client.key(), client == Client.DISPLAY ? decoded(client, path) : path));
        }
    }

    /** Requests that all clients have sent since counters restarted. */
    long requests() {
        return requestsEver() - requestsBefore;
    }

    /** Sectors that they address. */
    long sectors() {
        return sectorsEver() - sectorsBefore;
    }

    /** What translation cost since counters restarted, or null where it costs nothing. */
    GraphicsResult.@Nullable Tlb tlb() {
        if (translation == null) {
            return null;
        }
        TlbResult did = translation.result();
        return new GraphicsResult.Tlb(
                did.lookups(),
                did.hits(),
                did.sharedHits(),
                did.walks(),
                did.merged(),
                did.walkReads(),
                did.walkBytes(),
                did.stallCycles());
    }

    private long requestsEver() {
        return dispatcher.requests()
                + (functional == null ? 0 : functional.requests())
                + transferRequests()
                + frontEnd.requests()
                + host.requests()
                + (graphics == null ? 0 : graphics.requests());
    }

    private long sectorsEver() {
        return dispatcher.sectors()
                + (functional == null ? 0 : functional.sectors())
                + transfers.sectors()
                + frontEnd.sectors()
                + host.sectors()
                + (graphics == null ? 0 : graphics.sectors());
    }

    private long transferRequests() {
        var result = transfers.result();
        return result.reads() + result.writes();
    }

    /** Restarts the region of interest. */
    void resetStatistics() {
        usage.reset(engine.now());
        entrances.reset();
        hierarchy.nodes().forEach(node -> node.stats().reset());
        hierarchy.crossbars().forEach(dev.sluice.machine.network.Crossbar::reset);
        vram.resetStatistics();
        transfers.resetStatistics();
        host.resetStatistics();
        if (compression != null) {
            compression.resetStatistics();
        }
        if (graphics != null) {
            graphics.resetStatistics();
        }
        if (translation != null) {
            translation.resetStatistics();
        }
        if (analysis != null) {
            analysis.reset(engine.now());
        }
        // last: some clients have restarted by now, others count on because audits balance what they count
        requestsBefore = requestsEver();
        sectorsBefore = sectorsEver();
    }
}
