// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.host;

import dev.sluice.device.CacheSpec;
import dev.sluice.machine.request.VersionRuns;
import dev.sluice.machine.view.Part;
import dev.sluice.machine.view.PartKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The instances of the host's caches as parts, for somebody who looks between events. */
final class HostCacheParts {

    private HostCacheParts() {}

    static List<Part> of(HostCaches caches, HostCacheLevel[] levels, VersionRuns versions) {
        List<Part> parts = new ArrayList<>();
        for (int i = 0; i < levels.length; i++) {
            HostCacheLevel level = levels[i];
            List<String> below = List.of(i + 1 < levels.length ? levels[i + 1].name : "host memory");
            for (int instance = 0; instance < caches.instances(i); instance++) {
                HostLineTable lines = new HostLineTable(caches, level, instance, versions);
                level.watch(lines);
                String name = caches.instanceName(i, instance);
                parts.add(new Part(
                        name, PartKind.HOST_CACHE, level.name, name, below, attributes(level), List.of(lines)));
            }
        }
        return parts;
    }

    private static Map<String, String> attributes(HostCacheLevel level) {
        CacheSpec.Geometry geometry = level.spec.geometry();
        Map<String, String> all = new LinkedHashMap<>();
        all.put("role", level.spec.role().name());
        all.put("size", String.valueOf(geometry.size()));
        all.put("sets", String.valueOf(level.linesOfInstance() / geometry.ways()));
        all.put("ways", String.valueOf(geometry.ways()));
        all.put("line", String.valueOf(geometry.line()));
        all.put("latency", String.valueOf(level.spec.timing().latency()));
        all.put("write", "back");
        all.put("dirty", "line");
        all.put("replacement", level.spec.policy().replacement().name());
        all.put("age", level.ageMeaning());
        return all;
    }
}
