// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Draws with shaders of tessellation and geometry, through the command line. */
final class PrimitiveShadersTest {
    @TempDir
    private Path dir;

    /** A fill that a draw's domain and geometry kernels read, the latter of which adds 1. */
    private String stream(String dstStage, String region) throws IOException {
        Path file = dir.resolve("t.yaml");
        Files.writeString(file, """
                sluice: 1
                name: t
                device: seed-discrete-l2
                memory:
                  - {name: local, size: 4MiB, properties: [DEVICE_LOCAL]}
                  - {name: staging, size: 1MiB, properties: [HOST_VISIBLE, HOST_COHERENT]}
                buffers:
                  - {name: x, memory: local, size: 16KiB}
                  - {name: o, memory: local, offset: 64KiB, size: 16KiB}
                  - {name: r, memory: staging, size: 16KiB}
                images:
                  - {name: c, memory: local, offset: 1MiB, extent: [64, 64], format: R8G8B8A8_UNORM, usage: [COLOR_ATTACHMENT]}
                kernels:
                  hull: {code: alu 4}
                  domain: {bindings: {x: storage}, code: "a = load.u32 x[gid]"}
                  emit: {bindings: {x: storage, o: storage}, code: "a = load.u32 x[gid]\\nstore.u32 o[gid] = a + 1"}
                  paint: {code: "out.color0 = 0xff00ff00"}
                program:
                  - queueSubmit:
                      queue: universal.0
                      commands:
                        - pipelineBarrier: {images: [{image: c, srcStage: [NONE], dstStage: [COLOR_ATTACHMENT_OUTPUT], dstAccess: [COLOR_ATTACHMENT_WRITE], oldLayout: UNDEFINED, newLayout: COLOR_ATTACHMENT_OPTIMAL}]}
                        - fillBuffer: {dst: x, data: 6}
                        - pipelineBarrier: {memory: [{srcStage: [CLEAR], srcAccess: [TRANSFER_WRITE], dstStage: [%s], dstAccess: [SHADER_STORAGE_READ]}]}
                        %s
                        - beginRendering: {colorAttachments: [{image: c, loadOp: CLEAR}]}
                        - draw: {tessellationControl: hull, tessellationEvaluation: {kernel: domain, invocations: 4}, geometry: emit, fragment: paint, coverage: fullscreen, vertices: 300, instances: 2, bind: {x: x, o: o}}
                        - endRendering: {}
                        %s
                        - pipelineBarrier: {memory: [{srcStage: [GEOMETRY_SHADER], srcAccess: [SHADER_STORAGE_WRITE], dstStage: [COPY], dstAccess: [TRANSFER_READ]}]}
                        - copyBuffer: {src: o, dst: r, regions: [{size: 800}]}
                        - pipelineBarrier: {memory: [{srcStage: [COPY], srcAccess: [TRANSFER_WRITE], dstStage: [HOST], dstAccess: [HOST_READ]}]}
                      fence: done
                  - waitForFences: [done]
                  - hostRead: {buffer: r, size: 800, expect: {type: u32, pattern: constant, value: 7, count: 200}}
                """.formatted(dstStage, region, region.isEmpty() ? "" : "- endStatistics: {}")
                .replaceAll("(?m)^ *\n", ""));
        return file.toString();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"TESSELLATION_EVALUATION_SHADER, GEOMETRY_SHADER", "PRE_RASTERIZATION_SHADERS", "ALL_GRAPHICS"})
    void a_barrier_that_names_the_stages_that_read_orders_them(String stages) throws IOException {
        assertThat(Cli.run("check", stream(stages, "")).out()).contains("✓ clean");
        assertThat(Cli.run("run", stream(stages, "")).out()).contains("✓ clean");
    }

    @ParameterizedTest
    @ValueSource(strings = {"GEOMETRY_SHADER", "VERTEX_SHADER, GEOMETRY_SHADER"})
    void a_stage_that_a_barrier_lacks_is_named_with_its_shader(String stages) throws IOException {
        assertThat(Cli.run("check", stream(stages, "")).out())
                .contains(
                        "TESSELLATION_EVALUATION_SHADER/SHADER_STORAGE_READ",
                        "shader domain, binding x",
                        "bytes 0..9,599")
                .doesNotContain("shader emit");
    }

    @Test
    void shaders_run_for_what_the_draw_assembles() throws IOException {
        // 600 control points, 2,400 tessellated vertices, 200 triangles; each of 4 bytes
        assertThat(Cli.run("run", "--json", stream("ALL_GRAPHICS", "")).out())
                .contains("\"bytesRead\" : " + (2400 + 200) * 4)
                .contains("\"bytesWritten\" : " + 200 * 4);
    }

    @Test
    void a_functional_region_has_the_same_bytes() throws IOException {
        String stream = stream("ALL_GRAPHICS", "- beginStatistics: {name: warm, mode: functional}");

        assertThat(Cli.run("run", stream).out()).contains("✓ clean");
    }
}
