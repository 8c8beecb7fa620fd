// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Cures of a read on a queue that waits, by a chain, for what another queue's stage wrote that it may not have itself. */
final class CuresAcrossQueuesTest {
    private static final String STREAM = """
            sluice: 1
            name: queues
            device: seed-discrete-l2
            memory: [{name: m, size: 1MiB, properties: [DEVICE_LOCAL]}]
            buffers: [{name: x, memory: m, size: 256}, {name: y, memory: m, offset: 64KiB, size: 256}]
            kernels: {write: {localSize: [64], bindings: {dst: storage}, code: "store.u32 dst[gid] = gid"}}
            program:
              - queueSubmit:
                  queue: universal.0
                  signal: [{semaphore: s}]
                  commands:
                    - dispatch: {kernel: write, groups: [1], bind: {dst: x}}
              - queueSubmit:
                  queue: transfer.0
                  wait: [{semaphore: s, stages: [CLEAR]}]
                  commands:
                    - pipelineBarrier: {memory: [{srcStage: [CLEAR], dstStage: [COPY]}]}
                    - copyBuffer: {src: x, dst: y}
            """;

    /** The signal comes after the write by the barrier, but has no memory of it. */
    private static final String UNAVAILABLE = STREAM.replace(
                    "signal: [{semaphore: s}]", "signal: [{semaphore: s, stages: [COPY]}]")
            .replace("dst: x}}\n", """
                    dst: x}}
                            - pipelineBarrier: {memory: [{srcStage: [COMPUTE_SHADER], dstStage: [COPY]}]}
                    """)
            .replace("stages: [CLEAR]", "stages: [ALL_COMMANDS]");

    @TempDir
    private Path folder;

    private Path stream;

    @BeforeEach
    void write() throws IOException {
        stream = Files.writeString(folder.resolve("queues.yaml"), STREAM);
    }

    @Test
    void the_barrier_goes_on_from_a_stage_that_the_reading_queue_has() {
        JsonNode hazard =
                json("check", stream.toString(), "--json").get("hazards").get(0);

        assertThat(hazard.get("half").stringValue()).isEqualTo("VISIBILITY");
        assertThat(hazard.get("suggestion").stringValue())
                .contains("buffer: x", "srcStage: [COPY]", "dstStage: [COPY]", "dstAccess: [TRANSFER_READ]")
                .doesNotContain("COMPUTE_SHADER");
        assertThat(hazard.get("cure").get("state").stringValue()).isEqualTo("checked");
    }

    @Test
    void advice_adds_no_stage_that_the_queue_lacks() {
        Path better = folder.resolve("better.yaml");
        json("advise", stream.toString(), "--json", "--simulations", "2", "-o", better.toString());

        Cli check = Cli.run("check", better.toString());

        assertThat(check.out()).contains("clean: every access is ordered");
        assertThat(check.code()).isZero();
    }

    @Test
    void a_write_of_another_queue_is_made_available_by_its_signal() throws IOException {
        Files.writeString(stream, UNAVAILABLE);

        JsonNode hazard =
                json("check", stream.toString(), "--json").get("hazards").get(0);

        assertThat(hazard.get("half").stringValue()).isEqualTo("AVAILABILITY");
        assertThat(hazard.get("suggestion").stringValue())
                .isEqualTo("# add [COMPUTE_SHADER] to the stages of the signal of s that submit1 waits for");
        assertThat(hazard.get("cure").get("state").stringValue()).isEqualTo("checked");
    }

    @Test
    void advice_makes_a_write_available_on_the_queue_that_wrote() throws IOException {
        Files.writeString(stream, UNAVAILABLE);
        Path better = folder.resolve("better.yaml");
        json("advise", stream.toString(), "--json", "--simulations", "2", "-o", better.toString());

        Cli check = Cli.run("check", better.toString());

        assertThat(check.out()).contains("clean: every access is ordered");
        assertThat(check.code()).isZero();
        assertThat(Files.readString(better).split("queue: transfer.0", -1)[0]).contains("SHADER_STORAGE_WRITE");
    }

    private static JsonNode json(String... arguments) {
        return JsonMapper.shared().readTree(Cli.run(arguments).out());
    }
}
