// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.lint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What {@code check}, {@code run --strict} and {@code list rules} print of the lint, and how they end. */
final class LintOutputTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    @TempDir
    private Path dir;

    private String stream(String name) throws IOException {
        Path file = dir.resolve(name + ".yaml");
        try (InputStream in =
                Objects.requireNonNull(LintOutputTest.class.getResourceAsStream("/lint/" + name + ".yaml"), name)) {
            Files.copy(in, file);
        }
        return file.toString();
    }

    @Test
    void waste_is_shown_with_its_cure_and_does_not_fail() throws IOException {
        Cli cli = Cli.run("check", stream("over-broad-stages-bad"));

        assertThat(cli.code()).isZero();
        assertThat(cli.out()).contains("✓ clean", "lint   1 perf", "submit0.1  over-broad-stages", "srcStage: [CLEAR]");
    }

    /** The other halves of the first acquire and of the last release lie outside of a part of a program. */
    @Test
    void halves_of_transfers_beyond_the_ends_of_a_stream_that_begins_midway_are_not_missed() throws IOException {
        String acquire =
                "        - pipelineBarrier: {buffers: [{buffer: a, srcQueueFamily: transfer, dstQueueFamily: universal, srcStage: [NONE], dstStage: [COPY], dstAccess: [TRANSFER_READ]}]}\n";
        String release =
                "        - pipelineBarrier: {buffers: [{buffer: a, srcQueueFamily: universal, dstQueueFamily: transfer, srcStage: [COPY], dstStage: [NONE]}]}\n";
        String head = """
                sluice: 1
                name: t
                device: seed-discrete-l2
                memory: [{name: local, size: 1MiB, properties: [DEVICE_LOCAL]}]
                buffers: [{name: a, memory: local, size: 1KiB, data: {type: u32, values: [1]}}, {name: b, memory: local, offset: 1KiB, size: 1KiB}]
                program:
                  - queueSubmit:
                      queue: universal.0
                      commands:
                """;
        String copy = "        - copyBuffer: {src: a, dst: b, regions: [{size: 4}]}\n";
        String midway = head.replace("name: t", "name: t\nmidway: true");
        Path file = dir.resolve("t.yaml");

        Files.writeString(file, midway + acquire + copy + release);
        assertThat(Cli.run("check", file.toString()).out()).doesNotContain("qfot-unmatched");
        assertThat(Cli.run("run", file.toString()).out()).doesNotContain("no release of the same range");
        Files.writeString(file, midway + acquire + copy + acquire + copy);
        assertThat(Cli.run("check", file.toString()).out())
                .containsOnlyOnce("qfot-unmatched")
                .contains("which has not released it");
        Files.writeString(file, head + acquire + copy + release);
        assertThat(Cli.run("check", file.toString()).out()).contains("qfot-unmatched", "never acquires it");
    }

    @Test
    void an_error_fails_even_where_it_is_not_shown() throws IOException {
        String file = stream("layout-mismatch-bad");

        assertThat(Cli.run("check", file).code()).isEqualTo(1);
        assertThat(Cli.run("check", file).out()).contains("layout-mismatch", "oldLayout: TRANSFER_DST_OPTIMAL");
        assertThat(Cli.run("check", file, "--lint", "none").out()).doesNotContain("lint");
    }

    @Test
    void a_level_shows_what_is_as_grave_or_graver() throws IOException {
        String file = stream("legacy-top-bottom-bad");

        assertThat(Cli.run("check", file).out()).doesNotContain("lint   ");
        assertThat(Cli.run("check", file, "--lint", "info").out()).contains("1 info", "legacy-top-bottom");
        assertThat(Cli.run("check", file, "--lint", "grave").code()).isEqualTo(2);
    }

    @Test
    void the_text_says_a_hazard_once_and_the_json_also_what_it_comes_from() throws IOException {
        String file = stream("missing-visible-bad");

        assertThat(Cli.run("check", file).out()).contains("read after write").doesNotContain("missing-visible  ");
        JsonNode root = JSON.readTree(Cli.run("check", file, "--json").out());
        assertThat(root.path("hazards")).hasSize(1);
        assertThat(root.path("lint"))
                .extracting(finding -> finding.path("rule").stringValue())
                .containsExactly("hazard-raw", "missing-visible");
    }

    @Test
    void a_suggestion_is_called_checked_after_it_was_carried_out() throws IOException {
        JsonNode insertion = JSON.readTree(
                Cli.run("check", stream("event-mismatch-bad"), "--json").out());
        JsonNode words = JSON.readTree(
                Cli.run("check", stream("layout-bad-new-bad"), "--json").out());

        assertThat(state(insertion, "event-mismatch")).isEqualTo("checked");
        assertThat(state(words, "layout-bad-new")).isEqualTo("words");
    }

    private static String state(JsonNode check, String rule) {
        for (JsonNode finding : check.path("lint")) {
            if (finding.path("rule").stringValue().equals(rule)) {
                return finding.path("cure").path("state").stringValue();
            }
        }
        return "no such finding";
    }

    @Test
    void a_strict_run_carries_hazards_and_lint_in_its_result() throws IOException {
        Cli plain = Cli.run("run", stream("hazard-war-bad"), "--json");
        Cli strict = Cli.run("run", dir.resolve("hazard-war-bad.yaml").toString(), "--strict", "--json");

        assertThat(JSON.readTree(plain.out()).path("lint")).isEmpty();
        assertThat(plain.code()).isZero();
        assertThat(strict.code()).isEqualTo(1);
        assertThat(JSON.readTree(strict.out()).path("hazards")).hasSize(1);
        assertThat(JSON.readTree(strict.out()).path("lint").get(0).path("rule").stringValue())
                .isEqualTo("hazard-war");
    }

    @Test
    void a_strict_run_tells_of_barriers_whose_actions_moved_nothing() throws IOException {
        // nothing comes after the last barriers, so that only a run can tell that they find no dirty line
        Path file = dir.resolve("idle.yaml");
        String text = Files.readString(Path.of(stream("read-to-read-good")));
        Files.writeString(
                file,
                text.stripTrailing()
                        + "\n        - pipelineBarrier: {memory: [{srcStage: [ALL_TRANSFER], srcAccess: [TRANSFER_WRITE],"
                        + " dstStage: [COMPUTE_SHADER], dstAccess: [SHADER_STORAGE_READ]}]}\n"
                        + "        - pipelineBarrier: {memory: [{srcStage: [ALL_TRANSFER], srcAccess: [TRANSFER_WRITE],"
                        + " dstStage: [COMPUTE_SHADER], dstAccess: [SHADER_STORAGE_READ]}]}\n");

        JsonNode lint = JSON.readTree(
                        Cli.run("run", file.toString(), "--strict", "--json").out())
                .path("lint");

        assertThat(lint).anySatisfy(finding -> {
            assertThat(finding.path("rule").stringValue()).isEqualTo("redundant");
            assertThat(finding.path("message").stringValue()).contains("wrote none back");
        });
    }

    @Test
    void the_rules_can_be_listed() {
        Cli cli = Cli.run("list", "rules");

        assertThat(cli.code()).isZero();
        assertThat(cli.out().lines()).hasSize(55);
        assertThat(cli.out()).contains("hazard-raw", "error: read after write with no memory dependency");
    }
}
