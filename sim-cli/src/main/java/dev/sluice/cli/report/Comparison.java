// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.report;

import dev.sluice.result.CacheCounters;
import dev.sluice.result.GraphicsResult;
import dev.sluice.result.RunResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Two results side by side, with what differs between them. */
public final class Comparison {
    private static final int FINDINGS_SHOWN = 2;
    private static final int NAME = 46;
    private static final int HEADER = 24;

    private final RunResult left;
    private final RunResult right;
    private final Style style;

    /** A comparison of {@code left} with {@code right}. */
    public Comparison(RunResult left, RunResult right, Style style) {
        this.left = left;
        this.right = right;
        this.style = style;
    }

    /** The whole comparison. */
    public String text() {
        List<String> lines = new ArrayList<>();
        for (RunResult result : List.of(left, right)) {
            FindingsSection findings = new FindingsSection(result, style);
            lines.add(style.bold(result.stream()) + " on " + result.device() + ", barriers " + result.profile() + ": "
                    + findings.verdict());
            lines.addAll(findings.lines(FINDINGS_SHOWN, "'sluice run' shows them"));
        }
        lines.add("");
        lines.addAll(table().lines(style));
        return String.join("\n", lines) + "\n";
    }

    private Table table() {
        Table table = new Table()
                .left("", NAME)
                .right(ending(left.stream()))
                .right(ending(right.stream()))
                .right("difference");
        table.row("findings", Quantity.count(RunFindings.count(left)), Quantity.count(RunFindings.count(right)), "");
        row(table, "total cycles", left.cycles(), right.cycles(), Quantity::count);
        table.row("total time", Quantity.time(left.timeNs()), Quantity.time(right.timeNs()), "");
        row(table, "requests", left.requests(), right.requests(), Quantity::count);
        Map<String, Long> a = commands(left);
        Map<String, Long> b = commands(right);
        for (String key : merged(a, b)) {
            optional(table, key, a.get(key), b.get(key));
        }
        barrier(table, "implicit barriers: stall cycles", true, RunResult.BarrierResult::stallCycles, Quantity::count);
        barrier(table, "all barriers: drain cycles", false, RunResult.BarrierResult::drainCycles, Quantity::count);
        barrier(table, "all barriers: action cycles", false, RunResult.BarrierResult::actionCycles, Quantity::count);
        barrier(table, "all barriers: refilled", false, RunResult.BarrierResult::refillBytes, Quantity::bytes);
        graphics(table);
        caches(table);
        row(table, "vram read", left.vram().readBytes(), right.vram().readBytes(), Quantity::bytes);
        row(table, "vram written", left.vram().writeBytes(), right.vram().writeBytes(), Quantity::bytes);
        return table;
    }

    /** The end of a long name, where names of broken and cured streams differ. */
    private static String ending(String name) {
        return name.length() <= HEADER ? name : "…" + name.substring(name.length() - HEADER + 1);
    }

    private void graphics(Table table) {
        GraphicsResult.Rop a = left.rop();
        GraphicsResult.Rop b = right.rop();
        pixels(table, "pixels tested", a, b, GraphicsResult.Rop::pixelsTested, Quantity::count);
        pixels(table, "pixels written", a, b, GraphicsResult.Rop::pixelsWritten, Quantity::count);
        pixels(table, "tiles cleared fast", a, b, GraphicsResult.Rop::tilesFastCleared, Quantity::count);
        pixels(table, "tiles cleared by writing", a, b, GraphicsResult.Rop::tilesCleared, Quantity::count);
        pixels(table, "tiles moved", a, b, GraphicsResult.Rop::storedBytes, Quantity::bytes);
        pixels(table, "tiles: saved by compression", a, b, GraphicsResult.Rop::bytesSaved, Quantity::bytes);
        pixels(
                table,
                "transitions: tiles changed",
                a,
                b,
                rop -> rop.transitions().tilesChanged(),
                Quantity::count);
        pixels(table, "transitions: written", a, b, rop -> rop.transitions().bytesWritten(), Quantity::bytes);
        pixels(table, "transitions: busy cycles", a, b, rop -> rop.transitions().busyCycles(), Quantity::count);
        GraphicsResult.Tlb first = left.tlb();
        GraphicsResult.Tlb second = right.tlb();
        row(
                table,
                "page walks",
                first == null ? 0 : first.walks(),
                second == null ? 0 : second.walks(),
                Quantity::count);
    }

