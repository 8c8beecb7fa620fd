// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.sweep.outcome;

import dev.sluice.cli.report.Quantity;
import dev.sluice.cli.report.Style;
import dev.sluice.cli.sweep.Metrics;
import dev.sluice.cli.sweep.Objective;
import dev.sluice.cli.sweep.PointRecord;
import dev.sluice.cli.sweep.SweepHeader;
import dev.sluice.config.sweep.Axis;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A sweep as one page that needs nothing beside it: plots, what moves the metric, and a table that can be sorted. */
public final class SweepPage {
    private static final int SERIES = 8;
    private static final int PLOTTED = 4;
    private static final int LINES = 8;
    private static final int ROWS = 5000;
    /** Values that are named one by one. */
    private static final int LISTED = 40;

    private static final int REASONS = 10;

    private final SweepHeader header;
    private final Map<Integer, PointRecord> records;
    private final Objective first;
    private final Objective second;
    private final List<Dimension> dimensions;
    private final StringBuilder html = new StringBuilder();

    /** A page of what is there of a sweep. */
    public SweepPage(SweepHeader header, Map<Integer, PointRecord> records) {
        this.header = header;
        this.records = records;
        first = header.objectives().get(0);
        second = header.objectives().get(1);
        dimensions = Dimension.of(header);
    }

    /** The text of the page. */
    public String text() {
        html.setLength(0);
        String name = Svg.escaped(header.name());
        html.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n");
        html.append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n");
        html.append("<title>").append(name).append("</title>\n<style>\n").append(resource("sweep.css"));
        html.append("</style>\n</head>\n<body>\n<header>\n<h1>").append(name).append("</h1>\n<p>");
        html.append(Svg.escaped(new SweepReport(header, records, Style.PLAIN).summary()));
        html.append(". Sluice ").append(Svg.escaped(header.version())).append(".</p>\n");
        facts();
        html.append("</header>\n<main>\n");
        List<Series> all = Series.of(header, records).stream()
                .filter(series -> !series.rows().isEmpty())
                .toList();
        all.subList(0, Math.min(SERIES, all.size())).forEach(this::series);
        if (all.size() > SERIES) {
            html.append("<p class=\"note\">Plots of ").append(all.size() - SERIES);
            html.append(" further streams are left out; the table has all points.</p>\n");
        }
        table();
        html.append("</main>\n<script>\n//<![CDATA[\n").append(resource("sweep.js"));
        html.append("//]]>\n</script>\n</body>\n</html>\n");
        return html.toString();
    }

    private void facts() {
        html.append("<dl>\n");
        fact("Streams", String.join(", ", header.streams()));
        for (Axis axis : header.axes()) {
            fact(axis.name(), listed(axis.values()));
        }
        header.settings().forEach(this::fact);
        html.append("</dl>\n");
    }

    /** Values one after the other; of many the first and the last ones. */
    private static String listed(List<String> values) {
        int count = values.size();
        if (count <= LISTED) {
            return String.join(", ", values);
        }
        int each = LISTED / 2;
        return String.join(", ", values.subList(0, each)) + ", …, "
                + String.join(", ", values.subList(count - each, count)) + " (" + Quantity.count(count) + " in all)";
    }

    private void fact(String term, String what) {
        html.append("<dt>")
                .append(Svg.escaped(term))
                .append("</dt><dd>")
                .append(Svg.escaped(what))
                .append("</dd>\n");
    }

    private void series(Series series) {
        boolean several = header.streams().size() > 1;
        html.append("<section>\n<h2>").append(Svg.escaped(several ? series.name() : "Results"));
        html.append(several && series.name().equals(Series.ALL) ? " (geometric means)" : "")
                .append("</h2>\n");
        best(series);
        html.append("<div class=\"plots\">\n");
        for (Objective objective : plotted(series)) {
            plots(series, objective);
        }
        if (Pareto.best(series.rows(), first, second).size() > 1) {
            figure(
                    new FrontPlot(
                                    series.rows(),
                                    first,
                                    second,
                                    header.axes().stream().map(Axis::name).toList())
                            .svg(first.metric() + " against " + second.metric()),
                    "Every point; the line joins the Pareto front, where nothing is better in one without being worse in"
                            + " the other.");
        }
        html.append("</div>\n");
        sensitivity(series);
        html.append("</section>\n");
    }

