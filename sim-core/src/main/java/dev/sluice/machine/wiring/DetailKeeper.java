// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import dev.sluice.machine.analysis.Windows;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.network.Router;
import dev.sluice.result.CacheCounters;
import dev.sluice.result.RunDetails;
import dev.sluice.result.RunResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Keeps the details of a run: has the engine pause between two cycles at the end of each window, and reads counters then. No
 * event sees it.
 */
final class DetailKeeper {

    private final Gpu gpu;
    private final Windows windows = new Windows();
    private final List<String> names = new ArrayList<>();

    DetailKeeper(Gpu gpu) {
        this.gpu = gpu;
        gpu.vram.watchBanks();
        gpu.hierarchy.waysToMemory().values().forEach(Router::watch);
        gpu.spec
                .caches()
                .forEach(spec -> gpu.hierarchy.nodes().stream()
                        .filter(node -> node.spec().name().equals(spec.name()))
                        .forEach(this::add));
        int transaction = gpu.spec.vram().transactionBytes();
        add("vram.readBytes", () -> gpu.vram.counters().reads * transaction);
        add("vram.writeBytes", () -> gpu.vram.counters().writes * transaction);
        add("link.toDeviceBytes", () -> link().toDeviceBytes());
        add("link.toHostBytes", () -> link().toHostBytes());
    }

    private void add(CacheNode node) {
        String name = node.spec().name();
        add(name + ".sectors", () -> {
            CacheCounters total = node.stats().total();
            return total.reads + total.writes;
        });
        add(name + ".hits", () -> {
            CacheCounters total = node.stats().total();
            return total.readHits + total.writeHits;
        });
    }

    private void add(String name, LongSupplier counter) {
        names.add(name);
        windows.add(counter);
    }

    private RunResult.LinkResult link() {
        return gpu.host.link();
    }

    /**
     * Runs as {@link Engine#runUntil} does.
     *
     * @return whether events are left
     */
    boolean runUntil(long lastCycle) {
        Engine engine = gpu.engine;
        while (true) {
            long pause = Math.min(windows.nextEnd() - 1, lastCycle);
            boolean left = engine.runUntil(pause);
            if (!left || engine.stopRequested() || pause == lastCycle) {
                return left;
            }
            windows.tick(pause + 1);
        }
    }

    /** Counters have restarted. */
    void reset() {
        gpu.hierarchy.waysToMemory().values().forEach(Router::watch);
        windows.reset(gpu.engine.now());
    }

    /** What was kept of a run that ended at a cycle and left tiles so. */
    RunDetails result(long cycle, List<RunDetails.TileMap> tiles) {
        List<long[]> counted = windows.counted(cycle);
        Map<String, List<Long>> counters = new LinkedHashMap<>();
        for (int i = 0; i < names.size(); i++) {
            List<Long> values = new ArrayList<>();
            long sum = 0;
            for (long[] window : counted) {
                values.add(window[i]);
                sum += window[i];
            }
            if (sum > 0) {
                counters.put(names.get(i), values);
            }
        }
        return new RunDetails(
                new RunDetails.Series(windows.start(), windows.length(), counters),
                ways(),
                gpu.vram.channelResults(),
                tiles);
    }

    private List<RunDetails.Way> ways() {
        List<RunDetails.Way> ways = new ArrayList<>();
        gpu.hierarchy.waysToMemory().forEach((from, router) -> {
            long[] bytes = router.traffic();
            if (Arrays.stream(bytes).anyMatch(count -> count > 0)) {
                ways.add(new RunDetails.Way(from, bytes[0], bytes[1], bytes[2], bytes[3]));
            }
        });
        return ways;
    }
}
