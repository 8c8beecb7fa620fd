// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Counts that nothing can be run with: those of a buffer are findings of the run, those of the stream bad input. */
final class OutOfLimitsTest {

    private static final String HEAD = """
            sluice: 1
            name: limits
            device: seed-discrete-l2
            memory:
              - {name: m, size: 1MiB, properties: [DEVICE_LOCAL]}
            buffers:
              - {name: args, memory: m, offset: 0, size: 64, usage: [INDIRECT_BUFFER, TRANSFER_DST]}
              - {name: x, memory: m, offset: 4096, size: 64, usage: [STORAGE_BUFFER, TRANSFER_DST]}
            images:
              - {name: i, memory: m, offset: 64KiB, extent: [16, 16], format: R8G8B8A8_UNORM}
            kernels:
              k: {localSize: [1, 1, 1], bindings: {x: storage}, code: "store.u32 x[0] = 1\\n"}
              paint: {code: "out.color0 = x\\n"}
            program:
              - queueSubmit:
                  commands:
            """;
    private static final String BARRIER =
            "        - pipelineBarrier: {memory: [{srcStage: [ALL_COMMANDS], srcAccess: [MEMORY_WRITE], dstStage:"
                    + " [ALL_COMMANDS], dstAccess: [MEMORY_READ, MEMORY_WRITE]}]}\n";
    private static final String DISPATCH = "        - dispatchIndirect: {kernel: k, buffer: args, bind: {x: x}}\n";
    private static final String PASS =
            "        - beginRendering: {renderArea: [0, 0, 16, 16], colorAttachments: [{image: i, layout: GENERAL,"
                    + " loadOp: CLEAR, clear: [0, 0, 0, 1]}]}\n";
    private static final String END = "        - endRendering: {}\n";

    @TempDir
    private Path dir;

    private String stream(String commands) throws IOException {
        return Files.writeString(dir.resolve("s.yaml"), HEAD + commands).toString();
    }

    private static String written(String values) {
        return "        - updateBuffer: {dst: args, data: {type: u32, values: [" + values + "]}}\n" + BARRIER;
    }

    private JsonNode finding(String commands) throws IOException {
        Cli cli = Cli.run("run", stream(commands), "--json");
        assertThat(cli.err()).isEmpty();
        assertThat(cli.code()).isEqualTo(1);
        JsonNode all = JsonMapper.builder().build().readTree(cli.out()).get("outOfLimits");
        assertThat(all.size()).isEqualTo(1);
        return all.get(0);
    }

