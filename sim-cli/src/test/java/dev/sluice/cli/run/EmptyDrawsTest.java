// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Draws of no vertices, indices or instances: nothing is fetched, shaded or drawn (Vulkan specification, section Drawing Commands). */
final class EmptyDrawsTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    @TempDir
    private Path folder;

    private String stream(String draw) throws IOException {
        return Files.writeString(folder.resolve("s.yaml"), """
                sluice: 1
                name: s
                device: seed-discrete-l2
                memory:
                  - {name: staging, size: 64KiB, properties: [HOST_VISIBLE, HOST_COHERENT]}
                  - {name: local, size: 1MiB, properties: [DEVICE_LOCAL]}
                buffers:
                  - {name: count, memory: staging, size: 4, data: {type: u32, values: [0]}}
                  - {name: indices, memory: local, size: 2KiB, data: {hex: "ff ff ff ff"}}
                  - {name: vertices, memory: local, offset: 8KiB, size: 1KiB}
                images:
                  - {name: target, memory: local, offset: 64KiB, extent: [8, 8], format: R8G8B8A8_UNORM, initialLayout: GENERAL}
                kernels:
                  counts: {bindings: {count: storage}, code: "atomic.add.u32 count[0], 1"}
                  paint: {code: "out.color0 = x"}
                program:
                  - queueSubmit:
                      commands:
                        - fillBuffer: {dst: count, data: 0}
                        - beginRendering: {colorAttachments: [{image: target, layout: GENERAL, storeOp: NONE}]}
                        - DRAW, vertex: counts, fragment: paint, bind: {count: count}}
                        - endRendering
                  - deviceWaitIdle: {}
                """.replace("DRAW", draw))
                .toString();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "draw: {coverage: fullscreen, vertices: 0",
                "draw: {coverage: fullscreen, vertices: {buffer: vertices, stride: 16, count: 0}",
                "draw: {coverage: fullscreen, instances: 0",
                "draw: {coverage: fullscreen, instances: 0, vertices: {buffer: vertices, stride: 16, perInstance: true}",
                "draw: {coverage: []",
                "draw: {triangles: []",
                "drawIndexed: {coverage: fullscreen, indices: {buffer: indices, count: 0}",
                "drawIndexed: {coverage: fullscreen, instances: 0, indices: {buffer: indices, count: 4}"
            })
    void do_nothing(String draw) throws IOException {
        String stream = stream(draw);
        JsonNode run = JSON.readTree(Cli.run("run", stream, "--json").out());
        JsonNode command = run.get("commands").get(2);

        assertThat(command.get("kind").stringValue()).isEqualTo(draw.substring(0, draw.indexOf(':')));
        assertThat(command.get("bytesRead").longValue()).isZero();
        assertThat(command.get("bytesWritten").longValue()).isZero();
        assertThat(command.get("waves").longValue()).isZero();
        assertThat(run.at("/rop/pixelsWritten").longValue()).isZero();
        assertThat(Cli.run("check", stream).code()).isZero();
    }

    /** The index that restarts a primitive is no vertex. */
    @Test
    void of_nothing_but_restarts_run_no_vertex_kernel() throws IOException {
        String draw =
                "drawIndexed: {coverage: fullscreen, instances: 3, vertices: {buffer: vertices, stride: 16}, indices: {buffer: indices, type: u16, count: 2}";
        JsonNode run = JSON.readTree(Cli.run("run", stream(draw), "--json").out());

        assertThat(run.at("/commands/2/bytesWritten").longValue()).isZero();
    }
}
