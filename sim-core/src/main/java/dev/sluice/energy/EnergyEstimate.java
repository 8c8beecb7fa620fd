// SPDX-License-Identifier: Apache-2.0
package dev.sluice.energy;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An estimate of what a run took, in picojoules; component names are the keys of {@code energy} in {@code result.json}.
 *
 * @param estimate always true: nothing of this was measured
 * @param node the process of the chip
 * @param totalPicojoules the sum of the parts
 * @param averageWatts the total by the time of the run
 * @param cacheSquareMillimetres the area of all caches of the device
 * @param parts caches, memories, network and link
 * @param commands what can be put down to commands, and of those that took any
 * @param unattributedPicojoules the rest of the total
 * @param barriers of the total, what barriers made necessary
 * @param notCounted what the total leaves out
 * @param sources where the numbers come from
 */
public record EnergyEstimate(
        boolean estimate,
        String node,
        long totalPicojoules,
        double averageWatts,
        double cacheSquareMillimetres,
        Map<String, Long> parts,
        Map<String, CacheEnergy> caches,
        Map<String, MemoryEnergy> memories,
        List<CommandEnergy> commands,
        long unattributedPicojoules,
        List<BarrierEnergy> barriers,
        List<String> notCounted,
        List<EnergySource> sources) {
    public EnergyEstimate {
        parts = Collections.unmodifiableMap(new LinkedHashMap<>(parts));
        caches = Collections.unmodifiableMap(new LinkedHashMap<>(caches));
        memories = Collections.unmodifiableMap(new LinkedHashMap<>(memories));
        commands = List.copyOf(commands);
        barriers = List.copyOf(barriers);
        notCounted = List.copyOf(notCounted);
        sources = List.copyOf(sources);
    }

    /**
     * A cache, all its instances together.
     *
     * @param tagPicojoules look-ups, and tags that maintenance examined
     * @param readPicojoules hits, and what atomics read
     * @param writePicojoules stores that stay here
     * @param fillPicojoules what came from below
     * @param writeBackPicojoules what was read to go down
     */
    public record CacheEnergy(
            long tagPicojoules,
            long readPicojoules,
            long writePicojoules,
            long fillPicojoules,
            long writeBackPicojoules,
            double squareMillimetres) {
        /** The sum. */
        long total() {
            return Picojoules.sum(tagPicojoules, readPicojoules, writePicojoules, fillPicojoules, writeBackPicojoules);
        }
    }

    /**
     * A memory, by command.
     *
     * @param activates rows that were opened for an access
     * @param activatePicojoules those with their precharges
     */
    public record MemoryEnergy(
            long activates,
            long activatePicojoules,
            long readPicojoules,
            long writePicojoules,
            long refreshPicojoules,
            long backgroundPicojoules) {
        /** The sum. */
        long total() {
            return Picojoules.sum(
                    activatePicojoules, readPicojoules, writePicojoules, refreshPicojoules, backgroundPicojoules);
        }
    }

    /**
     * What is put down to a command: its accesses, and its share of what their misses made necessary.
     *
     * @param id the command, or who else accessed caches
     */
    public record CommandEnergy(
            String id,
            @Nullable String label,
            long cachePicojoules,
            long networkPicojoules,
            long memoryPicojoules,
            long totalPicojoules) {}

    /**
     * What a barrier made necessary, at its caches and the level below.
     *
     * @param walkPicojoules tags that its actions examined
     * @param writeBackPicojoules dirty data that it sent down
     * @param refillPicojoules what was fetched again because it dropped it
     */
    public record BarrierEnergy(
            String id,
            @Nullable String label,
            String where,
            long walkPicojoules,
            long writeBackPicojoules,
            long refillPicojoules,
            long totalPicojoules) {}
}
