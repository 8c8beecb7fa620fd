// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.price;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import dev.sluice.program.sync.Stage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What is written of a priced pair, before {@code check} of the real command line. */
final class PairProgramTest {
    private static final String TESTS = "EARLY_FRAGMENT_TESTS|LATE_FRAGMENT_TESTS";

    @TempDir
    private Path folder;

    /** Each use that writes before the first use that can follow, and each use behind the first that writes what it uses. */
    static Stream<String> pairs() {
        Set<String> specs = new LinkedHashSet<>();
        List<Use> writing = Arrays.stream(Use.values()).filter(Use::writes).toList();
        for (Use use : Use.values()) {
            writing.stream()
                    .filter(before -> common(before, use))
                    .findFirst()
                    .ifPresent(before -> specs.add(spec(before, use)));
            if (use.writes()) {
                Arrays.stream(Use.values())
                        .filter(after -> !after.writes() && common(use, after))
                        .findFirst()
                        .ifPresent(after -> specs.add(spec(use, after)));
            }
        }
        return specs.stream();
    }

    private static boolean common(Use before, Use after) {
        return Arrays.stream(Subject.values())
                .anyMatch(subject -> before.of.includes(subject) && after.of.includes(subject));
    }

    private static String spec(Use before, Use after) {
        return half(before) + ">" + half(after);
    }

    /** Load operations of depth belong to the early tests, store operations to the late ones. */
    private static String half(Use use) {
        boolean tests = use.stage == Stage.EARLY_FRAGMENT_TESTS || use.stage == Stage.LATE_FRAGMENT_TESTS;
        return (tests ? TESTS : use.stage.toString()) + "/" + use.access;
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void the_barrier_is_all_that_the_commands_need(String spec) {
        String stream = written(spec).toString();

        Cli check = Cli.run("check", stream);

        assertThat(check.out()).contains("clean: every access is ordered");
        assertThat(check.code()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "TESSELLATION_CONTROL_SHADER",
                "TESSELLATION_EVALUATION_SHADER",
                "GEOMETRY_SHADER",
                "TASK_SHADER_EXT",
                "MESH_SHADER_EXT"
            })
    void a_shader_before_the_rasterizer_is_kept_busy_in_its_own_stage(String stage) {
        String spec = stage + "/SHADER_STORAGE_WRITE>COPY/TRANSFER_READ";
        Cli busy = Cli.run("barrier", spec, "--dirty", "4KiB", "--busy", "50us", "--json");

        JsonNode price =
                JsonMapper.builder().build().readTree(busy.out()).get("devices").get(0);
        assertThat(price.get("drainNs").doubleValue()).isGreaterThan(50_000);
        assertThat(Cli.run("check", written(spec, "--busy", "50us").toString()).out())
                .contains("clean: every access is ordered");
    }

    @Test
    void draws_of_both_sides_and_what_keeps_them_busy_have_targets_of_their_own() {
        String spec = "FRAGMENT_SHADER/SHADER_STORAGE_WRITE>FRAGMENT_SHADER/SHADER_STORAGE_READ";
        String stream = written(spec, "--busy", "5us").toString();

        assertThat(Cli.run("check", stream).out()).contains("clean: every access is ordered");
    }

    @ParameterizedTest
    @ValueSource(strings = {"DEPTH_READ_ONLY_OPTIMAL", "DEPTH_STENCIL_READ_ONLY_OPTIMAL", "READ_ONLY_OPTIMAL"})
    void depth_is_tested_and_not_written_in_a_layout_that_keeps_it(String layout) {
        String spec = "COPY/TRANSFER_WRITE>ALL_GRAPHICS/%s@TRANSFER_DST_OPTIMAL:" + layout;

        assertThat(Cli.run(
                                "check",
                                written(spec.formatted("MEMORY_READ|MEMORY_WRITE"))
                                        .toString())
                        .out())
                .contains("clean: every access is ordered");
        assertThat(Cli.run("barrier", spec.formatted("MEMORY_WRITE")).err())
                .contains("no command is known for its second half");
    }

    private Path written(String spec, String... options) {
        Path stream = folder.resolve("pair.yaml");
        List<String> all = new ArrayList<>(List.of("barrier", spec, "--dirty", "4KiB", "-o", stream.toString()));
        all.addAll(List.of(options));
        assertThat(Cli.run(all.toArray(String[]::new)).code()).isZero();
        return stream;
    }
}
