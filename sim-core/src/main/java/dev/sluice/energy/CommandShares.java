// SPDX-License-Identifier: Apache-2.0
package dev.sluice.energy;

import dev.sluice.device.CacheSpec;
import dev.sluice.device.GpuSpec;
import dev.sluice.energy.EnergyEstimate.CacheEnergy;
import dev.sluice.energy.EnergyEstimate.CommandEnergy;
import dev.sluice.energy.EnergyEstimate.MemoryEnergy;
import dev.sluice.result.AccessCounters;
import dev.sluice.result.RunResult;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Puts down to commands what can be: at each cache its accesses, of fills, network and memory a share by its misses and stores.
 *
 * <p>Write-backs, refresh and background belong to no command.
 */
final class CommandShares {
    private final GpuSpec device;
    private final RunResult run;
    private final Map<String, CacheEnergy> caches;
    private final Map<String, MemoryEnergy> memories;
    private final Map<String, Share> shares = new LinkedHashMap<>();

    /** What one command took, and its weights in what is shared. */
    private static final class Share {
        private long cache;
        private long crossing;
        private long reads;
        private long writes;
        private boolean cached;
    }

    CommandShares(GpuSpec device, RunResult run, Map<String, CacheEnergy> caches, Map<String, MemoryEnergy> memories) {
        this.device = device;
        this.run = run;
        this.caches = caches;
        this.memories = memories;
    }

    /** The commands that took anything, those of the program first. */
    List<CommandEnergy> commands(long network) {
        run.commands().forEach(command -> shares.put(command.id(), new Share()));
        for (CacheSpec spec : device.caches()) {
            RunResult.CacheResult node = run.caches().get(spec.name());
            CacheEnergy energy = caches.get(spec.name());
            if (node != null && energy != null) {
                cache(spec, node.byCommand(), energy);
            }
        }
        Map<String, @Nullable String> labels = new LinkedHashMap<>();
        for (RunResult.CommandResult command : run.commands()) {
            labels.put(command.id(), command.label());
            Share share = Objects.requireNonNull(shares.get(command.id()));
            if (!share.cached) {
                // it goes past all caches
                share.reads += command.bytesRead() / EnergyEstimator.SECTOR;
                share.writes += command.bytesWritten() / EnergyEstimator.SECTOR;
            }
        }
        return shared(network, labels);
    }

    private void cache(CacheSpec spec, Map<String, AccessCounters> byCommand, CacheEnergy energy) {
        boolean stays = EnergyEstimator.staysHere(spec);
        boolean crossed = spec.scope() == CacheSpec.Scope.DEVICE;
        boolean last = spec.parent().equals(GpuSpec.VRAM);
        long accesses = 0;
        long hits = 0;
        long stores = 0;
        long misses = 0;
        for (AccessCounters one : byCommand.values()) {
            accesses += one.reads + one.writes;
            hits += one.readHits;
            stores += stores(one, stays);
            misses += misses(spec, one);
        }
        for (Map.Entry<String, AccessCounters> entry : byCommand.entrySet()) {
            AccessCounters one = entry.getValue();
            Share share = shares.computeIfAbsent(entry.getKey(), key -> new Share());
            share.cached = true;
            share.cache = Picojoules.sum(
                    share.cache,
                    part(energy.tagPicojoules(), one.reads + one.writes, accesses),
                    part(energy.readPicojoules(), one.readHits, hits),
                    part(energy.writePicojoules(), stores(one, stays), stores),
                    part(energy.fillPicojoules(), misses(spec, one), misses));
            share.crossing += crossed ? one.reads + one.writes : 0;
            share.reads += last ? misses(spec, one) : 0;
            share.writes += last ? one.writes : 0;
        }
    }

    private List<CommandEnergy> shared(long network, Map<String, @Nullable String> labels) {
        long crossing = 0;
        long reads = 0;
        long writes = 0;
        for (Share share : shares.values()) {
            crossing += share.crossing;
            reads += share.reads;
            writes += share.writes;
        }
        MemoryEnergy vram = Objects.requireNonNull(memories.get(GpuSpec.VRAM));
        List<CommandEnergy> commands = new ArrayList<>();
        for (Map.Entry<String, Share> entry : shares.entrySet()) {
            Share share = entry.getValue();
            long crossed = part(network, share.crossing, crossing);
            long memory = Picojoules.sum(
                    part(vram.activatePicojoules(), share.reads + share.writes, reads + writes),
                    part(vram.readPicojoules(), share.reads, reads),
                    part(vram.writePicojoules(), share.writes, writes));
            long total = Picojoules.sum(share.cache, crossed, memory);
            if (total > 0) {
                commands.add(new CommandEnergy(
                        entry.getKey(), labels.get(entry.getKey()), share.cache, crossed, memory, total));
            }
        }
        return commands;
    }

    private static long stores(AccessCounters one, boolean stays) {
        return stays ? one.writes : one.writeHits;
    }

    private static long misses(CacheSpec spec, AccessCounters one) {
        boolean fetches = spec.policy().allocate() == CacheSpec.Allocation.FETCH_ON_WRITE;
        return one.readMisses + (fetches ? one.writeMisses : 0);
    }

    /** A share of a sum, rounded down, so that shares never exceed it. */
    private static long part(long sum, long weight, long all) {
        return all == 0
                ? 0
                : BigInteger.valueOf(sum)
                        .multiply(BigInteger.valueOf(weight))
                        .divide(BigInteger.valueOf(all))
                        .longValue();
    }
}
