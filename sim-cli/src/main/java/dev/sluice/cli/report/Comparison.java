// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.report;

import dev.sluice.result.CacheCounters;
import dev.sluice.result.GraphicsResult;
import dev.sluice.result.Limits;
import dev.sluice.result.Resource;
import dev.sluice.result.RunResult;
import java.util.ArrayList;
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
    private static final int SHORT_HEADER = 12;
    private static final int WIDE = 104;
    private static final long PICO = 1000;

    private final RunResult left;
    private final RunResult right;
    private final Style style;
    private final boolean sameClock;

    /** A comparison of {@code left} with {@code right}. */
    public Comparison(RunResult left, RunResult right, Style style) {
        this.left = left;
        this.right = right;
        this.style = style;
        this.sameClock = SharedClock.of(left, right);
    }

    /** The whole comparison of runs on devices as their files say. */
    public String text() {
        return text("");
    }

    /**
     * The whole comparison.
     *
     * @param set what was changed of the devices of both; empty for nothing
     */
    public String text(String set) {
        List<String> lines = new ArrayList<>();
        findings(lines, left, "A");
        findings(lines, right, "B");
        if (!set.isEmpty()) {
            lines.add("both with " + set);
        }
        lines.add("");
        lines.addAll(table().lines(style));
        return style.text(lines);
    }

    private Table table() {
        Table table = new Table()
                .left("", NAME)
                .right(head(left, "A"))
                .right(head(right, "B"))
                .right("difference");
        long found = RunFindings.count(left);
        long foundThen = RunFindings.count(right);
        table.row(
                "findings",
                Quantity.count(found),
                Quantity.count(foundThen),
                difference(found, foundThen, Quantity::count));
        if (sameClock) {
            row(table, "total cycles", left.cycles(), right.cycles(), Quantity::count);
            table.row("total time", Quantity.time(left.timeNs()), Quantity.time(right.timeNs()), "");
        } else {
            table.row("total cycles", Quantity.count(left.cycles()), Quantity.count(right.cycles()), "");
            row(table, "total time", span(left, left.cycles()), span(right, right.cycles()), this::spanText);
        }
        row(table, "requests", left.requests(), right.requests(), Quantity::count);
        Map<String, Counterparts.Row> a = Counterparts.of(left);
        Map<String, Counterparts.Row> b = Counterparts.of(right);
        for (String key : Counterparts.merged(a, b)) {
            optional(table, key, a.get(key), b.get(key));
        }
        String unit = sameClock ? "cycles" : "time";
        stall(table, "implicit barriers: stall " + unit, true, RunResult.BarrierResult::stallCycles);
        stall(table, "all barriers: drain " + unit, false, RunResult.BarrierResult::drainCycles);
        stall(table, "all barriers: action " + unit, false, RunResult.BarrierResult::actionCycles);
        barrier(table, "all barriers: refilled", false, RunResult.BarrierResult::refillBytes, Quantity::bytes);
        graphics(table);
        caches(table);
        limits(table);
        row(table, "vram read", left.vram().readBytes(), right.vram().readBytes(), Quantity::bytes);
        row(table, "vram written", left.vram().writeBytes(), right.vram().writeBytes(), Quantity::bytes);
        return table;
    }

    /** What was found in a run; its letter ties it to its numbers where its name does not. */
    private void findings(List<String> lines, RunResult run, String letter) {
        FindingsSection findings = new FindingsSection(run, style);
        lines.add((lettered() ? style.bold(letter) + "  " : "") + style.bold(run.stream()) + " on " + run.device()
                + ", barriers " + run.profile() + ": " + findings.verdict());
        lines.addAll(findings.lines(FINDINGS_SHOWN, "'sluice run' shows them"));
    }

    /** What stands over the numbers of a run. */
    private String head(RunResult run, String letter) {
        return lettered() ? letter : ending(name(run));
    }

    /** Whether the heads of both would be the same: two files of one name, or names that differ before their ends. */
    private boolean lettered() {
        return ending(name(left)).equals(ending(name(right)));
    }

    /** What tells a run from the other one: its stream, else its device, else its profile. */
    private String name(RunResult run) {
        if (!left.stream().equals(right.stream()) || left.device().equals(right.device())) {
            return left.stream().equals(right.stream()) && !left.profile().equals(right.profile())
                    ? run.profile()
                    : run.stream();
        }
        return run.device();
    }

    /** A number of cycles that compares with the other run's: as it is on one clock, else in picoseconds. */
    private long span(RunResult run, long cycles) {
        return sameClock || run.cycles() == 0 ? cycles : Math.round(run.timeNs() * PICO / run.cycles() * cycles);
    }

    private String spanText(long span) {
        return sameClock ? Quantity.count(span) : Quantity.time((double) span / PICO);
    }

    /** The end of a long name, where names of broken and cured streams differ. */
    private String ending(String name) {
        int room = style.width() < WIDE ? SHORT_HEADER : HEADER;
        return name.length() <= room ? name : "…" + name.substring(name.length() - room + 1);
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
            table.row(name + " read hits", MemorySection.hits(a), MemorySection.hits(b), "");
            row(table, name + " filled", a.belowReadBytes(), b.belowReadBytes(), Quantity::bytes);
            row(table, name + " written back", a.writebackBytes, b.writebackBytes, Quantity::bytes);
            row(table, name + " lines dropped", a.invalidatedLines, b.invalidatedLines, Quantity::count);
        }
    }

    private void limits(Table table) {
        Limits a = left.limits();
        Limits b = right.limits();
        table.row("limited by", limiter(a), limiter(b), "");
        if (a.topDown().issued() + b.topDown().issued() > 0) {
            units(table, "units: issued", Limits.TopDown::issued);
            units(table, "units: waiting for memory", Limits.TopDown::waitedForMemory);
            units(table, "units: nothing to issue", Limits.TopDown::idle);
        }
    }

    private void units(Table table, String name, ToLongFunction<Limits.TopDown> head) {
        Limits.TopDown a = left.limits().topDown();
        Limits.TopDown b = right.limits().topDown();
        table.row(
                name,
                Quantity.percent(head.applyAsLong(a), a.unitCycles()),
                Quantity.percent(head.applyAsLong(b), b.unitCycles()),
                "");
    }

    private static String limiter(Limits limits) {
        Limits.Use use = limits.limitedBy();
        return use == null
                ? "nothing alone"
                : Resource.of(use.resource()).text() + " " + use.instance() + " " + LimitsSection.percent(use.share());
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

    private void stall(Table table, String name, boolean implicitOnly, ToLongFunction<RunResult.BarrierResult> cost) {
        row(
                table,
                name,
                span(left, sum(left, implicitOnly, cost)),
                span(right, sum(right, implicitOnly, cost)),
                this::spanText);
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

    private void optional(
            Table table, String name, Counterparts.@Nullable Row first, Counterparts.@Nullable Row second) {
        long a = first == null ? 0 : span(left, first.cycles());
        long b = second == null ? 0 : span(right, second.cycles());
        table.row(
                name,
                first == null ? "-" : spanText(a),
                second == null ? "-" : spanText(b),
                difference(a, b, this::spanText));
    }

    private static String difference(long a, long b, LongFunction<String> unit) {
        if (a == b) {
            return "";
        }
        String amount = (b > a ? "+" : "-") + unit.apply(Math.abs(b - a));
        return a == 0 ? amount : amount + " (" + (b > a ? "+" : "") + Quantity.percent(b - a, a) + ")";
    }
}
