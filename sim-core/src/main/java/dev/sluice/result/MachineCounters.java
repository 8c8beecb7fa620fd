// SPDX-License-Identifier: Apache-2.0
package dev.sluice.result;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** All that a machine has counted, or counted between two moments. */
public record MachineCounters(
        long requests,
        long sectors,
        Map<String, RegionResult.Cache> caches,
        RunResult.DramResult vram,
        RunResult.HostResult host,
        RunResult.LinkResult link,
        RunResult.NetworkResult network,
        RunResult.TransferResult transfer,
        GraphicsResult.@Nullable Rop rop,
        GraphicsResult.@Nullable Tlb tlb,
        GraphicsResult.@Nullable Display display) {}
