// SPDX-License-Identifier: Apache-2.0
package dev.sluice.energy;

import dev.sluice.device.CacheSpec;
import dev.sluice.device.GpuSpec;
import dev.sluice.energy.EnergyEstimate.BarrierEnergy;
import dev.sluice.energy.EnergyEstimate.MemoryEnergy;
import dev.sluice.result.RunResult;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Of what a run took, what its barriers made necessary: tags walked, data written back and fetched again. */
final class BarrierCosts {
    private final EnergySpec energy;
    private final RunResult run;
    private final Map<String, CacheSpec> specs = new HashMap<>();
    private final Map<String, CacheCost> costs = new HashMap<>();
    /** Activates by the bytes that they were for. */
    private final double activateByte;

    BarrierCosts(GpuSpec device, EnergySpec energy, RunResult run, Map<String, MemoryEnergy> memories) {
        this.energy = energy;
        this.run = run;
        for (CacheSpec spec : device.caches()) {
            specs.put(spec.name(), spec);
            costs.put(spec.name(), CacheCost.of(spec, energy.chip()));
        }
        MemoryEnergy vram = memories.get(GpuSpec.VRAM);
        long bytes = run.vram().readBytes() + run.vram().writeBytes();
        activateByte = vram == null || bytes == 0 ? 0 : (double) vram.activatePicojoules() / bytes;
    }

    /** Barriers that cost anything, in their order. */
    List<BarrierEnergy> barriers() {
        List<BarrierEnergy> found = new ArrayList<>();
        for (RunResult.BarrierResult barrier : run.barriers()) {
            BarrierEnergy cost = barrier(barrier);
            if (cost.totalPicojoules() > 0) {
                found.add(cost);
            }
        }
        return found;
    }

    private BarrierEnergy barrier(RunResult.BarrierResult barrier) {
        double walk = 0;
        double down = 0;
        double again = 0;
        for (RunResult.ActionResult action : barrier.actions()) {
            CacheCost cost = costs.get(action.cache());
            if (cost != null) {
                walk += action.linesVisited() * cost.tag();
                down += action.writtenBackBytes() * (cost.dataByte() + below(action.cache(), true));
            }
        }
        for (RunResult.Refill refill : barrier.refills()) {
            CacheCost cost = costs.get(refill.cache());
            if (cost != null) {
                again += refill.bytes() * (cost.dataByte() + below(refill.cache(), false));
            }
        }
        long walked = Math.round(walk);
        long written = Math.round(down);
        long filled = Math.round(again);
        return new BarrierEnergy(
                barrier.id(),
                barrier.label(),
                barrier.where(),
                walked,
                written,
                filled,
                Picojoules.sum(walked, written, filled));
    }

    /** Picojoules of a byte at the level below a cache, and on the way there. */
    private double below(String cache, boolean write) {
        CacheSpec spec = specs.get(cache);
        if (spec == null) {
            return 0;
        }
        CacheSpec next = specs.get(spec.parent());
        CacheCost cost = costs.get(spec.parent());
        if (next == null || cost == null) {
            DramEnergy vram = energy.vram();
            return activateByte + (write ? vram.writeByte() : vram.readByte());
        }
        boolean crosses = next.scope() == CacheSpec.Scope.DEVICE && spec.scope() != CacheSpec.Scope.DEVICE;
        return cost.dataByte()
                + cost.lookup() / EnergyEstimator.SECTOR
                + (crosses ? energy.chip().networkByte() : 0);
    }
}