    private String refusal(String command, String commands) throws IOException {
        Cli cli = Cli.run(command, stream(commands));
        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.err().lines()).hasSize(1);
        return cli.err();
    }

    @Test
    void counts_that_nobody_wrote_are_a_finding_at_the_dispatch() throws IOException {
        Cli cli = Cli.run("run", stream(DISPATCH));

        assertThat(cli.code()).isEqualTo(1);
        assertThat(cli.out())
                .contains("✗ 1 out-of-limits read")
                .containsPattern("out of limits submit0\\.0 \\(dispatchIndirect\\) takes its counts from args bytes"
                        + " 0\\.\\.11 \\(12 B\\) +\\S*s\\.yaml:17:11")
                .containsPattern("got      [0-9,]+ [0-9,]+ [0-9,]+   never written")
                .contains("it was not carried out");
    }

    @Test
    void counts_beyond_an_axis_name_the_limit_and_who_wrote_them() throws IOException {
        JsonNode found = finding(written("4294967295, 1, 1") + DISPATCH);

        assertThat(found.get("reader").asString()).isEqualTo("submit0.2");
        assertThat(found.get("kind").asString()).isEqualTo("dispatchIndirect");
        assertThat(found.get("resource").asString()).isEqualTo("args");
        assertThat(found.get("values").toString()).isEqualTo("[4294967295,1,1]");
        assertThat(found.get("writers").toString()).isEqualTo("[\"submit0.0\"]");
        assertThat(found.get("unwritten").asInt()).isZero();
        assertThat(found.get("limit").asString()).isEqualTo("maxComputeWorkGroupCount");
        assertThat(found.get("allowed").toString()).isEqualTo("[2147483647,65535,65535]");
    }

    @Test
    void counts_within_all_axes_can_be_too_many_together() throws IOException {
        JsonNode found = finding(written("2147483647, 65535, 65535") + DISPATCH);

        assertThat(found.get("limit").asString()).isEqualTo("workgroups that can be simulated");
    }

    @Test
    void the_machine_goes_on_without_the_dispatch() throws IOException {
        Cli cli = Cli.run(
                "run",
                stream(written("1, 65536, 1")
                        + "        - fillBuffer: {dst: x, size: 64, data: 7}\n"
                        + BARRIER
                        + DISPATCH
                        + BARRIER
                        + "        - copyBuffer: {src: x, dst: args, regions: [{size: 64}]}\n"),
                "--json");
        JsonNode result = JsonMapper.builder().build().readTree(cli.out());

        assertThat(cli.code()).isEqualTo(1);
        assertThat(result.get("commands").get(4).get("waves").asInt()).isZero();
        assertThat(result.get("commands").get(6).get("bytesWritten").asInt()).isEqualTo(64);
    }

    @Test
    void a_draw_with_arguments_that_nobody_wrote_draws_nothing() throws IOException {
        JsonNode found = finding(
                PASS + "        - drawIndirect: {fragment: paint, coverage: fullscreen, buffer: args, drawCount: 2}\n"
                        + END);

        assertThat(found.get("kind").asString()).isEqualTo("drawIndirect");
        assertThat(found.get("unwritten").asInt()).isEqualTo(12);
        assertThat(found.get("allowed").isEmpty()).isTrue();
    }

    @Test
    void a_draw_of_more_instances_than_can_be_simulated_is_a_finding() throws IOException {
        JsonNode found = finding(written("3, 4294967295, 0, 0")
                + PASS
                + "        - drawIndirect: {fragment: paint, coverage: fullscreen, buffer: args}\n"
                + END);

        assertThat(found.get("limit").asString()).isEqualTo("vertices that can be simulated");
    }

    @Test
    void an_index_that_nobody_wrote_is_a_finding() throws IOException {
        JsonNode found = finding(PASS
                + "        - drawIndexed: {fragment: paint, coverage: fullscreen, indices: {buffer: args, type: u32,"
                + " count: 3}, vertices: {buffer: x, stride: 16}}\n"
                + END);

        assertThat(found.get("limit").asString()).isEqualTo("vertices in buffer x");
        assertThat(found.get("writers").isEmpty()).isTrue();
    }

    @Test
    void csv_has_the_finding() throws IOException {
        Cli.run(
                "run",
                stream(written("1, 65536, 1") + DISPATCH),
                "--csv",
                dir.resolve("csv").toString());

        assertThat(Files.readString(dir.resolve("csv/findings.csv")))
                .contains("outOfLimits,submit0.2,args,0,12,1 65536 1,2147483647 65535 65535,submit0.0,,"
                        + "maxComputeWorkGroupCount,");
    }

    @Test
    void counts_of_the_stream_beyond_an_axis_are_bad_input_for_validate_and_run() throws IOException {
        String commands = "        - dispatch: {kernel: k, groups: [1, 65536, 1], bind: {x: x}}\n";

        for (String command : new String[] {"validate", "run"}) {
            assertThat(refusal(command, commands))
                    .endsWith("s.yaml:17:45: groups: 65536 in y is more than the maxComputeWorkGroupCount of device"
                            + " 'seed-discrete-l2', 65535\n");
        }
    }

    @Test
    void counts_of_the_stream_that_are_too_many_together_are_bad_input() throws IOException {
        String commands = "        - dispatch: {kernel: k, groups: [2147483647, 65535, 65535], bind: {x: x}}\n";

        for (String command : new String[] {"validate", "run"}) {
            assertThat(refusal(command, commands))
                    .contains("s.yaml:17:")
                    .contains("together more than the 281474976710656 workgroups that can be simulated");
        }
    }
}
