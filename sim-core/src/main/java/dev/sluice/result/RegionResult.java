// SPDX-License-Identifier: Apache-2.0
package dev.sluice.result;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What was counted in a statistics region, once each time that the program came through it.
 *
 * @param name the region's
 * @param occurrence which time it was, from 1
 * @param mode {@code detailed} or {@code functional}
 * @param where the place of its begin
 * @param complete whether the program reached its end
 * @param startCycle when it began
 * @param endCycle when it ended; that of the run where it did not
 * @param requests coalesced accesses of all clients
 * @param sectors sectors that they address
 * @param commands ids of the commands that ran in it, in the order in which queues reached them
 * @param functional how many of them ran at once, without time
 * @param detailed ids of those that were to run without time and could not
 * @param host the host's accesses, with its memory
 */
public record RegionResult(
        String name,
        int occurrence,
        String mode,
        String where,
        boolean complete,
        long startCycle,
        long endCycle,
        long cycles,
        long requests,
        long sectors,
        List<String> commands,
        long functional,
        List<String> detailed,
        Map<String, Cache> caches,
        RunResult.DramResult vram,
        RunResult.HostResult host,
        RunResult.LinkResult link,
        RunResult.NetworkResult network,
        RunResult.TransferResult transfer,
        GraphicsResult.@Nullable Rop rop,
        GraphicsResult.@Nullable Tlb tlb,
        GraphicsResult.@Nullable Display display) {

    public RegionResult {
        commands = List.copyOf(commands);
        detailed = List.copyOf(detailed);
    }

    /**
     * A cache node, summed over instances.
     *
     * @param prefetch null where the node has no prefetcher
     * @param structure null where the node has nothing beside its lines of which there is something to count
     * @param compression null where the node does not compress its lines
     */
    public record Cache(
            String role,
            int instances,
            CacheCounters total,
            Map<String, AccessCounters> byClient,
            @Nullable PrefetchResult prefetch,
            @Nullable StructureResult structure,
            @Nullable LineCompressionResult compression) {

        /** The same counters with ratios that are theirs, where they are sums or differences of others. */
        public Cache withRatios() {
            return new Cache(
                    role,
                    instances,
                    total,
                    byClient,
                    prefetch == null ? null : prefetch.withRatios(),
                    structure,
                    compression == null ? null : compression.withRatio());
        }
    }
}
