package dev.sluice.cli.output;

import dev.sluice.cli.report.Quantity;
import dev.sluice.config.rewrite.CureText;
import dev.sluice.core.stats.AccessCounters;
import dev.sluice.core.stats.CacheCounters;
import dev.sluice.core.stats.GraphicsResult;
import dev.sluice.core.stats.RunResult;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ToLongFunction;

/** The facts of {@code result.json} as CSV files, one for each kind of thing; columns carry the keys of the JSON. */
public final class CsvFiles {
    private static final Map<String, ToLongFunction<CacheCounters>> COUNTERS = counters();

    private CsvFiles() {}

    /** The files by name, in a fixed order. */
    public static Map<String, String> of(RunResult result) {
        Map<String, String> files = new LinkedHashMap<>();
        files.put("commands.csv", commands(result));
        files.put("barriers.csv", barriers(result));
        files.put("actions.csv", actions(result));
        BarrierCsv.addTo(files, result);
        files.put("caches.csv", caches(result));
        files.put("cache_clients.csv", clients(result));
        files.put("findings.csv", findings(result));
        files.put("vram.csv", vram(result));
        if (!result.images().isEmpty()) {
            GraphicsCsv.addTo(files, result);
        }
        return files;
    }

    private static String commands(RunResult result) {
        Csv csv = new Csv(
                "id",
                "kind",
                "label",
                "where",
                "queue",
                "approximate",
                "submitCycle",
                "startCycle",
                "endCycle",
                "overlapCycles",
                "bytesRead",
                "bytesWritten",
                "waves");
        for (RunResult.CommandResult c : result.commands()) {
            csv.row(
                    c.id(),
                    c.kind(),
                    c.label(),
                    c.where(),
                    c.queue(),
                    c.approximate(),
                    c.submitCycle(),
                    c.startCycle(),
                    c.endCycle(),
                    c.overlapCycles(),
                    c.bytesRead(),
                    c.bytesWritten(),
                    c.waves());
        }
        return csv.toString();
    }

    private static String barriers(RunResult result) {
        Csv csv = new Csv(
                "id",
                "command",
                "label",
                "where",
                "implicit",
                "reachedCycle",
                "releasedCycle",
                "stallCycles",
                "drainCycles",
                "actionCycles",
                "refillMisses",
                "refillBytes",
                "idleUnitCycles",
                "waits");
        for (RunResult.BarrierResult b : result.barriers()) {
            csv.row(
                    b.id(),
                    b.command(),
                    b.label(),
                    b.where(),
                    b.implicit(),
                    b.reachedCycle(),
                    b.releasedCycle(),
                    b.stallCycles(),
                    b.drainCycles(),
                    b.actionCycles(),
                    b.refillMisses(),
                    b.refillBytes(),
                    b.idleUnitCycles(),
                    b.waits());
        }
        return csv.toString();
    }

    private static String actions(RunResult result) {
        Csv csv = new Csv(
                "barrier",
                "kind",
                "cache",
                "instances",
                "linesVisited",
                "dirtyLines",
                "writtenBackBytes",
                "invalidatedLines",
                "startCycle",
                "endCycle");
        for (RunResult.BarrierResult b : result.barriers()) {
            for (RunResult.ActionResult a : b.actions()) {
                csv.row(
                        b.id(),
                        a.kind(),
                        a.cache(),
                        a.instances(),
                        a.linesVisited(),
                        a.dirtyLines(),
                        a.writtenBackBytes(),
                        a.invalidatedLines(),
                        a.startCycle(),
                        a.endCycle());
            }
        }
        return csv.toString();
    }

    private static String caches(RunResult result) {
        String[] header = new String[COUNTERS.size() + 3];
        header[0] = "cache";
        header[1] = "role";
        header[2] = "instances";
        int column = 3;
        for (String key : COUNTERS.keySet()) {
            header[column++] = key;
        }
        Csv csv = new Csv(header);
        result.caches().forEach((name, cache) -> csv.row(cells(name, cache.role(), cache.instances(), cache.total())));
        result.host().caches().forEach((name, counters) -> csv.row(cells("host." + name, "HOST", 1, counters)));
        return csv.toString();
    }

    private static Object[] cells(String name, String role, int instances, CacheCounters counters) {
        Object[] cells = new Object[COUNTERS.size() + 3];
        cells[0] = name;
        cells[1] = role;
        cells[2] = instances;
        int column = 3;
        for (ToLongFunction<CacheCounters> counter : COUNTERS.values()) {
            cells[column++] = counter.applyAsLong(counters);
        }
        return cells;
    }

    private static String clients(RunResult result) {
        Csv csv =
                new Csv("cache", "by", "name", "reads", "writes", "readHits", "writeHits", "readMisses", "writeMisses");
        result.caches().forEach((cache, node) -> {
            node.byClient().forEach((client, counters) -> csv.row(share(cache, "client", client, counters)));
            node.byCommand().forEach((command, counters) -> csv.row(share(cache, "command", command, counters)));
        });
        return csv.toString();
    }

