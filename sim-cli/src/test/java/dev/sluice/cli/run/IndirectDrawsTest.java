// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the arguments of indirect draws, which lie in memory, make of fetches and of runs of the vertex kernel. */
final class IndirectDrawsTest {

    private static final String PER_INSTANCE = ", {buffer: instances, stride: 16, size: 16, perInstance: true}";

    @TempDir
    private Path folder;

    /** Runs draws whose vertex kernel counts, with 1,024 indices, 64 vertices and 32 instances of 16 bytes. */
    private JsonNode run(String arguments, boolean indexed, int draws, String attributes, int invocations)
            throws IOException {
        Path file = folder.resolve("draws.yaml");
        Files.writeString(file, """
                sluice: 1
                name: draws
                device: seed-discrete-l2
                memory:
                  - {name: staging, size: 64KiB, properties: [HOST_VISIBLE, HOST_COHERENT]}
                  - {name: local, size: 1MiB, properties: [DEVICE_LOCAL]}
                buffers:
                  - {name: count, memory: staging, size: 4, data: {type: u32, values: [0]}}
                  - {name: arguments, memory: local, size: 1KiB, data: {type: u32, values: [ARGUMENTS]}}
                  - {name: indices, memory: local, offset: 4KiB, size: 2KiB, data: {type: u16, pattern: iota, count: 1024}}
                  - {name: vertices, memory: local, offset: 8KiB, size: 1KiB, data: {type: u8, pattern: iota, count: 1024}}
                  - {name: instances, memory: local, offset: 12KiB, size: 512, data: {type: u8, pattern: iota, count: 512}}
                images:
                  - {name: target, memory: local, offset: 64KiB, extent: [8, 8], format: R8G8B8A8_UNORM, initialLayout: GENERAL}
                kernels:
                  counts: {bindings: {count: storage}, code: "atomic.add.u32 count[0], 1"}
                  paint: {code: "out.color0 = x"}
                program:
                  - queueSubmit:
                      commands:
                        - beginRendering: {colorAttachments: [{image: target, layout: GENERAL}]}
                        - KIND: {vertex: counts, fragment: paint, coverage: fullscreen, buffer: arguments, drawCount: DRAWS, INDICESvertices: [{buffer: vertices, stride: 16, size: 16, count: 1}ATTRIBUTES], bind: {count: count}}
                        - endRendering
                        - pipelineBarrier: {memory: [{srcStage: [VERTEX_SHADER], srcAccess: [SHADER_STORAGE_WRITE], dstStage: [HOST], dstAccess: [HOST_READ]}]}
                  - deviceWaitIdle: {}
                  - hostRead: {buffer: count, expect: {type: u32, values: [INVOCATIONS]}}
                """.replace("ARGUMENTS", arguments)
                .replace("KIND", indexed ? "drawIndexedIndirect" : "drawIndirect")
                .replace("DRAWS", Integer.toString(draws))
                .replace("INDICES", indexed ? "indices: {buffer: indices, type: u16, count: 1}, " : "")
                .replace("ATTRIBUTES", attributes)
                .replace("INVOCATIONS", Integer.toString(invocations)));
        Cli run = Cli.run("run", file.toString(), "--json");
        JsonNode result = JsonMapper.builder().build().readTree(run.out());
        assertThat(result.get("checks").get(0).get("ok").asBoolean())
                .as(run.out())
                .isTrue();
        return result;
    }

    private static long bytesRead(JsonNode result) {
        return result.get("commands").get(1).get("bytesRead").asLong();
    }

    @Test
    void each_draw_of_a_command_runs_the_kernel_for_all_of_its_vertices() throws IOException {
        JsonNode result = run("20, 1, 0, 0, 0, 20, 5, 0, 0, 0", true, 2, "", 120);
        assertThat(result.get("outOfLimits").size()).isZero();
    }

    @Test
    void an_indexed_draw_without_instances_fetches_its_arguments_alone() throws IOException {
        assertThat(bytesRead(run("64, 0, 0, 0, 0", true, 1, "", 0))).isEqualTo(20);
    }

    @Test
    void a_draw_without_instances_fetches_its_arguments_alone() throws IOException {
        assertThat(bytesRead(run("64, 0, 0, 0", false, 1, "", 0))).isEqualTo(16);
    }

    @Test
    void draws_of_nothing_draw_no_pixel_and_one_of_something_among_them_draws_them_once() throws IOException {
        assertThat(pixels(run("64, 0, 0, 0, 0, 1, 0, 0", false, 2, "", 0))).isZero();
        assertThat(pixels(run("64, 0, 0, 0, 0", true, 1, "", 0))).isZero();
        assertThat(pixels(run("64, 0, 0, 0, 3, 1, 0, 0, 3, 1, 0, 0", false, 3, "", 6)))
                .isEqualTo(64);
    }

    private static long pixels(JsonNode result) {
        return result.at("/rop/pixelsWritten").asLong();
    }

    @Test
    void a_draw_without_instances_may_begin_anywhere() throws IOException {
        JsonNode result = run("20, 0, 5000, 0, 0", true, 1, "", 0);
        assertThat(result.get("outOfLimits").size()).isZero();
    }

    @Test
    void the_arguments_say_how_many_instances_are_fetched() throws IOException {
        long alone = bytesRead(run("20, 30, 0, 0, 0", true, 1, "", 600));
        assertThat(bytesRead(run("20, 30, 0, 0, 2", true, 1, PER_INSTANCE, 600)) - alone)
                .isEqualTo(30 * 16);
    }

    @Test
    void instances_beyond_their_buffer_are_a_finding() throws IOException {
        JsonNode found = run("20, 30, 0, 3", false, 1, PER_INSTANCE, 0).get("outOfLimits");
        assertThat(found.get(0).get("limit").asString()).isEqualTo("instances in buffer instances");
        assertThat(found.get(0).get("values").get(3).asInt()).isEqualTo(3);
    }

    @Test
    void the_number_of_draws_in_a_buffer_is_read() throws IOException {
        Path file = folder.resolve("counted.yaml");
        Files.writeString(file, """
                sluice: 1
                name: counted
                device: seed-discrete-l2
                memory:
                  - {name: local, size: 1MiB, properties: [DEVICE_LOCAL]}
                buffers:
                  - {name: number, memory: local, size: 64}
                  - {name: arguments, memory: local, offset: 4KiB, size: 1KiB, data: {type: u32, values: [3, 1, 0, 0]}}
                images:
                  - {name: target, memory: local, offset: 64KiB, extent: [8, 8], format: R8G8B8A8_UNORM, initialLayout: GENERAL}
                program:
                  - queueSubmit:
                      commands:
                        - fillBuffer: {dst: number, offset: 4, size: 4, data: 1}
                        - beginRendering: {colorAttachments: [{image: target, layout: GENERAL}]}
                        - drawIndirect: {coverage: fullscreen, indirect: {buffer: arguments, drawCount: 2, countBuffer: number, countBufferOffset: 4}}
                        - endRendering
                """);
        JsonNode hazards = JsonMapper.builder()
                .build()
                .readTree(Cli.run("check", file.toString(), "--json").out())
                .get("hazards");

        assertThat(hazards.size()).isEqualTo(1);
        assertThat(hazards.get(0).get("kind").asString()).isEqualTo("READ_AFTER_WRITE");
        assertThat(hazards.get(0).get("currentAccess").get("what").asString())
                .isEqualTo("DRAW_INDIRECT/INDIRECT_COMMAND_READ");
    }
}
