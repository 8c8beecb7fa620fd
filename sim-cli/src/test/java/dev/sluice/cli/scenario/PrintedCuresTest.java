// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What is suggested for the shipped streams in which something is stale or lost: it was tried, and it helps. */
final class PrintedCuresTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    @TempDir
    private Path dir;

    static Stream<Path> broken() throws IOException {
        Path streams = Path.of("..", "configs", "streams");
        List<Path> all = new ArrayList<>();
        for (String room : List.of("scenarios", "graphics", "synchronization")) {
            try (Stream<Path> files = Files.list(streams.resolve(room))) {
                files.filter(file -> file.toString().endsWith("-broken.yaml")).forEach(all::add);
            }
        }
        return all.stream().sorted();
    }

    @ParameterizedTest
    @MethodSource("broken")
    void a_suggestion_of_a_run_is_checked_or_is_words(Path file) throws IOException {
        for (JsonNode finding : findings(file)) {
            assertThat(finding.path("cure").path("state").stringValue())
                    .as(finding.toString())
                    .isIn("checked", "words");
        }
    }

    @ParameterizedTest
    @MethodSource("broken")
    void a_suggestion_that_goes_before_the_reader_helps_when_it_is_pasted_there(Path file) throws IOException {
        for (JsonNode finding : findings(file)) {
            String suggestion = finding.path("suggestion").stringValue();
            String reader = finding.path("reader").asString("");
            if (!suggestion.startsWith("- ") || suggestion.contains("\n") || !suggestion.endsWith("before " + reader)) {
                continue;
            }
            int line = line(finding);
            List<String> lines = new ArrayList<>(Files.readAllLines(file));
            String indent = lines.get(line - 1).substring(0, lines.get(line - 1).indexOf('-'));
            lines.add(line - 1, indent + suggestion);
            Path mended = dir.resolve("mended.yaml");
            Files.write(mended, lines);

            assertThat(findings(mended))
                    .as(suggestion)
                    .noneMatch(left -> left.has("reader")
                            && line(left) == line + 1
                            && left.path("resource").equals(finding.path("resource")));
        }
    }

    private static int line(JsonNode finding) {
        String where = finding.path("where").stringValue();
        String place = where.substring(0, where.lastIndexOf(':'));
        return Integer.parseInt(place.substring(place.lastIndexOf(':') + 1));
    }

    private static List<JsonNode> findings(Path file) {
        JsonNode result =
                JSON.readTree(Cli.run("run", file.toString(), "--json").out());
        List<JsonNode> all = new ArrayList<>();
        for (String key : List.of("staleReads", "lostWrites", "tearing")) {
            result.path(key).forEach(all::add);
        }
        return all;
    }
}
