// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What docs/case-study-libplacebo.md says that the barriers of its capture cost. */
final class LibplaceboDocTest {
    private static final int COLUMNS = 6;

    /** Rows of the table of costs: device, cycles, drain, actions, refilled, actions of implicit barriers. */
    private static Stream<List<String>> rows() {
        return Documents.lines(Documents.ROOT.resolve("docs/case-study-libplacebo.md")).stream()
                .filter(line -> line.startsWith("| `"))
                .map(line -> Arrays.stream(line.substring(1).split("\\|", -1))
                        .map(String::strip)
                        .filter(cell -> !cell.isEmpty())
                        .toList())
                .filter(cells -> cells.size() == COLUMNS);
    }

    @ParameterizedTest
    @MethodSource("rows")
    void barriers_cost_what_the_study_says(List<String> row) {
        String device = row.get(0).replace("`", "");
        JsonNode result = JsonMapper.shared()
                .readTree(Cli.run("run", "captures/ffmpeg-libplacebo", "-d", device, "--timing-only", "--json")
                        .out());
        List<JsonNode> declared = new ArrayList<>();
        List<JsonNode> implicit = new ArrayList<>();
        for (JsonNode barrier : result.get("barriers")) {
            (barrier.get("implicit").asBoolean() ? implicit : declared).add(barrier);
        }

        assertThat(declared).hasSize(86);
        assertThat(implicit).hasSize(294);
        assertThat(row.subList(1, COLUMNS))
                .containsExactly(
                        grouped(result.get("cycles").asLong()),
                        grouped(sum(declared, "drainCycles")),
                        grouped(sum(declared, "actionCycles")),
                        grouped(sum(declared, "refillBytes") >> 10) + " KiB",
                        grouped(sum(implicit, "actionCycles")));
    }

    private static long sum(List<JsonNode> barriers, String key) {
        return barriers.stream().mapToLong(barrier -> barrier.get(key).asLong()).sum();
    }

    private static String grouped(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }
}
