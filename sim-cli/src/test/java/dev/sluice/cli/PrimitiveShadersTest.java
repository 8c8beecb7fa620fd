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
import tools.jackson.databind.json.JsonMapper;

/** Draws with shaders of tessellation and geometry, through the command line. */
final class PrimitiveShadersTest {
    @TempDir
    private Path dir;

    private static final String TESSELLATED =
            "draw: {tessellationControl: hull, tessellationEvaluation: {kernel: domain, invocations: 4}, geometry: emit, fragment: paint, coverage: fullscreen, vertices: 300, instances: 2, bind: {x: x, o: o}}";
    private static final String DIRECT =
            "drawMeshTasks: {task: split, mesh: {kernel: mesh, invocations: 4}, fragment: paint, coverage: fullscreen, groups: [2, 3], bind: {x: x, o: o}}";
    private static final String INDIRECT =
            "drawMeshTasksIndirect: {mesh: mesh, fragment: paint, coverage: fullscreen, buffer: args, bind: {x: x, o: o}}";

    /** Fills that a draw reads, whose last shader before rasterisation stores a word more, of which the first 200 are read back. */
    private String stream(String dstStage, String draw, String writer) throws IOException {
        return Files.writeString(dir.resolve("t.yaml"), """
                sluice: 1
                name: t
                device: seed-discrete-l2
                memory:
                  - {name: local, size: 4MiB, properties: [DEVICE_LOCAL]}
                  - {name: staging, size: 1MiB, properties: [HOST_VISIBLE, HOST_COHERENT]}
                buffers:
                  - {name: x, memory: local, size: 16KiB}
                  - {name: o, memory: local, offset: 64KiB, size: 16KiB}
                  - {name: args, memory: local, offset: 128KiB, size: 12}
                  - {name: r, memory: staging, size: 16KiB}
                images:
                  - {name: c, memory: local, offset: 1MiB, extent: [64, 64], format: R8G8B8A8_UNORM, usage: [COLOR_ATTACHMENT]}
                kernels:
                  hull: {code: alu 4}
                  domain: {bindings: {x: storage}, code: "a = load.u32 x[gid]"}
                  emit: {bindings: {x: storage, o: storage}, code: "a = load.u32 x[gid]\\nstore.u32 o[gid] = a + 1"}
                  split: {localSize: [32, 1, 1], bindings: {x: storage}, code: "a = load.u32 x[wgX + wgY * 2]"}
                  mesh: {localSize: [32, 1, 1], bindings: {x: storage, o: storage}, code: "a = load.u32 x[gid]\\nstore.u32 o[gid] = a + 1"}
                  paint: {code: "out.color0 = 0xff00ff00"}
                program:
                  - queueSubmit:
                      queue: universal.0
                      commands:
                        - pipelineBarrier: {images: [{image: c, srcStage: [NONE], dstStage: [COLOR_ATTACHMENT_OUTPUT], dstAccess: [COLOR_ATTACHMENT_WRITE], oldLayout: UNDEFINED, newLayout: COLOR_ATTACHMENT_OPTIMAL}]}
                        - fillBuffer: {dst: x, data: 6}
                        - fillBuffer: {dst: args, data: 2}
                        - pipelineBarrier: {memory: [{srcStage: [CLEAR], srcAccess: [TRANSFER_WRITE], dstStage: [%s], dstAccess: [SHADER_STORAGE_READ, INDIRECT_COMMAND_READ]}]}
                        - beginRendering: {colorAttachments: [{image: c, loadOp: CLEAR}]}
                        - %s
                        - endRendering: {}
                        - pipelineBarrier: {memory: [{srcStage: [%s], srcAccess: [SHADER_STORAGE_WRITE], dstStage: [COPY], dstAccess: [TRANSFER_READ]}]}
                        - copyBuffer: {src: o, dst: r, regions: [{size: 800}]}
                        - pipelineBarrier: {memory: [{srcStage: [COPY], srcAccess: [TRANSFER_WRITE], dstStage: [HOST], dstAccess: [HOST_READ]}]}
                      fence: done
                  - waitForFences: [done]
                  - hostRead: {buffer: r, size: 800, expect: {type: u32, pattern: constant, value: 7, count: 200}}
                """.formatted(dstStage, draw, writer))
                .toString();
    }

