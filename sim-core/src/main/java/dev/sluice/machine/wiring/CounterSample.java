// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import dev.sluice.machine.cache.CacheNodeStats;
import dev.sluice.machine.network.Crossbar;
import dev.sluice.machine.queue.CounterSampler;
import dev.sluice.result.CacheCounters;
import dev.sluice.result.CounterArithmetic;
import dev.sluice.result.GraphicsResult;
import dev.sluice.result.MachineCounters;
import dev.sluice.result.RegionResult;
import dev.sluice.result.RunResult;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * All counters of a machine at a moment, or between two: what results have, and what their ratios, maxima and percentiles are made
 * of.
 *
 * @param vram latencies of device memory
 * @param ram latencies of host memory; null without any
 * @param ports flits through each port of the crossbars
 */
record CounterSample(
        MachineCounters counters, Histogram vram, @Nullable Histogram ram, long[] ports)
        implements CounterSampler.Sample {

    /** Keeps a cache's place in the order of the device until it is read. */
    private static final RegionResult.Cache NOTHING =
            new RegionResult.Cache("", 0, new CacheCounters(), Map.of(), null, null, null);

    private static final double HALF = 50;
    private static final double MOST = 90;
    private static final double NEARLY_ALL = 99;

    static CounterSample of(Gpu gpu, @Nullable GraphicsReport graphics) {
        Map<String, RegionResult.Cache> caches = new LinkedHashMap<>();
        gpu.spec.caches().forEach(spec -> caches.put(spec.name(), NOTHING));
        for (CacheNode node : gpu.hierarchy.nodes()) {
            CacheNodeStats stats = node.stats();
            caches.put(
                    node.spec().name(),
                    new RegionResult.Cache(
                            node.spec().role().name(),
                            stats.instances(),
                            stats.total(),
                            stats.byClient(),
                            stats.prefetchResult(),
                            stats.structureResult(),
                            stats.compressionResult()));
        }
        caches.values().removeIf(cache -> cache.instances() == 0);
        return new CounterSample(
                new MachineCounters(
                        gpu.requests(),
                        gpu.sectors(),
                        caches,
                        gpu.vram.result(),
                        gpu.host.result(),
                        gpu.host.link(),
                        gpu.hierarchy.network(),
                        gpu.transfers.result(),
                        graphics == null ? null : graphics.rop(),
                        gpu.tlb(),
                        graphics == null ? null : graphics.display()),
                gpu.vram.counters().latencies(),
                gpu.host.latencies(),
                gpu.hierarchy.crossbars().stream()
                        .map(Crossbar::portFlits)
                        .flatMapToLong(LongStream::of)
                        .toArray());
    }

    @Override
    public CounterSample minus(CounterSampler.Sample earlier) {
        CounterSample other = (CounterSample) earlier;
        long[] flits = ports.clone();
        for (int i = 0; i < flits.length; i++) {
            flits[i] -= other.ports[i];
        }
        return new CounterSample(
                CounterArithmetic.minus(counters, other.counters),
                minus(vram, other.vram),
                ram == null || other.ram == null ? ram : minus(ram, other.ram),
                flits);
    }

    @Override
    public CounterSample plus(CounterSampler.Sample more) {
        CounterSample other = (CounterSample) more;
        long[] flits = ports.clone();
        for (int i = 0; i < flits.length; i++) {
            flits[i] += other.ports[i];
        }
        return new CounterSample(
                CounterArithmetic.plus(counters, other.counters),
                plus(vram, other.vram),
                ram == null || other.ram == null ? ram : plus(ram, other.ram),
                flits);
    }

    private static Histogram minus(Histogram later, Histogram earlier) {
        Histogram difference = later.copy();
        difference.subtract(earlier);
        return difference;
    }

    private static Histogram plus(Histogram one, Histogram other) {
        Histogram sum = one.copy();
        sum.add(other);
        return sum;
    }

    @Override
    public MachineCounters over(long cycles) {
        RunResult.HostResult host = counters.host();
        RunResult.NetworkResult network = counters.network();
        Map<String, RegionResult.Cache> caches = new LinkedHashMap<>();
        counters.caches().forEach((name, cache) -> caches.put(name, cache.withRatios()));
        return new MachineCounters(
                counters.requests(),
                counters.sectors(),
                caches,
                dram(counters.vram(), vram, cycles),
                ram == null ? host : host.with(dram(host.ram(), ram, cycles)),
                counters.link(),
                new RunResult.NetworkResult(
                        network.requests(),
                        network.requestFlits(),
                        network.replyFlits(),
                        LongStream.of(ports).max().orElse(0),
                        network.ports(),
                        network.distances()),
                counters.transfer(),
                rop(counters.rop()),
                counters.tlb(),
                counters.display());
    }

    private static RunResult.DramResult dram(RunResult.DramResult counted, Histogram latencies, long cycles) {
        long count = latencies.getTotalCount();
        return new RunResult.DramResult(
                counted.reads(),
                counted.writes(),
                counted.readBytes(),
                counted.writeBytes(),
                counted.rowHits(),
                counted.rowMisses(),
                counted.rowConflicts(),
                counted.refreshes(),
                counted.busyCycles(),
                counted.peakBytesPerCycle(),
                cycles == 0 ? 0 : (double) (counted.readBytes() + counted.writeBytes()) / cycles,
                count == 0
                        ? new RunResult.LatencyHistogram(0, 0, 0, 0, 0, 0, 0)
                        : new RunResult.LatencyHistogram(
                                count,
                                latencies.getMinValue(),
                                latencies.getValueAtPercentile(HALF),
                                latencies.getValueAtPercentile(MOST),
                                latencies.getValueAtPercentile(NEARLY_ALL),
                                latencies.getMaxValue(),
                                latencies.getMean()));
    }

    private static GraphicsResult.@Nullable Rop rop(GraphicsResult.@Nullable Rop counted) {
        return counted == null
                ? null
                : counted.withRatio(
                        counted.storedBytes() == 0 ? 1 : (double) counted.rawBytes() / counted.storedBytes());
    }
}
