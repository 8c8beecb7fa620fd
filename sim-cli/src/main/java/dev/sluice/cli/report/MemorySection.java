// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.report;

import dev.sluice.result.CacheCounters;
import dev.sluice.result.LineCompressionResult;
import dev.sluice.result.PrefetchResult;
import dev.sluice.result.RunResult;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Caches, device memory, and the paths to the host. */
final class MemorySection {
    private static final int SHOWN = 14;

    private final RunResult result;
    private final Style style;

    MemorySection(RunResult result, Style style) {
        this.result = result;
        this.style = style;
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>(caches());
        lines.add(dram("vram", result.vram()));
        RunResult.HostResult host = result.host();
        RunResult.DramResult ram = host.ram();
        if (ram.reads() + ram.writes() > 0) {
            lines.add(dram("host ram", ram));
        }
        if (host.loads() + host.stores() + host.combinedStores() + host.uncachedLoads() > 0) {
            lines.add(host(host));
        }
        RunResult.LinkResult link = result.link();
        if (link.toDeviceBytes() + link.toHostBytes() > 0) {
            lines.add(label("link") + "to device " + Quantity.bytes(link.toDeviceBytes()) + " (busy "
                    + Quantity.percent(link.busyCyclesToDevice(), result.cycles()) + "), to host "
                    + Quantity.bytes(link.toHostBytes()) + " (busy "
                    + Quantity.percent(link.busyCyclesToHost(), result.cycles()) + "); requests "
                    + Quantity.count(link.toDeviceRequests()) + " and " + Quantity.count(link.toHostRequests()));
        }
        RunResult.TransferResult transfer = result.transfer();
        if (transfer.commands() > 0) {
            lines.add(label("transfer") + Quantity.plural(transfer.commands(), "command") + ", read "
                    + Quantity.bytes(transfer.readBytes()) + ", written " + Quantity.bytes(transfer.writeBytes())
                    + ", busy " + Quantity.percent(transfer.busyCycles(), result.cycles()) + " of the time");
        }
        return lines;
    }

    private List<String> caches() {
        boolean optimal = result.caches().values().stream().anyMatch(cache -> cache.optimal() != null);
        Table table = new Table()
                .left("cache", 22)
                .right("reads")
                .right("hit")
                .right("writes")
                .right("hit")
                .right("above")
                .right("filled")
                .right("written")
                .right("evicted")
                .right("dropped");
        if (optimal) {
            table.right("hits").right("optimal").right("bypass").right("at most");
        }
        int rows = 0;
        int used = 0;
        for (var entry : result.caches().entrySet()) {
            CacheCounters c = entry.getValue().total();
            if (idle(c)) {
                continue;
            }
            used++;
            if (rows < SHOWN) {
                int instances = entry.getValue().instances();
                row(
                        table,
                        entry.getKey() + (instances > 1 ? " ×" + instances : ""),
                        c,
                        optimal,
                        entry.getValue().optimal());
                rows++;
            }
        }
        for (var entry : result.host().caches().entrySet()) {
            if (!idle(entry.getValue())) {
                used++;
                if (rows < SHOWN) {
                    row(table, "host " + entry.getKey(), entry.getValue(), optimal, null);
                    rows++;
                }
            }
        }
        if (used == 0) {
            return List.of();
        }
        List<String> lines = new ArrayList<>(table.lines(style));
        if (used > rows) {
            lines.add(TextReport.more(used - rows, style));
        }
        lines.addAll(prefetches());
        lines.addAll(compression());
        return lines;
    }

    /** What compression of lines came to; nothing where none is there. */
    private List<String> compression() {
        Table table = new Table()
                .left("compression", 22)
                .left("by")
                .right("ratio")
                .right("zeros")
                .right("repeated")
                .right("deltas")
                .right("beyond ways")
                .right("no room")
                .right("decompressed");
        boolean any = false;
        for (var entry : result.caches().entrySet()) {
            LineCompressionResult c = entry.getValue().compression();
            if (c != null) {
                any = true;
                table.row(
                        entry.getKey(),
                        c.algorithm(),
                        Quantity.decimal(c.compressionRatio(), 2),
                        Quantity.percent(c.zeroSectors(), c.encodedSectors()),
                        Quantity.percent(c.repeatedSectors(), c.encodedSectors()),
                        Quantity.percent(c.baseDeltaSectors(), c.encodedSectors()),
                        Quantity.countOrDash(c.linesBeyondWays()),
                        Quantity.countOrDash(c.segmentEvictions()),
                        Quantity.countOrDash(c.decompressions()));
            }
        }
        return any ? table.lines(style) : List.of();
    }

