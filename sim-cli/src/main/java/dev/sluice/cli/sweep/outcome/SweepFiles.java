// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.sweep.outcome;

import dev.sluice.cli.output.Csv;
import dev.sluice.cli.report.Style;
import dev.sluice.cli.sweep.PointRecord;
import dev.sluice.cli.sweep.SweepHeader;
import dev.sluice.config.sweep.Axis;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The files that a sweep leaves: the same records give the same bytes, in whatever order and wherever they were made. */
public final class SweepFiles {
    /** The one that is printed, too. */
    public static final String REPORT = "report.txt";

    /** Their names. */
    public static final List<String> NAMES = List.of("results.csv", "results.jsonl", REPORT, "sweep.html");

    private SweepFiles() {}

    /** Made when files are written, not when their names are asked for. */
    private static final class Json {
        static final JsonMapper MAPPER = JsonMapper.builder().build();
    }

    /** The files by name. */
    public static Map<String, String> of(SweepHeader header, Map<Integer, PointRecord> records) {
        Map<Integer, PointRecord> sorted = new TreeMap<>(records);
        // the page takes as long as all others
        CompletableFuture<String> page = CompletableFuture.supplyAsync(() -> new SweepPage(header, sorted).text());
        Map<String, String> files = new LinkedHashMap<>();
        files.put(NAMES.get(0), csv(header, sorted));
        files.put(NAMES.get(1), lines(header, sorted));
        files.put(NAMES.get(2), new SweepReport(header, sorted, Style.PLAIN).text());
        files.put(NAMES.get(3), page.join());
        return files;
    }

    private static String csv(SweepHeader header, Map<Integer, PointRecord> records) {
        List<String> columns = new ArrayList<>(List.of("point", "stream"));
        header.axes().stream().map(Axis::name).forEach(columns::add);
        columns.add("status");
        columns.addAll(header.metrics());
        columns.add("message");
        Csv csv = new Csv(columns.toArray(String[]::new));
        records.forEach((index, record) -> {
            List<@Nullable Object> cells = new ArrayList<>();
            cells.add(index + 1);
            cells.addAll(header.values().get(index));
            cells.add(record.status().text());
            for (String metric : header.metrics()) {
                BigDecimal value = record.metrics().get(metric);
                cells.add(value == null ? null : value.toPlainString());
            }
            cells.add(record.message());
            csv.row(cells.toArray());
        });
        return csv.toString();
    }

    private static String lines(SweepHeader header, Map<Integer, PointRecord> records) {
        StringBuilder lines = new StringBuilder();
        records.forEach((index, record) -> {
            ObjectNode node = Json.MAPPER.createObjectNode();
            node.put("point", index + 1);
            node.put("key", record.key());
            node.put("stream", header.stream(index));
            ObjectNode values = node.putObject("values");
            for (int i = 0; i < header.axes().size(); i++) {
                values.put(header.axes().get(i).name(), header.value(index, i));
            }
            node.put("status", record.status().text());
            if (record.message() != null) {
                node.put("message", record.message());
            }
            if (record.ok()) {
                ObjectNode metrics = node.putObject("metrics");
                for (String metric : header.metrics()) {
                    BigDecimal value = record.metrics().get(metric);
                    if (value != null) {
                        metrics.put(metric, value);
                    }
                }
            }
            lines.append(Json.MAPPER.writeValueAsString(node)).append('\n');
        });
        return lines.toString();
    }
}
