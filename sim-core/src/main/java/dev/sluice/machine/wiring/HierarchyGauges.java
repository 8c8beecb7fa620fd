// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import dev.sluice.device.CacheHalves;
import dev.sluice.device.CacheSpec;
import dev.sluice.device.Client;
import dev.sluice.device.GpuSpec;
import dev.sluice.machine.cache.Cache;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.usage.Gauge;
import dev.sluice.machine.usage.Manner;
import dev.sluice.machine.usage.UnitCycles;
import dev.sluice.machine.usage.UsageMeter;
import dev.sluice.result.Resource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Tells what watches a machine of its caches and networks: their levels, and how busy they are. */
final class HierarchyGauges {

    private final GpuSpec spec;
    private final Hierarchy hierarchy;

    HierarchyGauges(GpuSpec spec, Hierarchy hierarchy) {
        this.spec = spec;
        this.hierarchy = hierarchy;
    }

    /** Numbers the caches in the order of the device's file, and says which of them accesses go through. */
    void levels(UnitCycles cycles) {
        Map<String, Integer> numbers = new LinkedHashMap<>();
        for (CacheSpec cache : spec.caches()) {
            for (CacheNode node : hierarchy.nodes()) {
                if (node.spec().name().equals(cache.name())) {
                    int number = Math.min(numbers.size() + 1, Request.VRAM - 1);
                    numbers.put(cache.name(), number);
                    cycles.level(number, cache.name(), cache.timing().latency());
                    node.slices().forEach(slice -> slice.level(number));
                }
            }
        }
        int[][] paths = new int[Client.all().size() * Manner.COUNT][];
        Arrays.fill(paths, new int[0]);
        for (Client client : Client.all()) {
            String entry = spec.clients().get(client);
            if (entry != null) {
                for (Manner manner : Manner.values()) {
                    paths[UnitCycles.path(client.ordinal(), manner)] = hierarchy.chain(entry).stream()
                            .filter(cache -> manner.enters(spec.cache(cache)))
                            .mapToInt(numbers::get)
                            .toArray();
                }
            }
        }
        cycles.paths(paths);
    }

    /** Adds what caches and networks know of their resources. */
    void addTo(UsageMeter meter) {
        for (CacheNode node : hierarchy.nodes()) {
            node.slices().forEach(slice -> slice.gauges(meter));
            CacheHalves halves = node.spec().halves();
            if (halves.count() > 1) {
                meter.add(halfGauge(node, halves));
            }
        }
        hierarchy.crossbars().forEach(crossbar -> crossbar.gauges(meter));
    }

    private static Gauge halfGauge(CacheNode node, CacheHalves halves) {
        List<List<Cache>> members = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (int half = 0; half < halves.count(); half++) {
            members.add(new ArrayList<>());
            names.add(node.spec().name() + " half " + half);
        }
        List<Cache> slices = node.instance(0);
        for (int i = 0; i < slices.size(); i++) {
            members.get(halves.slices().half(i, slices.size(), halves.count())).add(slices.get(i));
        }
        return new Gauge(
                Resource.HALF,
                node.spec().name(),
                names,
                (half, now) -> members.get(half).stream()
                        .mapToDouble(slice -> slice.lookUpCycles(now))
                        .average()
                        .orElse(0));
    }
}
