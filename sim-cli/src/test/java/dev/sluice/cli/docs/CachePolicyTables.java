// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.docs;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/** The tables of {@code docs/case-study-cache-policies.md}, made of the results of its sweep. */
final class CachePolicyTables {
    static final Path RESULTS = Documents.ROOT.resolve("docs/case-study-cache-policies.csv");

    private static final String MIDDLE = "1MiB";
    private static final String BASE = "lru";
    private static final String BEGIN = "<!-- %s: generated -->\n";
    private static final String END = "<!-- %s: end -->\n";
    private static final double LITTLE = 0.005;

    private final Map<String, Point> points = new LinkedHashMap<>();
    private final Set<String> streams = new LinkedHashSet<>();
    private final Set<String> sizes = new LinkedHashSet<>();
    private final Set<String> policies = new LinkedHashSet<>();

    /** A row of the results. */
    record Point(double cycles, double hitRate, double optimal, double bypassing) {}

    private CachePolicyTables() {}

    /** Reads the results. */
    static CachePolicyTables read() {
        CachePolicyTables tables = new CachePolicyTables();
        List<String> lines = Documents.lines(RESULTS);
        List<String> columns = List.of(lines.get(0).split(",", -1));
        for (String line : lines.subList(1, lines.size())) {
            List<String> row = List.of(line.split(",", -1));
            ToDoubleFunction<String> number = name -> Double.parseDouble(row.get(columns.indexOf(name)));
            String stream = row.get(columns.indexOf("stream"));
            String size = row.get(columns.indexOf("caches.l2.size"));
            String policy = row.get(columns.indexOf("caches.l2.replacement"));
            tables.streams.add(stream);
            tables.sizes.add(size);
            tables.policies.add(policy);
            tables.points.put(
                    key(stream, size, policy),
                    new Point(
                            number.applyAsDouble("cycles"),
                            number.applyAsDouble("caches.l2.hitRate"),
                            number.applyAsDouble("caches.l2.optimalHitRate"),
                            number.applyAsDouble("caches.l2.optimalBypassHitRate")));
        }
        return tables;
    }

    private static String key(String stream, String size, String policy) {
        return stream + " " + size + " " + policy;
    }

    int points() {
        return points.size();
    }

    Point point(String stream, String size, String policy) {
        return Objects.requireNonNull(points.get(key(stream, size, policy)), stream + size + policy);
    }

    /** The page with the tables of these results. */
    String into(String page) {
        String renewed = replaced(page, "hit rates", hitRates());
        renewed = replaced(renewed, "gap", gap());
        return replaced(renewed, "cycles", cycles());
    }

    private static String replaced(String page, String name, String table) {
        String begin = BEGIN.formatted(name);
        return page.substring(0, page.indexOf(begin) + begin.length())
                + "\n" + table + "\n"
                + page.substring(page.indexOf(END.formatted(name)));
    }

    private String hitRates() {
        StringBuilder text = head("workload", "OPT", "OPT, may refuse lines");
        for (String stream : streams) {
            List<String> cells = new ArrayList<>(List.of(stream));
            policies.forEach(
                    policy -> cells.add(percent(point(stream, MIDDLE, policy).hitRate())));
            Point base = point(stream, MIDDLE, BASE);
            cells.addAll(List.of(percent(base.optimal()), percent(base.bypassing())));
            row(text, cells);
        }
        return text.toString();
    }

    /** How much of the way from the base to the bound a policy goes. */
    private String gap() {
        StringBuilder text = head("workload", "gap, points");
        for (String stream : streams) {
            List<String> cells = new ArrayList<>(List.of(stream));
            Point base = point(stream, MIDDLE, BASE);
            double gap = base.optimal() - base.hitRate();
            for (String policy : policies) {
                double closed = (point(stream, MIDDLE, policy).hitRate() - base.hitRate()) / gap;
                cells.add(policy.equals(BASE) ? "" : String.format(Locale.ROOT, "%.0f %%", 100 * rounded(closed)));
            }
            cells.add(String.format(Locale.ROOT, "%.1f", 100 * gap));
            row(text, cells);
        }
        return text.toString();
    }

    /** Without a zero that has a sign. */
    private static double rounded(double share) {
        return Math.abs(share) < LITTLE ? 0 : share;
    }

    private String cycles() {
        StringBuilder text = head("workload, L2");
        for (String stream : streams) {
            for (String size : sizes) {
                List<String> cells = new ArrayList<>(List.of(stream + ", " + size));
                policies.forEach(policy -> cells.add(ratio(slowdown(stream, size, policy))));
                row(text, cells);
            }
        }
        for (String size : sizes) {
            List<String> cells = new ArrayList<>(List.of("geometric mean, " + size));
            for (String policy : policies) {
                double logs = streams.stream()
                        .mapToDouble(stream -> Math.log(slowdown(stream, size, policy)))
                        .sum();
                cells.add(ratio(Math.exp(logs / streams.size())));
            }
            row(text, cells);
        }
        return text.toString();
    }

    private double slowdown(String stream, String size, String policy) {
        return point(stream, size, policy).cycles() / point(stream, size, BASE).cycles();
    }

    private StringBuilder head(String first, String... last) {
        List<String> columns = new ArrayList<>(List.of(first));
        columns.addAll(policies);
        columns.addAll(List.of(last));
        StringBuilder text = new StringBuilder();
        row(text, columns);
        return text.append("|---|").append("--:|".repeat(columns.size() - 1)).append('\n');
    }

    private static void row(StringBuilder text, List<String> cells) {
        text.append("| ").append(String.join(" | ", cells)).append(" |\n");
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f", 100 * share);
    }

    private static String ratio(double value) {
        return String.format(Locale.ROOT, "%.3f", value);
    }
}
