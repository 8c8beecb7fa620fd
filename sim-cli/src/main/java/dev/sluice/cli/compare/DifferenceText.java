// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.compare;

import dev.sluice.cli.report.Quantity;
import dev.sluice.cli.report.Style;
import dev.sluice.cli.report.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** A {@link ResultDifference} for people. */
public final class DifferenceText {
    private static final int COMMANDS = 10;
    private static final int CACHES = 6;
    private static final int REGIONS = 6;
    private static final int COUNTERS = 8;
    private static final int OF_COMMANDS = 3;
    private static final int SETTINGS = 30;
    private static final int NAME = 52;
    private static final int VALUE = 30;

    private final ResultDifference difference;
    private final Style style;
    private final List<String> lines = new ArrayList<>();

    /** The text of a difference. */
    public DifferenceText(ResultDifference difference, Style style) {
        this.difference = difference;
        this.style = style;
    }

    /** The whole text. */
    public String text() {
        lines.clear();
        head("A", difference.a());
        head("B", difference.b());
        settings();
        lines.add("");
        Table total = table("", "A", "B");
        ResultFile a = difference.a();
        ResultFile b = difference.b();
        if (difference.sameClock()) {
            row(total, new ResultDifference.Moved("cycles", a.number("cycles"), b.number("cycles")), Quantity::count);
        } else {
            row(total, new ResultDifference.Moved("time", picos(a), picos(b)), this::span);
        }
        if (a.judged() && b.judged()) {
            row(total, new ResultDifference.Moved("findings", a.findings(), b.findings()), Quantity::count);
        } else {
            total.row("findings", findings(a), findings(b), "'-': timing only, bytes were not judged");
        }
        lines.addAll(total.lines(style));
        moved("Commands, by the change of their time", difference.commands(), COMMANDS, this::span);
        moved("Barriers, by their stalls", difference.barriers(), COMMANDS, this::span);
        caches();
        regions();
        counters("Elsewhere", difference.others());
        return style.text(lines);
    }

    private static String findings(ResultFile file) {
        return file.judged() || file.findings() > 0 ? Quantity.count(file.findings()) : "-";
    }

    private static long picos(ResultFile file) {
        return Math.round(file.root().path("timeNs").asDouble(0) * 1000);
    }

    private void head(String letter, ResultFile file) {
        lines.add(style.bold(letter) + "  " + file.file() + ": " + file.text("stream") + " on " + file.text("device")
                + ", barriers " + file.text("profile") + ", " + Quantity.plural(file.number("cycles"), "cycle") + ", "
                + Quantity.time(file.root().path("timeNs").asDouble(0))
                + (file.root().path("interrupted").asBoolean(false)
                        ? style.bad(file.root().has("cut") ? " (cut off)" : " (interrupted)")
                        : ""));
    }

    private void settings() {
        List<ResultDifference.Value> settings = difference.settings();
        lines.add("");
        List<String> inputs = difference.inputs();
        if (settings.isEmpty() && inputs.isEmpty()) {
            lines.add("Both ran the same on the same device.");
        } else if (!settings.isEmpty()) {
            lines.add(style.bold("What was run differs in"));
            Table table = new Table().left("key", NAME).left("A", VALUE).left("B", VALUE);
            for (ResultDifference.Value value : settings.subList(0, Math.min(SETTINGS, settings.size()))) {
                table.row(value.key(), shown(value.a()), shown(value.b()));
            }
            lines.addAll(table.lines(style));
            more(settings.size(), SETTINGS);
        }
        inputs.forEach(input -> lines.add(input + " has other contents"));
    }

    private static String shown(String value) {
        return value.isEmpty() ? "none" : value;
    }