    private void best(Series series) {
        List<Series.Row> best = Pareto.best(series.rows(), first, second);
        if (best.isEmpty()) {
            return;
        }
        Series.Row row = best.get(0);
        html.append("<p class=\"best\"><strong>Best by ")
                .append(Svg.escaped(first.toString()))
                .append(":</strong> ");
        html.append("point ").append(row.point() + 1);
        for (int i = 0; i < header.axes().size(); i++) {
            if (header.axes().get(i).values().size() < 2) {
                continue;
            }
            html.append(", ").append(Svg.escaped(header.axes().get(i).name())).append(" <b>");
            html.append(Svg.escaped(row.values().get(i))).append("</b>");
        }
        html.append(", with ")
                .append(text(row, first))
                .append(" and ")
                .append(text(row, second))
                .append(".</p>\n");
    }

    private static String text(Series.Row row, Objective objective) {
        Double value = row.metric(objective.metric());
        return Svg.escaped(objective.metric() + " "
                + (value == null ? "unknown" : Unit.of(objective.metric()).text(value)));
    }

    /** The objective, then the metrics of the results that vary, as many as there is room for. */
    private List<Objective> plotted(Series series) {
        List<Objective> plotted = new ArrayList<>(List.of(first));
        Map<String, Double> others = new LinkedHashMap<>();
        for (String name : header.metrics()) {
            boolean same = name.equals(first.metric())
                    || name.equals(Metrics.CACHE_BYTES)
                    || first.metric().equals(Metrics.CYCLES) && name.equals("timeNs");
            if (!same && series.varies(name)) {
                others.put(name, moved(series, name));
            }
        }
        others.entrySet().stream()
                .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                .limit(PLOTTED - 1L)
                .forEach(other ->
                        plotted.add(new Objective(other.getKey(), other.getKey().endsWith("Rate"))));
        return plotted;
    }

    /** How much of a metric what is varied moves. */
    private double moved(Series series, String metric) {
        return Sensitivity.of(series, dimensions, new Objective(metric, false)).stream()
                .mapToDouble(Sensitivity::typical)
                .max()
                .orElse(0);
    }

    private void plots(Series series, Objective objective) {
        if (dimensions.isEmpty()) {
            return;
        }
        if (dimensions.size() == 1) {
            lines(series, objective, dimensions.get(0), null, "");
            return;
        }
        // the two that matter most; numbers go along, so that lines show a slope
        List<Dimension> most = new ArrayList<>(Sensitivity.of(series, dimensions, objective).stream()
                .map(Sensitivity::dimension)
                .toList());
        dimensions.stream().filter(one -> !most.contains(one)).forEach(most::add);
        Dimension across = most.get(0);
        Dimension other = most.get(1);
        if (!across.numeric() && other.numeric()
                || across.numeric() == other.numeric()
                        && other.values().size() > across.values().size()) {
            across = most.get(1);
            other = most.get(0);
        }
        String rest = dimensions.size() > 2 ? " The best over everything else that varies." : "";
        if (across.numeric() && other.values().size() <= LINES) {
            lines(series, objective, across, other, rest);
        }
        Grid grid = new Grid(series.rows(), across, other, objective);
        if (!grid.empty()) {
            figure(
                    new HeatMap(grid, objective.metric(), objective.more())
                            .svg(objective.metric() + " by " + tail(other) + " and " + tail(across)),
                    "The darker the better." + rest);
        }
    }

    private void lines(Series series, Objective objective, Dimension across, @Nullable Dimension other, String rest) {
        Grid grid = new Grid(series.rows(), across, other, objective);
        if (!grid.empty()) {
            String by = other == null ? "" : ", by " + tail(other);
            figure(
                    new LinePlot(grid, objective.metric()).svg(objective.metric() + " over " + tail(across) + by),
                    rest.strip());
        }
    }

    private static String tail(Dimension dimension) {
        return Frame.shortened(dimension.brief(), 24);
    }

    private void figure(String svg, String caption) {
        html.append("<figure>\n").append(svg);
        html.append(caption.isEmpty() ? "" : "<figcaption>" + Svg.escaped(caption) + "</figcaption>\n");
        html.append("</figure>\n");
    }