    private static Object[] share(String cache, String by, String name, AccessCounters c) {
        return new Object[] {cache, by, name, c.reads, c.writes, c.readHits, c.writeHits, c.readMisses, c.writeMisses};
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
        for (RunResult.StaleRead r : result.staleReads()) {
            csv.row(
                    "staleRead",
                    r.reader(),
                    r.resource(),
                    r.offset(),
                    r.size(),
                    r.got(),
                    r.expected(),
                    r.writer(),
                    r.heldIn(),
                    r.missing(),
                    CureText.line(r.suggestion()),
                    r.where(),
                    r.cycle(),
                    r.count());
        }
        for (RunResult.LostWrite w : result.lostWrites()) {
            csv.row(
                    "lostWrite",
                    w.writer(),
                    w.resource(),
                    w.offset(),
                    w.size(),
                    w.overwrittenWith(),
                    w.lost(),
                    w.overwriter(),
                    w.heldIn(),
                    w.missing(),
                    CureText.line(w.suggestion()),
                    w.where(),
                    w.cycle(),
                    w.count());
        }
        for (GraphicsResult.Tearing t : result.tearing()) {
            csv.row(
                    "tearing",
                    t.presentation(),
                    t.image(),
                    t.offset(),
                    t.size(),
                    null,
                    null,
                    t.writer(),
                    null,
                    null,
                    CureText.line(t.suggestion()),
                    t.where(),
                    t.cycle(),
                    t.bytes());
        }
        for (RunResult.Check c : result.checks()) {
            csv.row(
                    c.ok() ? "expect" : "failedExpect",
                    c.operation(),
                    null,
                    null,
                    null,
                    c.got(),
                    c.expected(),
                    null,
                    null,
                    null,
                    null,
                    c.where(),
                    null,
                    null);
        }
        for (RunResult.UnwrittenRead r : result.unwrittenReads()) {
            csv.row(
                    "unwrittenRead",
                    r.reader(),
                    r.resource(),
                    r.offset(),
                    r.size(),
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    r.where(),
                    null,
                    r.count());
        }
        return csv.toString();
    }

    private static String vram(RunResult result) {
        Csv csv = new Csv(
                "memory",
                "reads",
                "writes",
                "readBytes",
                "writeBytes",
                "rowHits",
                "rowMisses",
                "rowConflicts",
                "refreshes",
                "busyCycles",
                "peakBytesPerCycle",
                "achievedBytesPerCycle",
                "latencyCount",
                "latencyMin",
                "latencyP50",
                "latencyP90",
                "latencyP99",
                "latencyMax",
                "latencyMean");
        dram(csv, "vram", result.vram());
        dram(csv, "host.ram", result.host().ram());
        return csv.toString();
    }

    private static void dram(Csv csv, String name, RunResult.DramResult d) {
        RunResult.LatencyHistogram l = d.latencyHistogram();
        csv.row(
                name,
                d.reads(),
                d.writes(),
                d.readBytes(),
                d.writeBytes(),
                d.rowHits(),
                d.rowMisses(),
                d.rowConflicts(),
                d.refreshes(),
                d.busyCycles(),
                Quantity.exact(d.peakBytesPerCycle()).toPlainString(),
                Quantity.exact(d.achievedBytesPerCycle()).toPlainString(),
                l.count(),
                l.min(),
                l.p50(),
                l.p90(),
                l.p99(),
                l.max(),
                Quantity.exact(l.mean()).toPlainString());
    }

    private static Map<String, ToLongFunction<CacheCounters>> counters() {
        Map<String, ToLongFunction<CacheCounters>> columns = new LinkedHashMap<>();
        columns.put("reads", c -> c.reads);
        columns.put("writes", c -> c.writes);
        columns.put("readHits", c -> c.readHits);
        columns.put("writeHits", c -> c.writeHits);
        columns.put("readMisses", c -> c.readMisses);
        columns.put("writeMisses", c -> c.writeMisses);
        columns.put("sectorMisses", c -> c.sectorMisses);
        columns.put("mshrMerges", c -> c.mshrMerges);
        columns.put("mshrStalls", c -> c.mshrStalls);
        columns.put("fills", c -> c.fills);
        columns.put("fillBytes", c -> c.fillBytes);
        columns.put("evictions", c -> c.evictions);
        columns.put("dirtyEvictions", c -> c.dirtyEvictions);
        columns.put("writebackBytes", c -> c.writebackBytes);
        columns.put("writeThroughBytes", c -> c.writeThroughBytes);
        columns.put("flushedLines", c -> c.flushedLines);
        columns.put("invalidatedLines", c -> c.invalidatedLines);
        columns.put("lookups", c -> c.lookups);
        columns.put("atomics", c -> c.atomics);
        columns.put("bypasses", c -> c.bypasses);
        return columns;
    }
}