    /** What prefetchers did; nothing where none is there. */
    private List<String> prefetches() {
        Table table = new Table()
                .left("prefetches", 22)
                .left("by")
                .right("issued")
                .right("useful")
                .right("late")
                .right("useless")
                .right("accuracy")
                .right("coverage")
                .right("polluting");
        boolean any = false;
        for (var entry : result.caches().entrySet()) {
            PrefetchResult p = entry.getValue().prefetch();
            if (p != null) {
                any = true;
                table.row(
                        entry.getKey(),
                        p.kind(),
                        Quantity.countOrDash(p.issued()),
                        Quantity.countOrDash(p.useful()),
                        Quantity.countOrDash(p.late()),
                        Quantity.countOrDash(p.useless()),
                        Quantity.percent(p.useful() + p.late(), p.issued()),
                        Quantity.percent(p.useful() + p.late(), p.useful() + p.late() + p.demandMisses()),
                        Quantity.countOrDash(p.pollution()));
            }
        }
        return any ? table.lines(style) : List.of();
    }

    private static boolean idle(CacheCounters c) {
        return c.reads + c.writes + c.lookups + c.fills + c.writebackBytes + c.invalidatedLines + c.bypasses == 0;
    }

    private static void row(
            Table table, String name, CacheCounters c, boolean bounds, RunResult.@Nullable Optimal best) {
        List<String> cells = new ArrayList<>(List.of(
                name,
                Quantity.countOrDash(c.reads),
                hits(c),
                Quantity.countOrDash(c.writes),
                Quantity.percent(c.writeHits, c.writes),
                Quantity.bytesOrDash(c.aboveReadBytes() + c.aboveWriteBytes()),
                Quantity.bytesOrDash(c.belowReadBytes()),
                Quantity.bytesOrDash(c.writebackBytes + c.writeThroughBytes),
                Quantity.countOrDash(c.evictions),
                Quantity.countOrDash(c.invalidatedLines)));
        if (bounds) {
            long all = best == null ? 0 : best.sectors();
            cells.add(Quantity.percent(best == null ? 0 : best.actualHits(), all));
            cells.add(Quantity.percent(best == null ? 0 : best.hits(), all));
            cells.add(Quantity.percent(best == null ? 0 : best.bypassingHits(), all));
            cells.add(Quantity.percent(best == null ? 0 : best.mostHits(), all));
        }
        table.row(cells.toArray(String[]::new));
    }

    /** The share of reads that hit, and of those that joined a fill under way: neither goes further down. */
    static String hits(CacheCounters c) {
        return Quantity.percent(c.readHits, c.reads)
                + (c.readJoined == 0 ? "" : " + " + Quantity.percent(c.readJoined, c.reads) + " joined");
    }

    private String dram(String name, RunResult.DramResult dram) {
        if (dram.reads() + dram.writes() == 0) {
            return label(name) + "not touched";
        }
        double clock = result.timeNs() > 0 ? result.cycles() / result.timeNs() : 0;
        long rows = dram.rowHits() + dram.rowMisses() + dram.rowConflicts();
        RunResult.LatencyHistogram latency = dram.latencyHistogram();
        return label(name) + "read " + Quantity.bytes(dram.readBytes()) + ", written "
                + Quantity.bytes(dram.writeBytes()) + (clock == 0 ? "" : "; " + rate(dram, clock)) + "; row hits "
                + Quantity.percent(dram.rowHits(), rows)
                + (latency.count() == 0
                        ? ""
                        : "; latency " + Quantity.count(latency.p50()) + " (median) " + Quantity.count(latency.p99())
                                + " (p99) cycles");
    }

    /** @param clock cycles of a nanosecond; there is no rate where no time has passed */
    private static String rate(RunResult.DramResult dram, double clock) {
        return Quantity.bandwidth(dram.achievedBytesPerCycle() * clock) + " of "
                + Quantity.bandwidth(dram.peakBytesPerCycle() * clock) + " ("
                + Quantity.percent(dram.achievedBytesPerCycle(), dram.peakBytesPerCycle()) + ")";
    }

    private String host(RunResult.HostResult host) {
        StringBuilder line = new StringBuilder(label("host"));
        line.append(Quantity.plural(host.loads(), "load"));
        if (host.uncachedLoads() > 0) {
            line.append(" (").append(Quantity.count(host.uncachedLoads())).append(" uncached)");
        }
        line.append(", ").append(Quantity.plural(host.stores(), "store"));
        if (host.combinedStores() > 0) {
            line.append(" (")
                    .append(Quantity.count(host.combinedStores()))
                    .append(" combined, ")
                    .append(Quantity.plural(host.drains(), "drain"))
                    .append(", ")
                    .append(Quantity.count(host.fullDrains()))
                    .append(" full)");
        }
        if (host.flushedLines() + host.invalidatedLines() > 0) {
            line.append("; lines flushed ")
                    .append(Quantity.count(host.flushedLines()))
                    .append(", invalidated ")
                    .append(Quantity.count(host.invalidatedLines()));
        }
        if (host.snoops() > 0) {
            line.append("; ")
                    .append(Quantity.plural(host.snoops(), "snoop"))
                    .append(", ")
                    .append(Quantity.count(host.snoopHits()))
                    .append(" hit");
        }
        return line.toString();
    }

    private String label(String name) {
        return style.bold(name) + " ".repeat(Math.max(2, 10 - name.length()));
    }
}
