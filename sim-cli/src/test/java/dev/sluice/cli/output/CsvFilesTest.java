// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.GraphicsResults;
import dev.sluice.cli.Results;
import dev.sluice.result.CacheCounters;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

final class CsvFilesTest {
    private final Map<String, String> files = CsvFiles.of(Results.broken());

    /** A parser of its own, after RFC 4180. */
    private static List<List<String>> parse(String text) {
        List<List<String>> records = new ArrayList<>();
        List<String> record = new ArrayList<>();
        StringBuilder cell = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quoted) {
                if (c == '"' && i + 1 < text.length() && text.charAt(i + 1) == '"') {
                    cell.append('"');
                    i++;
                } else if (c == '"') {
                    quoted = false;
                } else {
                    cell.append(c);
                }
            } else if (c == '"') {
                quoted = true;
            } else if (c == ',' || c == '\r') {
                record.add(cell.toString());
                cell.setLength(0);
            } else if (c == '\n') {
                records.add(record);
                record = new ArrayList<>();
            } else {
                cell.append(c);
            }
        }
        return records;
    }

    private String file(String name) {
        return Objects.requireNonNull(files.get(name), name);
    }

    @Test
    void there_is_a_file_for_each_kind_of_fact() {
        assertThat(files.keySet())
                .containsExactly(
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
                        "ports.csv");
    }

    @Test
    void every_record_has_the_cells_of_its_header() {
        files.forEach((name, text) -> {
            List<List<String>> records = parse(text);
            assertThat(records)
                    .as(name)
                    .hasSizeGreaterThan(1)
                    .allMatch(r -> r.size() == records.get(0).size());
        });
    }

    @Test
    void images_transitions_and_counters_have_files_where_there_are_images() {
        Map<String, String> graphics = CsvFiles.of(GraphicsResults.torn());

        assertThat(parse(Objects.requireNonNull(graphics.get("images.csv"))).get(1))
                .startsWith("color", "R8G8B8A8_UNORM", "256", "128")
                .contains("206", "65536");
        assertThat(parse(Objects.requireNonNull(graphics.get("transitions.csv")))
                        .get(1))
                .containsExactly("submit0.1", "decompress", "color", "920", "206", "53248", "3", "5");
        assertThat(parse(Objects.requireNonNull(graphics.get("graphics.csv"))))
                .contains(
                        List.of("rop.tilesWritten.eighth", "1000"),
                        List.of("tlb.walks", "20"),
                        List.of("display.checksum", "2e4a8078"));
        assertThat(parse(Objects.requireNonNull(graphics.get("findings.csv"))))
                .filteredOn(record -> record.get(0).equals("tearing"))
                .hasSize(2);
        graphics.forEach((name, text) -> {
            List<List<String>> records = parse(text);
            assertThat(records)
                    .as(name)
                    .allMatch(record -> record.size() == records.get(0).size());
        });
    }

    @Test
    void quotes_and_commas_survive() {
        List<List<String>> findings = parse(file("findings.csv"));

        assertThat(findings.get(1)).contains("staleRead", "01 00 \"00\", 00", Results.SUGGESTION);
        assertThat(findings.stream().map(r -> r.get(0)))
                .containsExactly("kind", "staleRead", "lostWrite", "failedExpect", "expect", "unwrittenRead");
    }

    @Test
    void caches_have_a_column_for_every_counter_and_for_traffic() {
        List<List<String>> caches = parse(file("caches.csv"));
        List<String> header = caches.get(0);
        List<String> columns = new ArrayList<>(ResultSchemaBuilder.counters(CacheCounters.class).stream()
                .map(Field::getName)
                .toList());
        columns.addAll(List.of("aboveReadBytes", "aboveWriteBytes", "belowReadBytes", "belowWriteBytes"));

        assertThat(header.subList(3, header.size())).containsExactlyInAnyOrderElementsOf(columns);
        Results.broken()
                .caches()
                .forEach((name, cache) -> assertThat(caches)
                        .filteredOn(record -> record.get(0).equals(name))
                        .singleElement()
                        .satisfies(record -> assertThat(record.get(header.indexOf("aboveReadBytes")))
                                .isEqualTo(String.valueOf(cache.total().aboveReadBytes()))));
        assertThat(caches)
                .filteredOn(record -> record.get(0).startsWith("host."))
                .allSatisfy(record ->
                        assertThat(record.get(header.indexOf("aboveReadBytes"))).isEmpty());
    }

    @Test
    void actions_name_their_barrier() {
        assertThat(parse(file("actions.csv")).get(1))
                .containsExactly("submit0.1", "flush:L2", "l2", "16", "32768", "12", "1536", "0", "0", "5000", "5500");
    }
}