    private static void pixels(
            Table table,
            String name,
            GraphicsResult.@Nullable Rop a,
            GraphicsResult.@Nullable Rop b,
            ToLongFunction<GraphicsResult.Rop> what,
            LongFunction<String> unit) {
        row(table, name, a == null ? 0 : what.applyAsLong(a), b == null ? 0 : what.applyAsLong(b), unit);
    }

    private void caches(Table table) {
        Set<String> names = new LinkedHashSet<>(left.caches().keySet());
        names.addAll(right.caches().keySet());
        for (String name : names) {
            CacheCounters a = counters(left, name);
            CacheCounters b = counters(right, name);
            if (a.lookups + b.lookups + a.invalidatedLines + b.invalidatedLines == 0) {
                continue;
            }
            table.row(
                    name + " read hits",
                    Quantity.percent(a.readHits, a.reads),
                    Quantity.percent(b.readHits, b.reads),
                    "");
            row(table, name + " filled", a.fillBytes, b.fillBytes, Quantity::bytes);
            row(table, name + " written back", a.writebackBytes, b.writebackBytes, Quantity::bytes);
            row(table, name + " lines dropped", a.invalidatedLines, b.invalidatedLines, Quantity::count);
        }
    }

    private static CacheCounters counters(RunResult result, String cache) {
        RunResult.CacheResult node = result.caches().get(cache);
        return node == null ? new CacheCounters() : node.total();
    }

    private void barrier(
            Table table,
            String name,
            boolean implicitOnly,
            ToLongFunction<RunResult.BarrierResult> cost,
            LongFunction<String> unit) {
        row(table, name, sum(left, implicitOnly, cost), sum(right, implicitOnly, cost), unit);
    }

    private static long sum(RunResult result, boolean implicitOnly, ToLongFunction<RunResult.BarrierResult> cost) {
        return result.barriers().stream()
                .filter(barrier -> !implicitOnly || barrier.implicit())
                .mapToLong(cost)
                .sum();
    }

    private static void row(Table table, String name, long a, long b, LongFunction<String> unit) {
        if (a != 0 || b != 0) {
            table.row(name, unit.apply(a), unit.apply(b), difference(a, b, unit));
        }
    }

    private static void optional(Table table, String name, @Nullable Long a, @Nullable Long b) {
        table.row(
                name,
                a == null ? "-" : Quantity.count(a),
                b == null ? "-" : Quantity.count(b),
                difference(a == null ? 0 : a, b == null ? 0 : b, Quantity::count));
    }

    private static String difference(long a, long b, LongFunction<String> unit) {
        if (a == b) {
            return "";
        }
        String amount = (b > a ? "+" : "-") + unit.apply(Math.abs(b - a));
        return a == 0 ? amount : amount + " (" + (b > a ? "+" : "") + Quantity.percent(b - a, a) + ")";
    }

    /**
     * Cycles by command, in order; a barrier is named by the command that it stands before, so that it has the same name
     * in both streams or is missing in one.
     */
    private static Map<String, Long> commands(RunResult result) {
        Map<String, RunResult.BarrierResult> barriers = new LinkedHashMap<>();
        for (RunResult.BarrierResult barrier : result.barriers()) {
            barriers.putIfAbsent(barrier.id(), barrier);
        }
        Map<String, Long> cycles = new LinkedHashMap<>();
        List<RunResult.BarrierResult> waiting = new ArrayList<>();
        for (RunResult.CommandResult command : result.commands()) {
            RunResult.BarrierResult barrier = barriers.get(command.id());
            if (barrier != null && !barrier.implicit()) {
                waiting.add(barrier);
            } else {
                String name = command.kind() + (command.label() == null ? "" : " '" + command.label() + "'");
                waiting.forEach(earlier -> add(cycles, "barrier before " + name, earlier.stallCycles()));
                waiting.clear();
                add(cycles, name, Math.max(0, command.endCycle() - command.startCycle()));
            }
        }
        waiting.forEach(last -> add(cycles, "barrier at the end", last.stallCycles()));
        return cycles;
    }

    private static void add(Map<String, Long> cycles, String name, long value) {
        String key = name;
        int n = 2;
        while (cycles.containsKey(key)) {
            key = name + " (" + n + ")";
            n++;
        }
        cycles.put(key, value);
    }

    /** The keys of both, each stream's order kept as far as the two agree. */
    private static List<String> merged(Map<String, Long> a, Map<String, Long> b) {
        List<String> keys = new ArrayList<>(a.keySet());
        int at = 0;
        for (String key : b.keySet()) {
            int found = keys.indexOf(key);
            if (found < 0) {
                keys.add(at, key);
                at++;
            } else {
                at = found + 1;
            }
        }
        return keys;
    }
}
