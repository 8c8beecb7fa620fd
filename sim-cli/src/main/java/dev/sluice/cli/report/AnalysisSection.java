// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.report;

import dev.sluice.result.AnalysisResult;
import dev.sluice.result.RunResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** What {@code --analyze} found out, as short tables: misses by kind, curves, hot sets, rooflines, the busiest windows. */
final class AnalysisSection {
    private static final int POINTS = 12;
    private static final int WINDOWS = 5;
    private static final int NAME = 24;

    private final RunResult result;
    private final Style style;

    AnalysisSection(RunResult result, Style style) {
        this.result = result;
        this.style = style;
    }

    /** Blocks of lines; none where nobody analysed. */
    List<List<String>> blocks() {
        AnalysisResult analysis = result.analysis();
        if (analysis == null) {
            return List.of();
        }
        return List.of(misses(analysis), curves(analysis), sets(analysis), roofline(analysis), windows(analysis));
    }

    private List<String> misses(AnalysisResult analysis) {
        Table table = new Table()
                .left("misses of", NAME)
                .right("sectors")
                .right("compulsory")
                .right("capacity")
                .right("conflict")
                .right("coherence")
                .right("median reuse distance");
        analysis.caches().forEach((name, cache) -> {
            AnalysisResult.MissKinds kinds = cache.misses();
            long sum = kinds.sum();
            table.row(
                    name,
                    Quantity.count(sum),
                    Quantity.percent(kinds.compulsory(), sum),
                    Quantity.percent(kinds.capacity(), sum),
                    Quantity.percent(kinds.conflict(), sum),
                    Quantity.percent(kinds.coherence(), sum),
                    median(cache.reuse()));
        });
        return analysis.caches().isEmpty() ? List.of() : table.lines(style);
    }

    private static String median(AnalysisResult.Reuse reuse) {
        double all =
                reuse.distances().stream().mapToDouble(AnalysisResult.Bin::uses).sum();
        double seen = 0;
        for (AnalysisResult.Bin bin : reuse.distances()) {
            seen += bin.uses();
            if (seen * 2 >= all && all > 0) {
                return Quantity.count(bin.from()) + (bin.from() < 2 ? "" : " to " + Quantity.count(2 * bin.from() - 1))
                        + " lines" + (reuse.exact() ? "" : " (sampled)");
            }
        }
        return "-";
    }

    private List<String> curves(AnalysisResult analysis) {
        List<String> lines = new ArrayList<>();
        analysis.caches().forEach((name, cache) -> {
            if (!cache.missRatioCurve().isEmpty()) {
                lines.add(style.bold("uses missed ") + name + " of "
                        + cache.missRatioCurve().stream()
                                .map(point -> Quantity.bytes(point.bytes()) + ": " + percent(point.missRatio()))
                                .collect(Collectors.joining(", ")));
            }
        });
        return lines;
    }

    private static String percent(double part) {
        return String.format(Locale.ROOT, "%.1f %%", 100 * part);
    }

    private List<String> sets(AnalysisResult analysis) {
        Table table = new Table()
                .left("sets of", NAME)
                .right("sets")
                .right("misses of a set")
                .right("evictions of a set")
                .left("hottest");
        analysis.caches().forEach((name, cache) -> {
            AnalysisResult.Sets sets = cache.sets();
            table.row(
                    name,
                    Quantity.count(sets.count()),
                    spread(sets.misses()),
                    spread(sets.evictions()),
                    sets.hottest().stream()
                            .limit(2)
                            .map(set -> name + (cache.instances() > 1 ? "[" + set.instance() + "]" : "") + " slice "
                                    + set.slice() + " set " + set.set())
                            .collect(Collectors.joining(", ")));
        });
        return analysis.caches().isEmpty() ? List.of() : table.lines(style);
    }

    private static String spread(AnalysisResult.Spread spread) {
        return Quantity.count(spread.min()) + " / " + Quantity.count(spread.median()) + " / "
                + Quantity.count(spread.max());
    }

    private List<String> roofline(AnalysisResult analysis) {
        if (analysis.roofline().isEmpty()) {
            return List.of();
        }
        Table table = new Table()
                .left("roofline", NAME)
                .right("operations")
                .right("a cycle")
                .right("of peak")
                .left("operations by byte")
                .left("bytes a cycle, of peak")
                .left("bound by");
        analysis.roofline().stream()
                .limit(POINTS)
                .forEach(point -> table.row(
                        point.command() + " " + point.kernel(),
                        Quantity.count(point.integerOperations() + point.floatOperations() + point.opaqueOperations()),
                        String.format(Locale.ROOT, "%.1f", point.opsPerCycle()),
                        percent(point.opsPerCycle() / point.peakOpsPerCycle()),
                        levels(
                                point,
                                level -> level.bytes() == 0
                                        ? "-"
                                        : String.format(Locale.ROOT, "%.2f", level.intensity())),
                        levels(
                                point,
                                level -> String.format(Locale.ROOT, "%.1f", level.bytesPerCycle()) + " "
                                        + percent(level.bytesPerCycle() / level.peakBytesPerCycle())),
                        point.bound()));
        List<String> lines = new ArrayList<>(table.lines(style));
        if (analysis.roofline().size() > POINTS) {
            lines.add(TextReport.more(analysis.roofline().size() - POINTS, style));
        }
        return lines;
    }

    private static String levels(
            AnalysisResult.RooflinePoint point, java.util.function.Function<AnalysisResult.Level, String> of) {
        return point.levels().stream()
                .map(level -> level.name() + " " + of.apply(level))
                .collect(Collectors.joining(", "));
    }

    private List<String> windows(AnalysisResult analysis) {
        List<AnalysisResult.Window> busiest = analysis.windows().stream()
                .sorted(Comparator.comparingLong(AnalysisSection::bytes).reversed())
                .limit(WINDOWS)
                .filter(window -> bytes(window) > 0)
                .sorted(Comparator.comparingLong(AnalysisResult.Window::start))
                .toList();
        if (busiest.isEmpty()) {
            return List.of();
        }
        Table table = new Table()
                .left("busiest windows", NAME)
                .right("vram read")
                .right("written")
                .left("hits")
                .left("MSHRs in use, of a slice");
        for (AnalysisResult.Window window : busiest) {
            table.row(
                    Quantity.count(window.start()) + " to " + Quantity.count(window.start() + window.cycles() - 1),
                    Quantity.bytesOrDash(window.vramReadBytes()),
                    Quantity.bytesOrDash(window.vramWriteBytes()),
                    window.caches().entrySet().stream()
                            .map(cache -> cache.getKey() + " "
                                    + Quantity.percent(
                                            cache.getValue().hits(),
                                            cache.getValue().sectors()))
                            .collect(Collectors.joining(", ")),
                    window.caches().entrySet().stream()
                            .map(AnalysisSection::registers)
                            .collect(Collectors.joining(", ")));
        }
        return table.lines(style);
    }

    private static String registers(Map.Entry<String, AnalysisResult.CacheWindow> cache) {
        return cache.getKey() + " "
                + String.format(Locale.ROOT, "%.1f", cache.getValue().mshrs());
    }

    /** How much a window moved: between the caches, and to memory. */
    private static long bytes(AnalysisResult.Window window) {
        return window.vramReadBytes()
                + window.vramWriteBytes()
                + window.caches().values().stream()
                        .mapToLong(AnalysisResult.CacheWindow::sectors)
                        .sum();
    }
}
