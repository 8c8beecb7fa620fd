// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.check;

import static dev.sluice.cli.check.CheckFixture.all;
import static dev.sluice.cli.check.CheckFixture.capture;
import static dev.sluice.cli.check.CheckFixture.check;
import static dev.sluice.cli.check.CheckFixture.fill;
import static dev.sluice.cli.check.CheckFixture.fillAndCopy;
import static dev.sluice.cli.check.CheckFixture.json;
import static dev.sluice.cli.check.CheckFixture.submit;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Hazards grouped by cause, and their ids. */
final class ProblemsTest {
    private static final String GATHER =
            "{dispatch: {kernel: gather, groups: [1, 1, 1], bind: {indices: a, values: b, sums: out}}, label: gather}";

    @TempDir
    private Path folder;

    private CheckFixture fixture = new CheckFixture(Path.of(""));

    @BeforeEach
    void begin() {
        fixture = new CheckFixture(folder);
    }

    private Path ring() {
        return fixture.stream(
                fillAndCopy("ring0", "Frame 1/upload"),
                fillAndCopy("ring1", "Frame 2/upload"),
                fillAndCopy("ring2", "Frame 3/upload"));
    }

    @Test
    void the_same_commands_over_a_ring_of_buffers_are_one_problem() {
        JsonNode problems = json(ring()).get("problems");
        assertThat(problems).hasSize(1);
        JsonNode problem = problems.get(0);
        assertThat(problem.get("count").intValue()).isEqualTo(3);
        assertThat(problem.get("family").stringValue()).isEqualTo("ring#");
        assertThat(problem.get("resources")).hasSize(3);
        assertThat(problem.get("half").stringValue()).isEqualTo("EXECUTION");
        assertThat(problem.get("prior").get("labelPath").get(1).stringValue()).isEqualTo("upload");
    }

    @Test
    void each_hazard_belongs_to_one_problem_by_its_id() {
        JsonNode json = json(fixture.stream(fillAndCopy("a", "x"), submit(fill("b", "y"), GATHER)));
        List<String> hazards = all(json.get("hazards"), "id");
        assertThat(hazards).doesNotHaveDuplicates().hasSizeGreaterThan(1);
        assertThat(json.get("problems")
                        .valueStream()
                        .flatMap(problem -> problem.get("hazards").valueStream())
                        .map(JsonNode::stringValue))
                .containsExactlyInAnyOrderElementsOf(hazards);
    }

    @Test
    void other_commands_are_another_problem() {
        JsonNode problems = json(fixture.stream(
                        fillAndCopy("a", "x"), submit(fill("a", "x"), "{fillBuffer: {dst: a, data: 2}, label: x}")))
                .get("problems");
        assertThat(problems).hasSize(2);
    }

    @Test
    void another_label_is_another_problem() {
        assertThat(json(fixture.stream(fillAndCopy("ring0", "shadow"), fillAndCopy("ring1", "sky")))
                        .get("problems"))
                .hasSize(2);
    }

    @Test
    void another_missing_half_is_another_problem() {
        String orders = "pipelineBarrier: {memory: [{srcStage: [CLEAR], dstStage: [COPY]}]}";
        JsonNode problems = json(fixture.stream(
                        fillAndCopy("ring0", "x"),
                        submit(fill("ring1", "x"), orders, "{copyBuffer: {src: ring1, dst: out}, label: x}")))
                .get("problems");
        assertThat(all(problems, "half")).containsExactly("EXECUTION", "AVAILABILITY");
    }

    @Test
    void the_report_shows_one_hazard_in_full_and_the_places_of_the_others() {
        assertThat(check(ring()).out())
                .contains("✗ 1 problem, 3 hazards: 3 read after write")
                .contains("3 such hazards of 3 resources ring#")
                .contains("also     submit1.0 > submit1.1 ring1")
                .contains("also     submit2.0 > submit2.1 ring2")
                .containsOnlyOnce("missing  an execution dependency");
    }

    @Test
    void all_places_are_shown_when_all_is_asked_for() {
        String[] frames = new String[9];
        Arrays.setAll(frames, i -> fillAndCopy("ring0", "x"));
        Path stream = fixture.stream(frames);
        assertThat(check(stream).out()).contains("… and 4 more, see --all").doesNotContain("submit8.0 > submit8.1");
        assertThat(check(stream, "--all").out()).contains("submit8.0 > submit8.1");
    }

    @Test
    void ungrouped_shows_every_hazard_in_full() {
        assertThat(check(ring(), "--ungrouped").out())
                .contains("✗ 3 hazards: 3 read after write")
                .doesNotContain("such hazards")
                .satisfies(text -> assertThat(text.split("missing  an execution dependency", -1))
                        .hasSize(4));
    }

    @Test
    void unrelated_commands_before_change_no_id() {
        JsonNode before = json(ring());
        JsonNode after = json(fixture.stream(
                submit(fill("b", "new"), GATHER.replace("values: b", "values: ring2")),
                fillAndCopy("ring0", "Frame 2/upload"),
                fillAndCopy("ring1", "Frame 3/upload"),
                fillAndCopy("ring2", "Frame 4/upload")));
        assertThat(all(after.get("hazards"), "id")).containsAll(all(before.get("hazards"), "id"));
        assertThat(all(after.get("problems"), "id")).containsAll(all(before.get("problems"), "id"));
    }

    @Test
    void hazards_that_nothing_tells_apart_are_numbered() {
        List<String> ids = all(
                json(fixture.stream(fillAndCopy("a", "x"), fillAndCopy("a", "x")))
                        .get("hazards"),
                "id");
        assertThat(ids).hasSize(2);
        assertThat(ids.get(1)).isEqualTo(ids.get(0) + "-2");
    }

