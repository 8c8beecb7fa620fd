// SPDX-License-Identifier: Apache-2.0
package dev.sluice.energy;

import dev.sluice.device.CacheSpec;
import dev.sluice.device.DramSpec;
import dev.sluice.device.GpuSpec;
import dev.sluice.energy.EnergyEstimate.CacheEnergy;
import dev.sluice.energy.EnergyEstimate.MemoryEnergy;
import dev.sluice.result.CacheCounters;
import dev.sluice.result.RunResult;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Estimates from a run's counters what it took; nothing is counted for this while the run goes on. */
public final class EnergyEstimator {
    /** What counters of caches count in. */
    static final int SECTOR = 32;

    /** The name of host memory among the memories. */
    static final String HOST_RAM = "host.ram";

    private static final String OF_HOST = "host.";
    private static final List<String> NOT_COUNTED = List.of(
            "arithmetic, registers and workgroup memory",
            "leakage of on-chip memories",
            "render output units, codecs, display and copy engine beside their accesses",
            "page walks");

    private final GpuSpec device;
    private final EnergySpec energy;

    /** Estimates for runs on a device. */
    public EnergyEstimator(GpuSpec device, EnergySpec energy) {
        this.device = device;
        this.energy = energy;
    }

    /** The estimate of a run. */
    public EnergyEstimate of(RunResult run) {
        Map<String, CacheEnergy> caches = caches(run);
        Map<String, MemoryEnergy> memories = new LinkedHashMap<>();
        memories.put(GpuSpec.VRAM, memory(run.vram(), device.vram(), energy.vram(), run.timeNs()));
        DramSpec ram = device.host().ram();
        DramEnergy ramEnergy = energy.ram();
        if (ram != null && ramEnergy != null) {
            memories.put(HOST_RAM, memory(run.host().ram(), ram, ramEnergy, run.timeNs()));
        }
        Map<String, Long> parts = new LinkedHashMap<>();
        caches.forEach((name, cache) -> parts.put(name, cache.total()));
        memories.forEach((name, memory) -> parts.put(name, memory.total()));
        parts.put("network", network(run.network()));
        parts.put("link", link(run.link()));
        long total = Picojoules.sum(parts.values());
        CommandShares shares = new CommandShares(device, run, caches, memories);
        List<EnergyEstimate.CommandEnergy> commands = shares.commands(parts.getOrDefault("network", 0L));
        long attributed = Picojoules.sum(commands.stream()
                .map(EnergyEstimate.CommandEnergy::totalPicojoules)
                .toList());
        double area = run.caches().keySet().stream()
                .mapToDouble(name -> caches.containsKey(name) ? caches.get(name).squareMillimetres() : 0)
                .sum();
        return new EnergyEstimate(
                true,
                energy.node(),
                total,
                run.timeNs() > 0 ? total / run.timeNs() / 1e3 : 0,
                area,
                parts,
                caches,
                memories,
                commands,
                total - attributed,
                new BarrierCosts(device, energy, run, memories).barriers(),
                NOT_COUNTED,
                energy.sources());
    }

    private Map<String, CacheEnergy> caches(RunResult run) {
        Map<String, Long> walked = new LinkedHashMap<>();
        run.barriers()
                .forEach(barrier -> barrier.actions()
                        .forEach(action -> walked.merge(action.cache(), action.linesVisited(), Long::sum)));
        Map<String, CacheEnergy> caches = new LinkedHashMap<>();
        for (CacheSpec spec : device.caches()) {
            RunResult.CacheResult node = run.caches().get(spec.name());
            if (node != null) {
                long lines = walked.getOrDefault(spec.name(), 0L);
                caches.put(spec.name(), cache(spec, node.total(), lines, node.instances()));
            }
        }
        for (CacheSpec spec : device.host().caches()) {
            CacheCounters counters = run.host().caches().get(spec.name());
            if (counters != null) {
                caches.put(OF_HOST + spec.name(), cache(spec, counters, 0, 1));
            }
        }
        return caches;
    }

    private CacheEnergy cache(CacheSpec spec, CacheCounters counters, long walked, int instances) {
        CacheCost cost = CacheCost.of(spec, energy.chip());
        long stores = staysHere(spec) ? counters.writes : counters.writeHits;
        return new CacheEnergy(
                Math.round(counters.lookups * cost.lookup() + walked * cost.tag()),
                Math.round((double) (counters.readHits + counters.atomics) * SECTOR * cost.dataByte()),
                Math.round((double) stores * SECTOR * cost.dataByte()),
                Math.round(counters.fillBytes * cost.dataByte()),
                Math.round(counters.writebackBytes * cost.dataByte()),
                instances * cost.area());
    }

    /** Whether stores that miss are kept. */
    static boolean staysHere(CacheSpec spec) {
        return spec.policy().canBeDirty();
    }

    private static MemoryEnergy memory(RunResult.DramResult counted, DramSpec dram, DramEnergy energy, double nanos) {
        // the access that a row is opened for is the miss or the conflict; those that follow are hits
        long activates = counted.rowMisses() + counted.rowConflicts();
        return new MemoryEnergy(
                activates,
                Math.round(activates * energy.activate(dram)),
                Math.round(counted.readBytes() * energy.readByte()),
                Math.round(counted.writeBytes() * energy.writeByte()),
                Math.round(counted.refreshes() * energy.refresh(dram)),
                Math.round(nanos * energy.background(dram)));
    }

    private long network(RunResult.NetworkResult network) {
        double bytes = (double) (network.requestFlits() + network.replyFlits())
                * device.network().flitBytes();
        return Math.round(bytes * energy.chip().networkByte());
    }

    private long link(RunResult.LinkResult link) {
        return Math.round(8.0 * (link.toDeviceBytes() + link.toHostBytes()) * energy.link());
    }
}
