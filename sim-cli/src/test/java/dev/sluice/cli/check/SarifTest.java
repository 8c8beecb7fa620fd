// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.check;

import static dev.sluice.cli.check.CheckFixture.all;
import static dev.sluice.cli.check.CheckFixture.capture;
import static dev.sluice.cli.check.CheckFixture.check;
import static dev.sluice.cli.check.CheckFixture.fillAndCopy;
import static dev.sluice.cli.check.CheckFixture.json;
import static dev.sluice.cli.check.CheckFixture.parse;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** {@code check --sarif}: the structure that SARIF 2.1.0 asks for, section by section. */
final class SarifTest {
    private static final List<String> LEVELS = List.of("none", "note", "warning", "error");

    @TempDir
    private Path folder;

    private CheckFixture fixture = new CheckFixture(Path.of(""));

    @BeforeEach
    void begin() {
        fixture = new CheckFixture(folder);
    }

    private Path ring() {
        return fixture.stream(fillAndCopy("ring0", "Frame 1/upload"), fillAndCopy("ring1", "Frame 2/upload"));
    }

    private static JsonNode run(Path stream, String... options) {
        String[] all = new String[options.length + 2];
        System.arraycopy(options, 0, all, 0, options.length);
        all[options.length] = "--sarif";
        all[options.length + 1] = "-";
        JsonNode log = parse(check(stream, all).out());
        assertThat(log.get("version").stringValue()).isEqualTo("2.1.0");
        assertThat(log.get("$schema").stringValue()).endsWith("sarif-schema-2.1.0.json");
        assertThat(log.get("runs")).hasSize(1);
        return log.get("runs").get(0);
    }

    @Test
    void a_problem_is_a_result_with_its_places() {
        JsonNode results = run(ring()).get("results");
        assertThat(results).hasSize(1);
        JsonNode result = results.get(0);
        assertThat(result.get("ruleId").stringValue()).isEqualTo("read-after-write");
        assertThat(result.get("level").stringValue()).isEqualTo("error");
        assertThat(result.get("occurrenceCount").intValue()).isEqualTo(2);
        assertThat(result.get("message").get("text").stringValue())
                .contains("read after write of ring0", "missing: an execution dependency", "Cure: - pipelineBarrier");
        assertThat(result.get("locations")).hasSize(1);
        assertThat(result.get("relatedLocations")).hasSize(3);
    }

    @Test
    void the_fingerprint_is_the_problems_id() {
        Path stream = ring();
        assertThat(run(stream)
                        .get("results")
                        .get(0)
                        .get("partialFingerprints")
                        .get("sluice/v1")
                        .stringValue())
                .isEqualTo(json(stream).get("problems").get(0).get("id").stringValue());
    }

    @Test
    void a_location_has_the_line_and_column_of_the_stream() throws IOException {
        Path stream = ring();
        JsonNode location = run(stream).get("results").get(0).get("locations").get(0);
        JsonNode region = location.get("physicalLocation").get("region");
        String line = Files.readAllLines(stream).get(region.get("startLine").intValue() - 1);
        assertThat(line.substring(region.get("startColumn").intValue() - 1)).startsWith("{copyBuffer: {src: ring0");
        assertThat(location.get("logicalLocations")
                        .get(0)
                        .get("fullyQualifiedName")
                        .stringValue())
                .isEqualTo("Frame 1/upload");
    }

    @Test
    void a_location_in_a_capture_is_the_line_of_the_call() throws IOException {
        Path file = capture("fillcopy-raw.jsonl");
        JsonNode location = run(file).get("results").get(0).get("locations").get(0);
        long index = location.get("properties").get("captureIndex").longValue();
        int line =
                location.get("physicalLocation").get("region").get("startLine").intValue();
        assertThat(Files.readAllLines(file).get(line - 1)).startsWith("{\"index\":" + index + ",");
    }

