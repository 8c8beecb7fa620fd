// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A capture of a program that builds two levels of acceleration structures and sends rays through them. */
final class CapturedRaysTest {
    private static final String READ = "VK_ACCESS_2_ACCELERATION_STRUCTURE_READ_BIT_KHR";

    @TempDir
    private Path folder;

    private static byte[] resource(String name) throws IOException {
        try (InputStream in = CapturedRaysTest.class.getResourceAsStream("/captures/" + name)) {
            return Objects.requireNonNull(in).readAllBytes();
        }
    }

    private static String calls() throws IOException {
        return new String(resource("rays.jsonl"), StandardCharsets.UTF_8);
    }

    /** The calls without the barriers that have two texts. */
    private static String without(String one, String other) throws IOException {
        return calls().lines()
                        .filter(line -> !line.contains("Barrier") || !line.contains(one) || !line.contains(other))
                        .collect(Collectors.joining("\n"))
                + "\n";
    }

    private Cli cli(String calls, String command, String... options) throws IOException {
        for (String shader : List.of("rays.rgen.spv", "rays.rchit.spv", "rays.rmiss.spv")) {
            Files.write(folder.resolve(shader), resource(shader));
        }
        Path capture = folder.resolve("rays.jsonl");
        Files.writeString(capture, calls);
        List<String> arguments = new ArrayList<>(List.of(command, capture.toString()));
        arguments.addAll(List.of(options));
        return Cli.run(arguments.toArray(String[]::new));
    }

    private Cli check(String calls) throws IOException {
        return cli(calls, "check", "--verdicts", "none", "--lint", "error");
    }

    @Test
    void what_is_synchronized_is_clean_and_every_dependency_needed() throws IOException {
        Cli result = cli(calls(), "check", "--lint", "error");

        assertThat(result.out())
                .contains("clean: every access is ordered", "5 needed and present")
                .doesNotContain("not understood");
        assertThat(result.code()).isZero();
    }

    @Test
    void rays_that_no_barrier_holds_back_from_builds_are_hazards_of_both_levels() throws IOException {
        Cli result = check(without("RAY_TRACING_SHADER_BIT_KHR\",\"dstAccessMask\":\"" + READ, READ));

        assertThat(result.out())
                .contains("2 hazards: 2 read after write")
                .contains("RAY_TRACING_SHADER_KHR/ACCELERATION_STRUCTURE_READ_KHR")
                .contains("buffer23 bytes 0..16,383", "buffer24 bytes 0..4,095")
                .contains("set 0 binding 0");
        assertThat(result.code()).isEqualTo(1);
    }

    @Test
    void a_build_that_does_not_wait_for_what_its_instances_name_is_a_hazard() throws IOException {
        Cli result =
                check(without("dstStageMask\":\"VK_PIPELINE_STAGE_2_ACCELERATION_STRUCTURE_BUILD_BIT_KHR\"", READ));

        assertThat(result.out()).contains("1 hazard: 1 read after write", "buffer23 bytes 0..16,383", "binding named0");
    }

    @Test
    void inputs_that_were_not_made_visible_to_builds_are_hazards() throws IOException {
        Cli result = check(
                calls().replace("VK_ACCESS_2_SHADER_READ_BIT", "VK_ACCESS_2_ACCELERATION_STRUCTURE_READ_BIT_KHR"));

        assertThat(result.out()).contains("ACCELERATION_STRUCTURE_BUILD_KHR/SHADER_READ", "binding inputs0");
    }

    @Test
    void a_run_has_builds_and_rays_with_what_they_read_and_write() throws IOException {
        Cli result = cli(calls(), "run", "--device", "tiny-1", "--json");

        assertThat(result.code()).isZero();
        assertThat(result.out()).contains("\"buildAccelerationStructures\"", "\"traceRays\"");
    }
}