    private void sensitivity(Series series) {
        List<Sensitivity> all = Sensitivity.of(series, dimensions, first);
        if (all.isEmpty()) {
            return;
        }
        html.append("<h3>What moves ")
                .append(Svg.escaped(first.metric()))
                .append("</h3>\n<div class=\"scroll\"><table class=\"small\">\n<thead><tr>");
        html.append("<th>axis</th><th>typically</th><th>at most</th><th>best at</th></tr></thead>\n<tbody>\n");
        for (Sensitivity one : all) {
            html.append("<tr><td>").append(Svg.escaped(one.dimension().name())).append("</td><td class=\"n\">");
            html.append(Quantity.percent(one.typical(), 1)).append("</td><td class=\"n\">");
            html.append(Quantity.percent(one.largest(), 1)).append("</td><td>");
            html.append(Svg.escaped(one.bestAt())).append("</td></tr>\n");
        }
        html.append(
                "</tbody>\n</table></div>\n<p class=\"note\">The range of the metric between points that differ in this axis");
        html.append(" alone, as a share of their mean.</p>\n");
    }

    private void table() {
        html.append("<section>\n<h2>Points</h2>\n");
        if (records.size() > ROWS) {
            html.append("<p class=\"note\">The first ")
                    .append(Quantity.count(ROWS))
                    .append(" points; results.csv has all.</p>\n");
        }
        failures();
        html.append("<div class=\"wide\"><table id=\"points\">\n<thead><tr>");
        List<String> columns = new ArrayList<>(List.of("point", "stream"));
        header.axes().stream().map(Axis::name).forEach(columns::add);
        columns.add("status");
        columns.addAll(header.metrics());
        columns.forEach(name -> html.append("<th><button type=\"button\">")
                .append(Svg.escaped(name))
                .append("</button></th>"));
        html.append("</tr></thead>\n<tbody>\n");
        records.values().stream().limit(ROWS).forEach(this::row);
        html.append("</tbody>\n</table></div>\n</section>\n");
    }

    /** Why points did not run to their end, each reason once. */
    private void failures() {
        Map<String, List<String>> points = new LinkedHashMap<>();
        for (PointRecord record : records.values()) {
            String message = record.message();
            if (message != null) {
                points.computeIfAbsent(message, m -> new ArrayList<>()).add(Integer.toString(record.index() + 1));
            }
        }
        points.entrySet().stream().limit(REASONS).forEach(entry -> {
            int count = entry.getValue().size();
            html.append("<p class=\"note\">").append(count == 1 ? "Point " : "Points ");
            html.append(listed(entry.getValue()))
                    .append(": ")
                    .append(Svg.escaped(entry.getKey()))
                    .append("</p>\n");
        });
        if (points.size() > REASONS) {
            html.append("<p class=\"note\">").append(Quantity.count(points.size() - REASONS));
            html.append(" further reasons are in results.csv.</p>\n");
        }
    }

    private void row(PointRecord record) {
        html.append("<tr").append(record.ok() ? ">" : " class=\"bad\">");
        number(Integer.toString(record.index() + 1), Integer.toString(record.index() + 1));
        for (String value : header.values().get(record.index())) {
            Double number = Axis.number(value);
            if (number == null) {
                html.append("<td>").append(Svg.escaped(value)).append("</td>");
            } else {
                number(new BigDecimal(number).toPlainString(), value);
            }
        }
        String message = record.message();
        html.append("<td").append(message == null ? "" : " title=\"" + Svg.escaped(message) + "\"");
        html.append('>').append(record.status().text()).append("</td>");
        for (String metric : header.metrics()) {
            BigDecimal value = record.metrics().get(metric);
            if (value == null) {
                html.append("<td></td>");
            } else {
                number(value.toPlainString(), Unit.of(metric).text(value.doubleValue()));
            }
        }
        html.append("</tr>\n");
    }

    private void number(String sortable, String text) {
        html.append("<td class=\"n\" data-v=\"")
                .append(sortable)
                .append("\">")
                .append(Svg.escaped(text))
                .append("</td>");
    }

    private static String resource(String name) {
        try (InputStream in = Objects.requireNonNull(SweepPage.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
