// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.output;

import dev.sluice.result.AccessCounters;
import dev.sluice.result.FrameResult;
import dev.sluice.result.Limits;
import dev.sluice.result.RunResult;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The facts of {@code result.json} as CSV files, one for each kind of thing; columns carry the keys of the JSON. */
public final class CsvFiles {
    /** The names of all files that there may be beside each other, those of checks, estimates and barrier tables too. */
    public static final List<String> NAMES = List.of(
            "commands.csv",
            "barriers.csv",
            "frames.csv",
            "actions.csv",
            "barrier_waits.csv",
            "barrier_resources.csv",
            "caches.csv",
            "cache_clients.csv",
            "findings.csv",
            "vram.csv",
            "utilisation.csv",
            "ports.csv",
            "regions.csv",
            "region_caches.csv",
            "images.csv",
            "transitions.csv",
            "graphics.csv",
            "barrier_table.csv",
            "barrier_frames.csv",
            "hazards.csv",
            "lint.csv",
            "energy.csv");

    private CsvFiles() {}

    /** The files by name, in a fixed order. */
    public static Map<String, String> of(RunResult result) {
        Map<String, String> files = new LinkedHashMap<>();
        files.put("commands.csv", file(RunResult.CommandResult.class, result.commands()));
        files.put("barriers.csv", file(RunResult.BarrierResult.class, result.barriers()));
        files.put("frames.csv", file(FrameResult.class, result.frames()));
        files.put("actions.csv", actions(result));
        BarrierCsv.addTo(files, result);
        files.put("caches.csv", caches(result));
        files.put("cache_clients.csv", clients(result));
        files.put("findings.csv", findings(result));
        files.put("vram.csv", vram(result));
        files.put("utilisation.csv", utilisation(result));
        files.put("ports.csv", file(RunResult.PortResult.class, result.network().ports()));
        if (!result.regions().isEmpty()) {
            RegionCsv.addTo(files, result);
        }
        GraphicsCsv.addTo(files, result);
        return files;
    }

    private static String file(Class<?> type, List<?> records) {
        CsvColumns columns = new CsvColumns(type);
        Csv csv = columns.file();
        records.forEach(one -> csv.row(columns.cells(one)));
        return csv.toString();
    }

    private static String actions(RunResult result) {
        CsvColumns columns = new CsvColumns(RunResult.ActionResult.class);
        Csv csv = columns.file("barrier");
        result.barriers()
                .forEach(barrier -> barrier.actions().forEach(action -> csv.row(columns.cells(action, barrier.id()))));
        return csv.toString();
    }

    private static String caches(RunResult result) {
        CacheColumns columns = new CacheColumns();
        Csv csv = columns.file("cache", "role", "instances");
        result.caches()
                .forEach((name, cache) -> csv.row(columns.cells(cache.total(), name, cache.role(), cache.instances())));
        result.host()
                .caches()
                .forEach((name, counters) -> csv.row(columns.cellsOfHost(counters, "host." + name, "HOST", 1)));
        return csv.toString();
    }

    private static String clients(RunResult result) {
        CsvColumns columns = new CsvColumns(AccessCounters.class);
        Csv csv = columns.file("cache", "by", "name");
        result.caches().forEach((cache, node) -> {
            node.byClient().forEach((name, counters) -> csv.row(columns.cells(counters, cache, "client", name)));
            node.byCommand().forEach((name, counters) -> csv.row(columns.cells(counters, cache, "command", name)));
        });
        return csv.toString();
    }

    private static String findings(RunResult result) {
        Csv csv = new Csv(
                "kind",
                "operation",
                "resource",
                "offset",
                "size",
                "got",
                "expected",
                "other",
                "heldIn",
                "missing",
                "suggestion",
                "where",
                "cycle",
                "count");
        result.staleReads()
                .forEach(read -> add(csv, "staleRead", read, Map.of("reader", "operation", "writer", "other")));
        Map<String, String> lost =
                Map.of("writer", "operation", "overwrittenWith", "got", "lost", "expected", "overwriter", "other");
        result.lostWrites().forEach(write -> add(csv, "lostWrite", write, lost));
        Map<String, String> torn =
                Map.of("presentation", "operation", "image", "resource", "writer", "other", "bytes", "count");
        result.tearing().forEach(tearing -> add(csv, "tearing", tearing, torn));
        result.checks().forEach(check -> add(csv, check.ok() ? "expect" : "failedExpect", check, Map.of()));
        result.unwrittenReads().forEach(read -> add(csv, "unwrittenRead", read, Map.of("reader", "operation")));
        Map<String, String> beyond = Map.of(
                "reader",
                "operation",
                "kind",
                "command",
                "values",
                "got",
                "allowed",
                "expected",
                "writers",
                "other",
                "limit",
                "missing");
        result.outOfLimits().forEach(read -> add(csv, "outOfLimits", read, beyond));
        return csv.toString();
    }

    /** Adds a finding under the names of its file, which holds several kinds. */
    private static void add(Csv csv, String kind, Object finding, Map<String, String> names) {
        ObjectNode row = JsonNodeFactory.instance.objectNode().put("kind", kind);
        ResultJson.object(finding).forEachEntry((key, value) -> row.set(names.getOrDefault(key, key), value));
        csv.row(row);
    }

    private static String utilisation(RunResult result) {
        CsvColumns columns = new CsvColumns(Limits.Use.class);
        Csv csv = columns.file("command");
        result.limits().utilisation().forEach(use -> csv.row(columns.cells(use, "")));
        for (RunResult.CommandResult command : result.commands()) {
            Limits limits = command.limits();
            if (limits != null) {
                limits.utilisation().forEach(use -> csv.row(columns.cells(use, command.id())));
            }
        }
        return csv.toString();
    }

    private static String vram(RunResult result) {
        CsvColumns columns = new CsvColumns(RunResult.DramResult.class);
        Csv csv = columns.file("memory");
        csv.row(columns.cells(result.vram(), "vram"));
        csv.row(columns.cells(result.host().ram(), "host.ram"));
        return csv.toString();
    }
}
