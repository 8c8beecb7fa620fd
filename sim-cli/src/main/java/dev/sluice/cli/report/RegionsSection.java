// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.report;

import dev.sluice.result.CacheCounters;
import dev.sluice.result.RegionResult;
import dev.sluice.result.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The statistics regions: a line each. */
final class RegionsSection {
    private static final int SHOWN = 16;
    private static final int NAME = 24;

    private final RunResult result;
    private final Style style;

    RegionsSection(RunResult result, Style style) {
        this.result = result;
        this.style = style;
    }

    List<String> lines() {
        List<RegionResult> regions = result.regions();
        if (regions.isEmpty()) {
            return List.of();
        }
        Table table = new Table()
                .left("region", NAME)
                .right("start")
                .right("cycles")
                .right("commands")
                .right("requests")
                .left("reads that hit")
                .right("vram read")
                .right("written")
                .left("");
        regions.stream().limit(SHOWN).forEach(region -> row(table, region));
        List<String> lines = new ArrayList<>(table.lines(style));
        if (regions.size() > SHOWN) {
            lines.add(TextReport.more(regions.size() - SHOWN, style));
        }
        return lines;
    }

    private static void row(Table table, RegionResult region) {
        table.row(
                region.name() + (region.occurrence() > 1 ? " #" + region.occurrence() : ""),
                Quantity.count(region.startCycle()),
                Quantity.count(region.cycles()),
                Quantity.count(region.commands().size()),
                Quantity.countOrDash(region.requests()),
                hits(region),
                Quantity.bytesOrDash(region.vram().readBytes()),
                Quantity.bytesOrDash(region.vram().writeBytes()),
                remark(region));
    }

    private static String hits(RegionResult region) {
        return region.caches().entrySet().stream()
                .filter(cache -> cache.getValue().total().reads > 0)
                .map(cache -> {
                    CacheCounters total = cache.getValue().total();
                    return cache.getKey() + " " + Quantity.percent(total.readHits, total.reads);
                })
                .collect(Collectors.joining(", "));
    }

    private static String remark(RegionResult region) {
        if (!region.complete()) {
            return "open at the end";
        }
        if (!region.mode().equals("functional")) {
            return "";
        }
        int late = region.detailed().size();
        return "functional" + (late == 0 ? "" : ", but for " + Quantity.plural(late, "command"));
    }
}
