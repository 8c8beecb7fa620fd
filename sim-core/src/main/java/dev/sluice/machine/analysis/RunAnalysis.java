// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.analysis;

import dev.sluice.machine.compute.OperationCounts;
import dev.sluice.machine.dram.CommandTraffic;
import dev.sluice.machine.dram.DramCounters;
import dev.sluice.result.AnalysisResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Looks into a run: what {@link AnalysisResult} has. It watches, and changes nothing. */
public final class RunAnalysis {

    private final List<NodeAnalysis> nodes = new ArrayList<>();
    private final Windows windows = new Windows();
    private final Roofline roofline;
    private final int transactionBytes;
    private long since;

    /**
     * An analysis that begins now.
     *
     * @param caches nearest to the units first
     * @param vram what device memory counts
     * @param transactionBytes bytes of each of its transactions
     */
    public RunAnalysis(
            List<CacheUnderAnalysis> caches,
            DramCounters vram,
            int transactionBytes,
            OperationCounts operations,
            CommandTraffic traffic,
            Peaks peaks) {
        this.transactionBytes = transactionBytes;
        this.roofline = new Roofline(caches, operations, traffic, peaks);
        for (CacheUnderAnalysis cache : caches) {
            NodeAnalysis node = new NodeAnalysis(cache.spec(), cache.slices(), windows);
            nodes.add(node);
            windows.add(() -> node.sectors);
            windows.add(() -> node.sectors - node.misses);
            windows.add(() -> node.mshrs);
            windows.add(() -> node.lookups);
        }
        windows.add(() -> vram.reads);
        windows.add(() -> vram.writes);
    }

    /** Memory is about to count something at a cycle. */
    public void tick(long cycle) {
        windows.tick(cycle);
    }

    /** Counters have restarted. */
    public void reset(long cycle) {
        since = cycle;
        nodes.forEach(NodeAnalysis::reset);
        windows.reset(cycle);
    }

    /**
     * What was found out.
     *
     * @param cycle when the run ended
     * @param dispatches those of the run, in order
     */
    public AnalysisResult result(long cycle, List<Dispatched> dispatches) {
        Map<String, AnalysisResult.CacheAnalysis> caches = new LinkedHashMap<>();
        for (NodeAnalysis node : nodes) {
            if (node.lookups > 0) {
                caches.put(node.name(), node.result());
            }
        }
        List<AnalysisResult.RooflinePoint> points = dispatches.stream()
                .filter(dispatch -> dispatch.start() >= since && dispatch.cycles() > 0)
                .map(roofline::point)
                .toList();
        return new AnalysisResult(caches, points, windows(cycle));
    }

    private List<AnalysisResult.Window> windows(long cycle) {
        List<AnalysisResult.Window> list = new ArrayList<>();
        for (long[] window : windows.counted(cycle)) {
            Map<String, AnalysisResult.CacheWindow> caches = new LinkedHashMap<>();
            int at = 0;
            for (NodeAnalysis node : nodes) {
                long lookups = window[at + 3];
                if (lookups > 0) {
                    caches.put(
                            node.name(),
                            new AnalysisResult.CacheWindow(
                                    window[at], window[at + 1], (double) window[at + 2] / lookups));
                }
                at += 4;
            }
            list.add(new AnalysisResult.Window(
                    windows.start() + list.size() * windows.length(),
                    windows.length(),
                    caches,
                    window[at] * transactionBytes,
                    window[at + 1] * transactionBytes));
        }
        return list;
    }
}
