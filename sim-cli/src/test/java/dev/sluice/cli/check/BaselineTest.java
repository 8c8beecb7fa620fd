// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.check;

import static dev.sluice.cli.check.CheckFixture.all;
import static dev.sluice.cli.check.CheckFixture.check;
import static dev.sluice.cli.check.CheckFixture.fillAndCopy;
import static dev.sluice.cli.check.CheckFixture.json;
import static dev.sluice.cli.check.CheckFixture.submit;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** {@code check --baseline}. */
final class BaselineTest {
    private static final String OLD = fillAndCopy("a", "old");
    private static final String NEW = fillAndCopy("b", "new");
    private static final String BAD_STAGE =
            submit("pipelineBarrier: {memory: [{srcStage: [CLEAR], srcAccess: [SHADER_STORAGE_WRITE], dstStage: [COPY],"
                    + " dstAccess: [TRANSFER_READ]}]}");

    @TempDir
    private Path folder;

    private CheckFixture fixture = new CheckFixture(Path.of(""));

    @BeforeEach
    void begin() {
        fixture = new CheckFixture(folder);
    }

    /** A file with what a check of a program says. */
    private String baseline(String... program) {
        return fixture.write(
                        "known.json", check(fixture.stream(program), "--json").out())
                .toString();
    }

    @Test
    void what_is_known_is_not_told_and_fails_nothing() {
        String known = baseline(OLD);
        Cli cli = check(fixture.stream(OLD), "--baseline", known);
        assertThat(cli.code()).isZero();
        assertThat(cli.out())
                .contains("✓ no new hazard; 1 of the baseline known, 0 gone")
                .doesNotContain("missing");
    }

    @Test
    void what_is_new_is_told_alone_and_fails() {
        String known = baseline(OLD);
        Cli cli = check(fixture.stream(NEW, OLD), "--baseline", known);
        assertThat(cli.code()).isEqualTo(1);
        assertThat(cli.out())
                .contains("✗ new: 1 hazard: 1 read after write; 1 of the baseline known, 0 gone")
                .contains("b bytes")
                .doesNotContain("a bytes");
    }

    @Test
    void what_is_gone_is_counted() {
        String known = baseline(OLD, NEW);
        JsonNode json = json(fixture.stream(OLD), "--baseline", known);
        assertThat(json.get("hazards")).isEmpty();
        assertThat(json.get("problems")).isEmpty();
        assertThat(json.get("baseline").get("hazards").get("known")).hasSize(1);
        assertThat(json.get("baseline").get("hazards").get("gone")).hasSize(1);
    }

    @Test
    void one_more_of_what_nothing_tells_apart_is_new() {
        String known = baseline(OLD);
        JsonNode json = json(fixture.stream(OLD, OLD), "--baseline", known);
        assertThat(json.get("hazards")).hasSize(1);
    }

    @Test
    void the_output_with_a_baseline_is_a_baseline_of_all_that_is_there() {
        String known = baseline(OLD);
        Path both = fixture.stream(OLD, NEW);
        String next = fixture.write(
                        "next.json", check(both, "--baseline", known, "--json").out())
                .toString();
        assertThat(check(both, "--baseline", next).code()).isZero();
    }

    @Test
    void a_known_lint_error_fails_nothing_and_a_new_one_does() {
        String known = baseline(BAD_STAGE);
        assertThat(check(fixture.stream(BAD_STAGE)).code()).isEqualTo(1);
        assertThat(check(fixture.stream(BAD_STAGE), "--baseline", known).code()).isZero();
        String clean = baseline(submit("fillBuffer: {dst: a, data: 1}"));
        JsonNode json = json(fixture.stream(BAD_STAGE), "--baseline", clean);
        assertThat(all(json.get("lint"), "rule")).contains("access-unsupported-by-stage");
        assertThat(check(fixture.stream(BAD_STAGE), "--baseline", clean).code()).isEqualTo(1);
    }

    @Test
    void dependencies_are_judged_only_when_asked_for() {
        String known = baseline(OLD);
        Path stream = fixture.stream(BAD_STAGE);
        assertThat(Cli.run("check", stream.toString(), "--baseline", known).out())
                .doesNotContain("dependencies");
        assertThat(Cli.run("check", stream.toString(), "--baseline", known, "--verdicts", "all")
                        .out())
                .contains("dependencies");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            hazards: [       | 1:10: |
            {"hazards": 3}   | 1:13: | no baseline: 'hazards' should be a list
            {"stream": "x"}  | 1:1:  | no baseline: 'hazards' should be a list
            {"hazards": [{"kind": "x"}]} | 1:14: | no baseline: an item of 'hazards' has no 'id'
            {"hazards": []}  | 1:1:  | no baseline: 'lint' should be a list
            [1]              | 1:1:  | expected a mapping""")
    void a_bad_baseline_is_one_line_with_its_place(String text, String place, String problem) {
        Path file = fixture.write("bad.json", text);
        Cli cli = check(fixture.stream(OLD), "--baseline", file.toString());
        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.errorLines()).isEqualTo(1);
        assertThat(cli.out()).isEmpty();
        assertThat(cli.err()).contains("bad.json:" + (problem == null ? "1:" : place));
        assertThat(cli.err()).contains(problem == null ? "" : problem);
    }

    @Test
    void a_baseline_that_is_not_there_is_one_line() {
        Cli cli = check(
                fixture.stream(OLD), "--baseline", folder.resolve("none.json").toString());
        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.err()).endsWith("none.json: no such file\n");
    }
}