    private String tessellated(String dstStage) throws IOException {
        return stream(dstStage, TESSELLATED, "GEOMETRY_SHADER");
    }

    private String meshTasks(String dstStage, String draw) throws IOException {
        return stream(dstStage, draw, "MESH_SHADER_EXT");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "DRAW_INDIRECT, TESSELLATION_EVALUATION_SHADER, GEOMETRY_SHADER",
                "DRAW_INDIRECT, PRE_RASTERIZATION_SHADERS",
                "ALL_GRAPHICS"
            })
    void a_barrier_that_names_the_stages_that_read_orders_them(String stages) throws IOException {
        assertThat(Cli.run("check", tessellated(stages)).out()).contains("✓ clean");
        assertThat(Cli.run("run", tessellated(stages)).out()).contains("✓ clean");
    }

    @ParameterizedTest
    @ValueSource(strings = {"GEOMETRY_SHADER", "VERTEX_SHADER, GEOMETRY_SHADER"})
    void a_stage_that_a_barrier_lacks_is_named_with_its_shader(String stages) throws IOException {
        assertThat(Cli.run("check", tessellated(stages)).out())
                .contains(
                        "TESSELLATION_EVALUATION_SHADER/SHADER_STORAGE_READ",
                        "shader domain, binding x",
                        "bytes 0..9,599")
                .doesNotContain("shader emit");
    }

    @Test
    void shaders_run_for_what_the_draw_assembles() throws IOException {
        // 600 control points, 2,400 tessellated vertices, 200 triangles; each of 4 bytes
        assertThat(Cli.run("run", "--json", tessellated("ALL_GRAPHICS")).out())
                .contains("\"bytesRead\" : " + (2400 + 200) * 4)
                .contains("\"bytesWritten\" : " + 200 * 4);
    }

    @Test
    void a_functional_region_has_the_same_bytes() throws IOException {
        String region = "      commands:\n        - beginStatistics: {name: warm, mode: functional}";
        Path file = Path.of(tessellated("ALL_GRAPHICS"));
        Files.writeString(
                file,
                Files.readString(file)
                        .replace("      commands:", region)
                        .replace("      fence: done", "        - endStatistics: {}\n      fence: done"));

        Cli cli = Cli.run("run", "--json", file.toString());
        assertThat(cli.code()).isZero();
        assertThat(JsonMapper.builder()
                        .build()
                        .readTree(cli.out())
                        .get("regions")
                        .get(0)
                        .get("mode")
                        .stringValue())
                .isEqualTo("functional");
    }

    @Test
    void mesh_tasks_run_by_workgroups_in_their_stages() throws IOException {
        String stream = meshTasks("DRAW_INDIRECT, TASK_SHADER_EXT, MESH_SHADER_EXT", DIRECT);

        assertThat(Cli.run("check", stream).out()).contains("✓ clean");
        assertThat(Cli.run("run", stream).out()).contains("✓ clean");
        // 6 task workgroups that read a word each, 24 mesh workgroups of 32
        assertThat(Cli.run("run", "--json", stream).out())
                .contains("\"bytesRead\" : " + (6 * 4 + 24 * 32 * 4))
                .contains("\"bytesWritten\" : " + 24 * 32 * 4);
    }

    @Test
    void a_task_shader_that_a_barrier_does_not_name_is_told() throws IOException {
        assertThat(Cli.run("check", meshTasks("MESH_SHADER_EXT", DIRECT)).out())
                .contains("TASK_SHADER_EXT/SHADER_STORAGE_READ", "shader split, binding x", "bytes 0..23 (24 B)");
    }

    @Test
    void mesh_tasks_take_their_numbers_from_memory() throws IOException {
        String stream = meshTasks("DRAW_INDIRECT, MESH_SHADER_EXT", INDIRECT);

        assertThat(Cli.run("check", stream).out()).contains("✓ clean");
        assertThat(Cli.run("run", stream).out()).contains("✓ clean");
        assertThat(Cli.run("run", "--json", stream).out()).contains("\"bytesWritten\" : " + 8 * 32 * 4);
        assertThat(Cli.run("check", meshTasks("MESH_SHADER_EXT", INDIRECT)).out())
                .contains("DRAW_INDIRECT/INDIRECT_COMMAND_READ", "args bytes 0..11 (12 B)");
    }
}
