// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.sweep;

import dev.sluice.cli.report.Quantity;
import dev.sluice.cli.report.RunFindings;
import dev.sluice.device.CacheSpec;
import dev.sluice.device.GpuSpec;
import dev.sluice.result.CacheCounters;
import dev.sluice.result.RunResult;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/** The numbers of a point, by name ({@code docs/sweeps.md}, Metrics). */
public final class Metrics {
    /** What a point costs in cache. */
    public static final String CACHE_BYTES = "cacheBytes";
    /** What a point costs in time. */
    public static final String CYCLES = "cycles";
    /** What went wrong, where bytes are followed. */
    public static final String FINDINGS = "findings";

    /** What Belady's replacement would have hit in a cache. */
    static final String OPTIMAL_HIT_RATE = "optimalHitRate";

    /** Of all sectors, those that hit. */
    static final String HIT_RATE = "hitRate";
    /** Of all sectors, those that joined a fill under way: they send nothing down either. */
    static final String JOINED_RATE = "joinedRate";

    /** Numbers of a whole run. */
    static final List<String> WHOLE = List.of(
            CYCLES,
            "timeNs",
            "requests",
            "sectors",
            "events",
            FINDINGS,
            CACHE_BYTES,
            "vram.bytes",
            "vram.readBytes",
            "vram.writeBytes",
            "vram.rowHitRate",
            "vram.bytesPerCycle",
            "barriers.stallCycles",
            "barriers.drainCycles",
            "barriers.actionCycles",
            "barriers.refillBytes",
            "link.toDeviceBytes",
            "link.toHostBytes",
            "network.requestFlits",
            "network.replyFlits",
            "tlb.walks",
            "rop.storedBytes");

    /** Numbers of a cache, {@code caches.NAME.} before each. */
    static final List<String> OF_CACHE = List.of(
            "bytes",
            HIT_RATE,
            JOINED_RATE,
            "readHitRate",
            "reads",
            "writes",
            "readMisses",
            "readJoined",
            "writeMisses",
            "fillBytes",
            "writebackBytes",
            "evictions",
            "mshrStalls");

    /** Numbers of a cache where the bound of replacement was asked for. */
    static final List<String> OF_OPTIMAL = List.of(OPTIMAL_HIT_RATE, "optimalBypassHitRate", "mostHitRate");

    private Metrics() {}

    /** All numbers of a run, in the order of their names here. */
    static Map<String, BigDecimal> of(RunResult result, GpuSpec device, boolean bytes) {
        Map<String, BigDecimal> all = new LinkedHashMap<>();
        put(all, CYCLES, result.cycles());
        put(all, "timeNs", result.timeNs());
        put(all, "requests", result.requests());
        put(all, "sectors", result.sectors());
        put(all, "events", result.events());
        if (bytes) {
            put(all, FINDINGS, RunFindings.count(result));
        }
        long total = 0;
        for (CacheSpec cache : device.caches()) {
            RunResult.CacheResult node = result.caches().get(cache.name());
            if (node != null) {
                long size = Math.multiplyExact(cache.geometry().size(), node.instances());
                total += size;
                String name = "caches." + cache.name() + ".";
                cache(all, name, size, node.total());
                RunResult.Optimal optimal = node.optimal();
                if (optimal != null) {
                    rate(all, name + OPTIMAL_HIT_RATE, optimal.hits(), optimal.sectors());
                    rate(all, name + "optimalBypassHitRate", optimal.bypassingHits(), optimal.sectors());
                    rate(all, name + "mostHitRate", optimal.mostHits(), optimal.sectors());
                }
            }
        }
        put(all, CACHE_BYTES, total);
        vram(all, result.vram());
        put(all, "barriers.stallCycles", sum(result, RunResult.BarrierResult::stallCycles));
        put(all, "barriers.drainCycles", sum(result, RunResult.BarrierResult::drainCycles));
        put(all, "barriers.actionCycles", sum(result, RunResult.BarrierResult::actionCycles));
        put(all, "barriers.refillBytes", sum(result, RunResult.BarrierResult::refillBytes));
        put(all, "link.toDeviceBytes", result.link().toDeviceBytes());
        put(all, "link.toHostBytes", result.link().toHostBytes());
        put(all, "network.requestFlits", result.network().requestFlits());
        put(all, "network.replyFlits", result.network().replyFlits());
        if (result.tlb() != null) {
            put(all, "tlb.walks", result.tlb().walks());
        }
        if (result.rop() != null) {
            put(all, "rop.storedBytes", result.rop().storedBytes());
        }
        return all;
    }

    private static void cache(Map<String, BigDecimal> all, String name, long size, CacheCounters counters) {
        put(all, name + "bytes", size);
        rate(all, name + HIT_RATE, counters.readHits + counters.writeHits, counters.reads + counters.writes);
        rate(all, name + JOINED_RATE, counters.readJoined, counters.reads + counters.writes);
        rate(all, name + "readHitRate", counters.readHits, counters.reads);
        put(all, name + "reads", counters.reads);
        put(all, name + "writes", counters.writes);
        put(all, name + "readMisses", counters.readMisses);
        put(all, name + "readJoined", counters.readJoined);
        put(all, name + "writeMisses", counters.writeMisses);
        put(all, name + "fillBytes", counters.fillBytes);
        put(all, name + "writebackBytes", counters.writebackBytes);
        put(all, name + "evictions", counters.evictions);
        put(all, name + "mshrStalls", counters.mshrStalls);
    }

    private static void vram(Map<String, BigDecimal> all, RunResult.DramResult vram) {
        put(all, "vram.bytes", vram.readBytes() + vram.writeBytes());
        put(all, "vram.readBytes", vram.readBytes());
        put(all, "vram.writeBytes", vram.writeBytes());
        rate(all, "vram.rowHitRate", vram.rowHits(), vram.rowHits() + vram.rowMisses() + vram.rowConflicts());
        put(all, "vram.bytesPerCycle", vram.achievedBytesPerCycle());
    }

    private static long sum(RunResult result, ToLongFunction<RunResult.BarrierResult> cost) {
        return result.barriers().stream().mapToLong(cost).sum();
    }

    /** A cache that nobody asked has no hit rate. */
    private static void rate(Map<String, BigDecimal> all, String name, long part, long whole) {
        if (whole != 0) {
            put(all, name, (double) part / whole);
        }
    }

    private static void put(Map<String, BigDecimal> all, String name, long value) {
        all.put(name, BigDecimal.valueOf(value));
    }

    private static void put(Map<String, BigDecimal> all, String name, double value) {
        all.put(name, Quantity.exact(value));
    }
}