    @Test
    void every_result_has_a_rule_of_the_log() {
        Path stream = Path.of(System.getProperty("sluice.root", "."), "configs", "streams", "over-synchronized.yaml");
        JsonNode run = run(stream);
        JsonNode rules = run.get("tool").get("driver").get("rules");
        assertThat(run.get("results")).isNotEmpty();
        assertThat(all(rules, "id")).doesNotHaveDuplicates();
        for (JsonNode result : run.get("results")) {
            JsonNode rule = rules.get(result.get("ruleIndex").intValue());
            assertThat(rule.get("id")).isEqualTo(result.get("ruleId"));
            assertThat(LEVELS).contains(result.get("level").stringValue());
            assertThat(rule.get("shortDescription").get("text").stringValue()).isNotEmpty();
            assertThat(result.get("message").get("text").stringValue()).isNotEmpty();
        }
    }

    @Test
    void files_are_named_from_where_sluice_runs_and_never_absolutely() {
        JsonNode artifact = run(ring())
                .get("results")
                .get(0)
                .get("locations")
                .get(0)
                .get("physicalLocation")
                .get("artifactLocation");
        assertThat(artifact.get("uri").stringValue()).isEqualTo("stream.yaml");
        assertThat(artifact.get("uriBaseId").stringValue()).isEqualTo("STREAM_FOLDER");
    }

    @Test
    void names_have_no_steps_that_lead_nowhere() {
        String plain = Path.of("").toAbsolutePath().relativize(ring()).toString();
        JsonNode results = run(Path.of("." + File.separator
                        + plain.replace("stream.yaml", "../" + folder.getFileName() + "/stream.yaml")))
                .get("results");
        assertThat(results.get(0)
                        .get("locations")
                        .get(0)
                        .get("physicalLocation")
                        .get("artifactLocation")
                        .get("uri")
                        .stringValue())
                .isEqualTo(plain.replace(File.separatorChar, '/'));
    }

    @Test
    void names_with_spaces_are_escaped() throws IOException {
        Path spaced = folder.resolve("my stream.yaml");
        Files.move(ring(), spaced);
        assertThat(run(spaced).get("results").get(0).get("locations").toString())
                .contains("\"my%20stream.yaml\"");
    }

    @Test
    void with_a_baseline_only_what_is_new_is_a_result() {
        Path known = fixture.write(
                "known.json",
                check(fixture.stream(fillAndCopy("a", "x")), "--json").out());
        JsonNode run =
                run(fixture.stream(fillAndCopy("a", "x"), fillAndCopy("b", "x")), "--baseline", known.toString());
        assertThat(run.get("results")).hasSize(1);
        assertThat(run.get("results").get(0).get("baselineState").stringValue()).isEqualTo("new");
        assertThat(run.get("properties").get("baseline").get("hazards").get("known"))
                .hasSize(1);
    }

    @Test
    void a_clean_stream_is_a_log_without_results() {
        JsonNode run = run(fixture.stream(CheckFixture.submit("fillBuffer: {dst: a, data: 1}")));
        assertThat(run.get("results").isArray()).isTrue();
        assertThat(run.get("results")).isEmpty();
    }

    @Test
    void doubts_about_a_capture_are_notifications() throws IOException {
        Path alone = folder.resolve("fillcopy-raw.jsonl");
        Files.copy(capture("fillcopy-raw.jsonl"), alone);
        JsonNode run = run(alone);
        assertThat(run.get("invocations")
                        .get(0)
                        .get("toolExecutionNotifications")
                        .toString())
                .contains("not reliable: there is no fillcopy-raw.gfxr");
        assertThat(run.get("properties").get("reliable").booleanValue()).isFalse();
    }

    @Test
    void a_file_is_written_beside_the_report() throws IOException {
        Path file = folder.resolve("out.sarif");
        Cli cli = check(ring(), "--sarif", file.toString());
        assertThat(cli.code()).isEqualTo(1);
        assertThat(cli.out()).contains("✗ 1 problem, 2 hazards");
        assertThat(parse(Files.readString(file)).get("runs").get(0).get("results"))
                .hasSize(1);
    }

    @Test
    void sarif_and_json_cannot_both_have_stdout() {
        Cli cli = check(ring(), "--sarif", "-", "--json");
        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.err()).contains("--json and --sarif - cannot both have stdout");
    }

    @Test
    void a_file_that_cannot_be_written_is_one_line() {
        Cli cli = check(ring(), "--sarif", folder.resolve("none/out.sarif").toString());
        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.err()).contains("out.sarif: cannot be written: there is no directory");
    }
}
