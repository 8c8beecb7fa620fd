// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code compare} with one stream: on two devices, or under two profiles. */
final class CompareTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    @TempDir
    private Path dir;

    private String stream = "";

    @BeforeEach
    void write_a_stream() throws IOException {
        stream = Files.writeString(dir.resolve("s.cmds"), """
                        buffer x 65536
                        fill x 1
                        barrier CLEAR/TRANSFER_WRITE>COMPUTE_SHADER/SHADER_READ
                        dispatch sr=x
                        """).toString();
    }

    private JsonNode json(String... options) {
        Cli cli = Cli.run(List.of("compare", stream, "--json"), options);
        assertThat(cli.err()).isEmpty();
        assertThat(cli.code()).isZero();
        return JSON.readTree(cli.out());
    }

    @Test
    void one_stream_on_two_devices_is_compared_in_time() {
        Cli cli = Cli.run("compare", stream, "-d", "seed-discrete-l2", "-d", "rdna2-6900xt");

        assertThat(cli.code()).isZero();
        assertThat(cli.out())
                .contains("s on seed-discrete-l2", "s on rdna2-6900xt", "barrier before dispatch", "drain time")
                .doesNotContain("drain cycles");
    }

    @Test
    void each_flush_before_an_overwriting_command_has_a_row() throws IOException {
        String target = "memory: m, extent: [64, 64], usage: ";
        stream = Files.writeString(dir.resolve("overwrites.yaml"), """
                        sluice: 1
                        name: overwrites
                        memory: [{name: m, size: 1MiB, properties: [DEVICE_LOCAL]}]
                        buffers: [{name: x, memory: m, offset: 512KiB, size: 4KiB}]
                        images:
                          - {name: c, format: R8G8B8A8_UNORM, %1$s[COLOR_ATTACHMENT], initialLayout: GENERAL}
                          - {name: z, format: D32_SFLOAT, offset: 64KiB, %1$s[DEPTH_STENCIL_ATTACHMENT], initialLayout: GENERAL}
                        kernels: {w: {localSize: [64, 1, 1], bindings: {x: storage}, code: "store.u32 x[gid] = gid"}}
                        program:
                          - queueSubmit:
                              commands:
                                - dispatch: {kernel: w, groups: [16, 1, 1], bind: {x: x}}
                                - pipelineBarrier: {memory: [{srcStage: [COMPUTE_SHADER], srcAccess: [SHADER_STORAGE_WRITE], dstStage: [ALL_GRAPHICS], dstAccess: []}]}
                                - beginRendering:
                                    colorAttachments: [{image: c, layout: GENERAL, loadOp: CLEAR, storeOp: STORE}]
                                    depthAttachment: {image: z, layout: GENERAL, loadOp: CLEAR, storeOp: STORE}
                                - endRendering
                        """.formatted(target))
                .toString();
        JsonNode rows = json("-d", "seed-discrete-l2", "-d", "seed-discrete-l2").get("barriers");

        assertThat(rows).extracting(row -> row.get("name").asString()).contains("submit0.2.write", "submit0.2.write1");
    }

    /** A device file of a preset with another clock. */
    private String clocked(String file, String clock) throws IOException {
        JsonNode device = JSON.readTree(Cli.run("run", stream, "--set", "clock=" + clock, "--json")
                        .out())
                .get("resolvedDevice");
        return Files.writeString(dir.resolve(file), device.toString()).toString();
    }

    @Test
    void two_devices_of_one_name_with_different_clocks_are_compared_in_time() throws IOException {
        String slow = clocked("slow.json", "1GHz");
        String fast = clocked("fast.json", "2GHz");
        JsonNode difference = json("-d", slow, "-d", fast).get("difference");
        assertThat(difference.has("cycles")).isFalse();
        assertThat(difference.get("timeNs").doubleValue()).isNotZero();

        Cli cli = Cli.run("compare", stream, "-d", slow, "-d", fast);
        assertThat(cli.out()).contains("drain time").doesNotContain("drain cycles");
    }

    @Test
    void findings_have_a_difference_like_numbers() {
        String[] both = {"compare", "stale-l1-broken", "stale-l1-cured-barrier", "--json"};
        assertThat(JSON.readTree(Cli.run(both).out()).at("/difference/findings").intValue())
                .isEqualTo(-2);

        Cli cli = Cli.run("compare", "stale-l1-broken", "stale-l1-cured-barrier");
        assertThat(cli.out().lines()).anyMatch(line -> line.matches("findings +2 +0 +-2 \\(-100 %\\)"));
    }

    @Test
    void runs_that_no_name_tells_apart_are_called_a_and_b() throws IOException {
        String slow = clocked("slow.json", "1GHz");
        Cli cli = Cli.run("compare", stream, "-d", slow, "-d", slow);

        assertThat(cli.out().lines().filter(line -> line.startsWith("A  s on") || line.startsWith("B  s on")))
                .hasSize(2);
        assertThat(cli.out()).containsPattern("\\n +A +B\\n");
    }

    @Test
    void one_stream_under_two_profiles_is_compared_in_cycles() {
        Cli cli = Cli.run("compare", stream, "-p", "l2", "-p", "l2+guessed-costs");

        assertThat(cli.code()).isZero();
        assertThat(cli.out()).contains("l2+guessed-costs", "drain cycles");
    }

    @Test
    void differences_by_barrier_add_up_to_both_sides() {
        JsonNode root = json("-p", "l2", "-p", "l2+guessed-costs");

        JsonNode barrier = root.get("barriers").get(0);
        assertThat(barrier.get("name").asString()).isEqualTo("barrier before dispatch");
        long a = barrier.get("a").get("stallCycles").longValue();
        long b = barrier.get("b").get("stallCycles").longValue();
        assertThat(b).isGreaterThan(a);
        assertThat(barrier.get("difference").get("stallCycles").longValue()).isEqualTo(b - a);
        assertThat(root.get("difference").get("cycles").longValue())
                .isEqualTo(root.get("b").get("cycles").longValue()
                        - root.get("a").get("cycles").longValue());
    }

    @Test
    void a_difference_of_times_is_that_of_the_times_beside_it() {
        JsonNode root = JSON.readTree(
                Cli.run("compare", "scenarios/stale-l1-broken", "scenarios/stale-l1-cured-barrier", "--json")
                        .out());

        assertThat(root.get("commands")).isNotEmpty().allSatisfy(row -> assertDifference(row, "timeNs"));
        assertThat(root.get("barriers")).isNotEmpty().allSatisfy(row -> assertDifference(row, "stallNs"));
    }

    private static void assertDifference(JsonNode row, String key) {
        BigDecimal by =
                row.at("/b/" + key).decimalValue().subtract(row.at("/a/" + key).decimalValue());
        assertThat(row.at("/difference/" + key).decimalValue()).isEqualByComparingTo(by);
    }

    @Test
    void every_command_of_the_stream_has_both_sides_on_two_devices_and_no_cycles_to_compare() {
        JsonNode root = json("-d", "seed-discrete-l2", "-d", "nvidia-v100");

        assertThat(root.get("commands")).hasSize(2).allSatisfy(command -> {
            assertThat(command.get("a").get("id")).isEqualTo(command.get("b").get("id"));
            assertThat(command.get("difference").has("timeNs")).isTrue();
            assertThat(command.get("difference").has("cycles")).isFalse();
        });
    }

    @Test
    void the_barriers_of_submissions_are_there_under_their_ids() {
        assertThat(json("-d", "seed-discrete-l2", "-d", "nvidia-v100").get("barriers"))
                .anySatisfy(
                        barrier -> assertThat(barrier.get("name").asString()).isEqualTo("submit0.begin"));
    }

    @Test
    void one_stream_and_nothing_else_is_refused() {
        Cli cli = Cli.run("compare", stream);

        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.err()).contains("nothing to compare with", "--device A --device B");
    }

    @Test
    void three_devices_are_refused() {
        Cli cli = Cli.run("compare", stream, "-d", "uma-apu", "-d", "nvidia-v100", "-d", "rdna2-6900xt");

        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.err()).contains("--device is given 3 times");
    }
}
