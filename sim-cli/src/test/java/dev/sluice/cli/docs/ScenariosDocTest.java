// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What docs/scenarios.md says in numbers. */
final class ScenariosDocTest {
    private static final String BARRIER = "submit0.2";

    /** Rows of the section on dependencies by region: device, stalls and cycles of the whole framebuffer's and by region. */
    private static Stream<List<String>> byRegion() {
        return Documents.lines(Documents.ROOT.resolve("docs/scenarios.md")).stream()
                .dropWhile(line -> !line.startsWith("### By region"))
                .takeWhile(line -> !line.startsWith("### A transient"))
                .filter(line -> line.startsWith("| `"))
                .map(line -> Arrays.stream(line.split("\\|", -1))
                        .map(String::strip)
                        .filter(cell -> !cell.isEmpty())
                        .toList());
    }

    @ParameterizedTest
    @MethodSource("byRegion")
    void a_dependency_by_region_and_for_all_cost_what_the_page_says(List<String> row) {
        String device = row.get(0).replace("`", "");
        JsonNode global = result("input-attachment-cured-global", device);
        JsonNode region = result("input-attachment-cured-by-region", device);

        assertThat(row.subList(1, row.size()))
                .containsExactly(stall(global), stall(region), grouped(global, "cycles"), grouped(region, "cycles"));
    }

    private static JsonNode result(String stream, String device) {
        return JsonMapper.shared()
                .readTree(Cli.run("run", "graphics/" + stream, "-d", device, "--json")
                        .out());
    }

    private static String stall(JsonNode result) {
        return StreamSupport.stream(result.get("barriers").spliterator(), false)
                .filter(barrier -> barrier.get("id").asString().equals(BARRIER))
                .map(barrier -> grouped(barrier, "stallCycles"))
                .findFirst()
                .orElseThrow();
    }

    private static String grouped(JsonNode of, String key) {
        return String.format(Locale.ROOT, "%,d", of.get(key).asLong());
    }
}
