package dev.sluice.core.gpu;

import dev.sluice.core.cache.RefillLedger;
import dev.sluice.core.compute.ComputeUnit;
import dev.sluice.core.compute.Dispatcher;
import dev.sluice.core.dram.DramSystem;
import dev.sluice.core.engine.Engine;
import dev.sluice.core.memory.BackingStore;
import dev.sluice.core.memory.Client;
import dev.sluice.core.memory.Downstream;
import dev.sluice.core.memory.MemoryAllocator;
import dev.sluice.core.memory.RequestPool;
import dev.sluice.core.network.AddressRouter;
import dev.sluice.core.observe.SimObserver;
import dev.sluice.core.transfer.TransferEngine;
import dev.sluice.core.truth.AccessChecker;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A wired device: the one place where components meet. Reads like the block diagram of seed 002, from memory upwards.
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

    Gpu(GpuSpec spec, MemoryAllocator allocator, int hostThreads, RunOptions options, @Nullable AccessChecker checker) {
        this.spec = spec;
        this.allocator = allocator;
        this.pool = new RequestPool(!options.timingOnly());
        SimObserver observer = options.observer();
        RefillLedger ledger = new RefillLedger();

        vram = new DramSystem(
                engine, "vram", spec.vram(), spec.clockHz(), 0, new BackingStore(), pool, observer, checker);
        hierarchy = new Hierarchy(
                spec, new Hierarchy.Shared(engine, pool, ledger, options.seed(), observer, checker), vram);
        Downstream deviceMemory = hierarchy.buildMemorySide();
        host = new HostSide(spec, engine, pool, allocator, deviceMemory, hostThreads, observer, checker);
        hierarchy.build(new AddressRouter(deviceMemory, host.entrance(), allocator.snooped()));
        maintenance = engine.add(new MaintenanceUnit(engine, hierarchy, ledger));

        List<ComputeUnit> units = new ArrayList<>();
        for (int i = 0; i < spec.compute().count(); i++) {
            units.add(engine.add(new ComputeUnit(
                    engine, "cu[" + i + "]", i, spec.compute(), unitWays(i), pool, maintenance, observer, checker)));
        }
        dispatcher = engine.add(new Dispatcher(engine, "dispatcher", spec.compute(), units));
        transfers = engine.add(new TransferEngine(
                engine, "transfer", pool, spec.transfer(), hierarchy.transferWay(), observer, checker));
        frontEnd = engine.add(new FrontEnd(engine, pool, hierarchy.deviceWay(Client.INDIRECT), observer, checker));
    }

    private @Nullable Downstream[] unitWays(int unit) {
        @Nullable Downstream[] ways = new Downstream[Client.all().size()];
        for (Client client : List.of(Client.STORAGE, Client.SAMPLED, Client.UNIFORM, Client.INPUT_ATTACHMENT)) {
            ways[client.ordinal()] = shared(ways, client, unit);
        }
        return ways;
    }

    /** Clients that enter the same cache share one way, so that their order is that of issue. */
    private Downstream shared(@Nullable Downstream[] ways, Client client, int unit) {
        String target = spec.clients().get(client);
        for (Client earlier : Client.all()) {
            Downstream way = ways[earlier.ordinal()];
            if (way != null && java.util.Objects.equals(spec.clients().get(earlier), target)) {
                return way;
            }
        }
        return hierarchy.unitWay(client, unit);
    }

    /** Requests that all clients have sent. */
    long requests() {
        return dispatcher.requests() + transferRequests() + frontEnd.requests() + host.requests();
    }

    /** Sectors that they address. */
    long sectors() {
        return dispatcher.sectors() + transfers.sectors() + frontEnd.sectors() + host.sectors();
    }

    private long transferRequests() {
        var result = transfers.result();
        return result.reads() + result.writes();
    }

    /** Restarts the region of interest. */
    void resetStatistics() {
        hierarchy.nodes().forEach(node -> node.stats().reset());
        hierarchy.crossbars().forEach(dev.sluice.core.network.Crossbar::reset);
        vram.resetStatistics();
        transfers.resetStatistics();
        host.resetStatistics();
    }
}
