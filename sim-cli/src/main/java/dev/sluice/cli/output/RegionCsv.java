// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.output;

import dev.sluice.result.RegionResult;
import dev.sluice.result.RunResult;
import java.util.Map;

/** The statistics regions as tables: each with what was counted in device memory, and its caches. */
final class RegionCsv {

    private RegionCsv() {}

    static void addTo(Map<String, String> files, RunResult result) {
        CsvColumns own = new CsvColumns(RunResult.DramResult.class);
        Csv regions = own.file(
                "name",
                "occurrence",
                "mode",
                "where",
                "complete",
                "startCycle",
                "endCycle",
                "cycles",
                "requests",
                "sectors",
                "commands",
                "functional",
                "detailed");
        CacheColumns counters = new CacheColumns();
        Csv caches = counters.file("name", "occurrence", "cache", "role", "instances");
        for (RegionResult region : result.regions()) {
            regions.row(own.cells(
                    region.vram(),
                    region.name(),
                    region.occurrence(),
                    region.mode(),
                    region.where(),
                    region.complete(),
                    region.startCycle(),
                    region.endCycle(),
                    region.cycles(),
                    region.requests(),
                    region.sectors(),
                    region.commands().size(),
                    region.functional(),
                    region.detailed().size()));
            region.caches()
                    .forEach((name, cache) -> caches.row(counters.cells(
                            cache.total(), region.name(), region.occurrence(), name, cache.role(), cache.instances())));
        }
        files.put("regions.csv", regions.toString());
        files.put("region_caches.csv", caches.toString());
    }
}