    @Test
    void ids_are_what_they_were_in_earlier_versions() {
        JsonNode json = json(ring());
        assertThat(json.get("hazards").get(0).get("id").stringValue()).isEqualTo("c1c3726f3fb30208");
        assertThat(json.get("problems").get(0).get("id").stringValue()).isEqualTo("637025e90064c793");
    }

    @Test
    void what_is_certain_comes_before_what_rests_on_whole_bindings() {
        Path stream = fixture.stream(submit(fill("b", "values"), GATHER), fillAndCopy("ring0", "certain"));
        JsonNode json = json(stream);
        assertThat(all(json.get("hazards"), "exact")).containsExactly("true", "false");
        assertThat(all(json.get("problems"), "exact")).containsExactly("true", "false");
        String text = check(stream).out();
        assertThat(text.indexOf("ring0 bytes"))
                .isPositive()
                .isLessThan(text.indexOf("at most: not all of what is accessed is known"));
    }

    @Test
    void accesses_name_the_kernel_and_its_binding() {
        JsonNode current = json(fixture.stream(submit(fill("b", "values"), GATHER)))
                .get("hazards")
                .get(0)
                .get("currentAccess");
        assertThat(current.get("shader").stringValue()).isEqualTo("gather");
        assertThat(all(current.get("bindings"), "name")).containsExactly("values");
        assertThat(current.get("captureIndex").isNull()).isTrue();
    }

    @Test
    void frames_are_counted_by_presentations() {
        JsonNode json = json(fixture.stream(
                fillAndCopy("ring0", "x"), "  - queuePresent: {image: screen}\n", fillAndCopy("ring1", "x")));
        assertThat(json.get("problems").get(0).get("frames").toString()).isEqualTo("[1,2]");
        assertThat(json.get("hazards").get(1).get("currentAccess").get("frame").intValue())
                .isEqualTo(2);
    }

    @Test
    void a_program_that_presents_nothing_has_no_frames() {
        JsonNode json = json(ring());
        assertThat(json.get("problems").get(0).get("frames")).isEmpty();
        assertThat(json.get("hazards").get(0).get("currentAccess").get("frame").isNull())
                .isTrue();
    }

    @Test
    void a_hazard_of_a_capture_names_its_calls_its_pipeline_and_its_descriptor() {
        JsonNode hazard =
                json(capture("fillcopy-dispatch.jsonl")).get("hazards").get(0);
        JsonNode dispatch = hazard.get("priorAccess").get("pipeline").isNull()
                ? hazard.get("currentAccess")
                : hazard.get("priorAccess");
        assertThat(dispatch.get("captureIndex").isIntegralNumber()).isTrue();
        assertThat(dispatch.get("where").stringValue())
                .isEqualTo("fillcopy-dispatch.jsonl index "
                        + dispatch.get("captureIndex").longValue());
        assertThat(dispatch.get("pipeline").stringValue()).startsWith("pipeline");
        assertThat(dispatch.get("shader").stringValue()).startsWith("shader");
        assertThat(dispatch.get("bindings").get(0).get("set").isIntegralNumber())
                .isTrue();
        assertThat(dispatch.get("bindings").get(0).get("binding").isIntegralNumber())
                .isTrue();
    }

    @Test
    void a_capture_and_the_stream_that_import_makes_of_it_have_the_same_ids() {
        Path imported = folder.resolve("imported.yaml");
        Cli.run("import", capture("fillcopy-dispatch.jsonl").toString(), "-o", imported.toString());
        JsonNode stream = json(imported);
        JsonNode direct = json(capture("fillcopy-dispatch.jsonl"));
        assertThat(all(stream.get("hazards"), "id")).isEqualTo(all(direct.get("hazards"), "id"));
        assertThat(all(stream.get("problems"), "id")).isEqualTo(all(direct.get("problems"), "id"));
        assertThat(all(stream.get("lint"), "id")).isEqualTo(all(direct.get("lint"), "id"));
    }

    @Test
    void json_does_not_depend_on_where_the_stream_lies() throws IOException {
        Path stream = ring();
        Path moved = Files.createDirectory(folder.resolve("elsewhere")).resolve("stream.yaml");
        Files.copy(stream, moved);
        assertThat(check(moved, "--json").out())
                .isEqualTo(check(stream, "--json").out())
                .doesNotContain(folder.toString());
    }

    @Test
    void run_json_and_csv_do_not_name_the_streams_folder() throws IOException {
        Path csv = folder.resolve("csv");
        Cli run = Cli.run("run", ring().toString(), "--strict", "--json", "--csv", csv.toString());
        assertThat(run.out()).contains("\"stream.yaml:").doesNotContain(folder.toString());
        assertThat(Files.readString(csv.resolve("hazards.csv")))
                .contains("stream.yaml:")
                .doesNotContain(folder.toString());
    }

    @Test
    void lint_findings_have_ids_that_unrelated_commands_do_not_change() {
        String wide = submit("pipelineBarrier: {memory: [{srcStage: [CLEAR], srcAccess: [SHADER_STORAGE_WRITE],"
                + " dstStage: [COPY], dstAccess: [TRANSFER_READ]}]}");
        List<String> before = all(json(fixture.stream(wide)).get("lint"), "id");
        List<String> after =
                all(json(fixture.stream(submit(fill("a", "x")), wide)).get("lint"), "id");
        assertThat(before).isNotEmpty();
        assertThat(after).containsAll(before);
    }

    @Test
    void hazards_of_a_strict_run_have_the_ids_of_check() {
        Path stream = ring();
        JsonNode run = CheckFixture.parse(
                Cli.run("run", stream.toString(), "--strict", "--json").out());
        assertThat(all(run.get("hazards"), "id")).isEqualTo(all(json(stream).get("hazards"), "id"));
    }
}