    private void caches() {
        List<ResultDifference.Cache> caches = difference.caches();
        for (ResultDifference.Cache cache : caches.subList(0, Math.min(CACHES, caches.size()))) {
            lines.add("");
            lines.add(style.bold(cache.name()) + ": hits "
                    + Quantity.percent(cache.hits().a(), cache.accesses().a()) + " in A, "
                    + Quantity.percent(cache.hits().b(), cache.accesses().b()) + " in B");
            Table table = table("counter", "A", "B");
            rows(table, cache.counters(), COUNTERS, null);
            lines.addAll(table.lines(style));
            List<ResultDifference.Moved> commands = cache.commands();
            if (!commands.isEmpty()) {
                List<String> words = new ArrayList<>();
                for (ResultDifference.Moved one : commands.subList(0, Math.min(OF_COMMANDS, commands.size()))) {
                    words.add(one.name() + " " + signed(one.by(), Quantity::count));
                }
                lines.add("misses by command: " + String.join(", ", words)
                        + (commands.size() > OF_COMMANDS ? ", and others" : ""));
            }
        }
        more(caches.size(), CACHES);
    }

    private void regions() {
        List<RegionDifference> regions = difference.regions();
        for (RegionDifference region : regions.subList(0, Math.min(REGIONS, regions.size()))) {
            ResultDifference.Moved time = region.time();
            lines.add("");
            lines.add(style.bold("region " + time.name()) + ": " + lasted(time.inA(), time.a()) + " in A, "
                    + lasted(time.inB(), time.b()) + " in B");
            if (!region.counters().isEmpty()) {
                Table table = table("counter", "A", "B");
                rows(table, region.counters(), COUNTERS, null);
                lines.addAll(table.lines(style));
                more(region.counters().size(), COUNTERS);
            }
        }
        more(regions.size(), REGIONS);
    }

    private String lasted(boolean there, long time) {
        return there ? span(time) + (difference.sameClock() ? " cycles" : "") : "not there";
    }

    private void counters(String title, List<ResultDifference.Moved> counters) {
        if (counters.isEmpty()) {
            return;
        }
        lines.add("");
        Table table = table(title, "A", "B");
        rows(table, counters, COUNTERS, null);
        lines.addAll(table.lines(style));
        more(counters.size(), COUNTERS);
    }

    private void moved(String title, List<ResultDifference.Moved> moved, int most, LongFunction<String> unit) {
        if (moved.isEmpty()) {
            return;
        }
        lines.add("");
        Table table = table(title, "A", "B");
        rows(table, moved, most, unit);
        lines.addAll(table.lines(style));
        more(moved.size(), most);
    }

    private void more(int all, int shown) {
        if (all > shown) {
            lines.add("and " + Quantity.count(all - shown) + " more; --json has them all");
        }
    }

    private static Table table(String first, String a, String b) {
        return new Table().left(first, NAME).right(a).right(b).right("difference");
    }

    private void rows(Table table, List<ResultDifference.Moved> moved, int most, @Nullable LongFunction<String> unit) {
        for (ResultDifference.Moved one : moved.subList(0, Math.min(most, moved.size()))) {
            boolean bytes = one.name().toLowerCase(Locale.ROOT).endsWith("bytes");
            LongFunction<String> byName = bytes ? Quantity::bytes : Quantity::count;
            row(table, one, unit == null ? byName : unit);
        }
    }

    private static void row(Table table, ResultDifference.Moved one, LongFunction<String> unit) {
        if (!one.inA() || !one.inB()) {
            table.row(
                    one.name(),
                    one.inA() ? unit.apply(one.a()) : "-",
                    one.inB() ? unit.apply(one.b()) : "-",
                    "only in " + (one.inA() ? "A" : "B"));
            return;
        }
        String difference = one.by() == 0
                ? ""
                : signed(one.by(), unit)
                        + (one.a() == 0
                                ? ""
                                : " (" + (one.by() > 0 ? "+" : "") + Quantity.percent(one.by(), one.a()) + ")");
        table.row(one.name(), unit.apply(one.a()), unit.apply(one.b()), difference);
    }

    private static String signed(long by, LongFunction<String> unit) {
        return (by > 0 ? "+" : "-") + unit.apply(Math.abs(by));
    }

    private String span(long value) {
        return difference.sameClock() ? Quantity.count(value) : Quantity.time(value / 1000.0);
    }
}
