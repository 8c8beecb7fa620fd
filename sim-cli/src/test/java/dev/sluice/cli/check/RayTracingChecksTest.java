// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Which barriers order builds and copies of acceleration structures, and rays. */
final class RayTracingChecksTest {
    private static final String HEAD = """
            sluice: 1
            name: test
            device: seed-discrete-l2
            memory:
              - {name: local, size: 1MiB, properties: [DEVICE_LOCAL]}
            buffers:
              - {name: vertices, memory: local, size: 4KiB}
              - {name: tree, memory: local, offset: 4KiB, size: 4KiB}
              - {name: copy, memory: local, offset: 8KiB, size: 4KiB}
              - {name: table, memory: local, offset: 12KiB, size: 4KiB}
              - {name: hits, memory: local, offset: 16KiB, size: 4KiB}
            kernels:
              build:
                localSize: [64, 1, 1]
                bindings: {vertices: storage, tree: accelerationStructure}
                code: |
                  v = load.u32 vertices[gid]
                  store.u32 tree[gid] = v
              swap:   # each group writes what another unit's group has read
                localSize: [64, 1, 1]
                bindings: {tree: accelerationStructure}
                code: store.u32 tree[(gid + 64) % 1024] = gid
              clone:
                localSize: [64, 1, 1]
                bindings: {from: accelerationStructure, to: accelerationStructure}
                code: |
                  v = load.u32 from[gid]
                  store.u32 to[gid] = v
              save:
                localSize: [64, 1, 1]
                bindings: {from: accelerationStructure, to: storage}
                code: |
                  v = load.u32 from[gid]
                  store.u32 to[gid] = v
              trace:
                localSize: [64, 1, 1]
                bindings: {tree: accelerationStructure, table: shaderBindingTable, hits: storage}
                code: |
                  v = load.u32 tree[gid]
                  w = load.u32 table[gid]
                  store.u32 hits[gid] = v + w
            program:
            """;
    private static final String BUILD =
            "buildAccelerationStructures: {kernel: build, groups: [16], bind: {vertices: vertices, tree: tree}}";
    private static final String TRACE =
            "traceRays: {kernel: trace, groups: [16], bind: {tree: tree, table: table, hits: hits}}";

    @TempDir
    private Path folder;

    private Path stream(String... commands) {
        return new CheckFixture(folder).write("rays.yaml", HEAD + CheckFixture.submit(commands));
    }

    private List<String> hazards(String... commands) {
        return CheckFixture.all(CheckFixture.json(stream(commands)).get("hazards"), "half");
    }

    private static String barrier(String srcStage, String srcAccess, String dstStage, String dstAccess) {
        return "pipelineBarrier: {memory: [{srcStage: [%s], srcAccess: [%s], dstStage: [%s], dstAccess: [%s]}]}"
                .formatted(srcStage, srcAccess, dstStage, dstAccess);
    }

    @ParameterizedTest
    @CsvSource({
        "RAY_TRACING_SHADER_KHR, ACCELERATION_STRUCTURE_READ_KHR, ''",
        "RAY_TRACING_SHADER_KHR, MEMORY_READ, ''",
        "RAY_TRACING_SHADER_KHR, SHADER_READ, VISIBILITY",
        "ALL_COMMANDS, ACCELERATION_STRUCTURE_READ_KHR, ''",
        "COMPUTE_SHADER, ACCELERATION_STRUCTURE_READ_KHR, EXECUTION",
        "ACCELERATION_STRUCTURE_BUILD_KHR, ACCELERATION_STRUCTURE_READ_KHR, EXECUTION"
    })
    void rays_wait_for_a_build_by_their_stage_and_reads_of_acceleration_structures(
            String stage, String access, String half) {
        assertThat(hazards(
                        BUILD,
                        barrier("ACCELERATION_STRUCTURE_BUILD_KHR", "ACCELERATION_STRUCTURE_WRITE_KHR", stage, access),
                        TRACE))
                .isEqualTo(half.isEmpty() ? List.of() : List.of(half));
    }

    @ParameterizedTest
    @CsvSource({
        "SHADER_READ, ''",
        "MEMORY_READ, ''",
        "ACCELERATION_STRUCTURE_READ_KHR, VISIBILITY",
    })
    void a_build_reads_its_vertices_by_shader_read(String access, String half) {
        assertThat(hazards(
                        "fillBuffer: {dst: vertices, data: 1}",
                        barrier("CLEAR", "TRANSFER_WRITE", "ACCELERATION_STRUCTURE_BUILD_KHR", access),
                        BUILD))
                .isEqualTo(half.isEmpty() ? List.of() : List.of(half));
    }

    @ParameterizedTest
    @CsvSource({"SHADER_READ, ''", "SHADER_BINDING_TABLE_READ_KHR, ''", "SHADER_STORAGE_READ, VISIBILITY"})
    void rays_read_binding_tables_by_an_access_that_shader_read_has(String access, String half) {
        assertThat(hazards(
                        "fillBuffer: {dst: table, data: 1}",
                        barrier("CLEAR", "TRANSFER_WRITE", "RAY_TRACING_SHADER_KHR", access),
                        TRACE))
                .isEqualTo(half.isEmpty() ? List.of() : List.of(half));
    }

    @ParameterizedTest
    @CsvSource({
        "ACCELERATION_STRUCTURE_COPY_KHR, ACCELERATION_STRUCTURE_COPY_KHR, ''",
        "ACCELERATION_STRUCTURE_BUILD_KHR, ACCELERATION_STRUCTURE_BUILD_KHR, ''",
        "ALL_TRANSFER, ALL_TRANSFER, EXECUTION",
        "ACCELERATION_STRUCTURE_COPY_KHR, COPY, EXECUTION"
    })
    void either_stage_will_do_for_copies(String before, String after, String half) {
        assertThat(hazards(
                        BUILD,
                        barrier(
                                "ACCELERATION_STRUCTURE_BUILD_KHR",
                                "ACCELERATION_STRUCTURE_WRITE_KHR",
                                after,
                                "ACCELERATION_STRUCTURE_READ_KHR"),
                        "copyAccelerationStructure: {kernel: clone, groups: [16], bind: {from: tree, to: copy}}",
                        barrier(
                                before,
                                "ACCELERATION_STRUCTURE_WRITE_KHR",
                                "RAY_TRACING_SHADER_KHR",
                                "ACCELERATION_STRUCTURE_READ_KHR"),
                        TRACE.replace("tree: tree", "tree: copy")))
                .isEqualTo(half.isEmpty() || before.equals("ALL_TRANSFER") ? List.of() : List.of(half));
    }

    @ParameterizedTest
    @CsvSource({
        "ACCELERATION_STRUCTURE_BUILD_KHR, needed and present",
        "ACCELERATION_STRUCTURE_COPY_KHR, needed and present",
        "ALL_COMMANDS, wider than needed"
    })
    void a_dependency_of_copies_is_not_told_to_name_a_stage_that_devices_may_lack(String stage, String verdict) {
        Path stream = stream(
                "copyAccelerationStructure: {kernel: clone, groups: [16], bind: {from: tree, to: copy}}",
                barrier(
                        stage,
                        "ACCELERATION_STRUCTURE_WRITE_KHR",
                        "RAY_TRACING_SHADER_KHR",
                        "ACCELERATION_STRUCTURE_READ_KHR"),
                TRACE.replace("tree: tree", "tree: copy"));
        JsonNode told = CheckFixture.parse(
                        Cli.run("check", stream.toString(), "--json", "--verdicts", "all", "--lint", "none")
                                .out())
                .get("verdicts")
                .get(0);

        assertThat(told.toString()).contains(verdict);
        if (!stage.equals("ACCELERATION_STRUCTURE_COPY_KHR")) {
            assertThat(told.toString()).doesNotContain("ACCELERATION_STRUCTURE_COPY_KHR");
        }
    }

    @Test
    void a_serialized_structure_is_written_by_a_transfer() {
        String save = "copyAccelerationStructureToMemory: {kernel: save, groups: [16], bind: {from: tree, to: copy}}";
        String read = "copyBuffer: {src: copy, dst: hits}";

        assertThat(hazards(
                        save,
                        barrier("ACCELERATION_STRUCTURE_COPY_KHR", "TRANSFER_WRITE", "COPY", "TRANSFER_READ"),
                        read))
                .isEmpty();
        assertThat(CheckFixture.json(stream(save, read)).get("hazards").toString())
                .contains("TRANSFER_WRITE")
                .doesNotContain("ACCELERATION_STRUCTURE_WRITE");
    }

    @Test
    void a_stale_read_of_rays_is_cured_by_their_access() {
        String build = "buildAccelerationStructures: {kernel: swap, groups: [16], bind: {tree: tree}}";
        String wait = barrier("RAY_TRACING_SHADER_KHR", "", "ACCELERATION_STRUCTURE_BUILD_KHR", "");
        String lacks = barrier(
                "ACCELERATION_STRUCTURE_BUILD_KHR", "ACCELERATION_STRUCTURE_WRITE_KHR", "RAY_TRACING_SHADER_KHR", "");
        Path stream = stream(
                "fillBuffer: {dst: tree, data: 1}",
                barrier("ALL_COMMANDS", "MEMORY_WRITE", "ALL_COMMANDS", "MEMORY_READ"),
                TRACE,
                wait,
                build,
                lacks,
                TRACE);

        JsonNode stale = CheckFixture.parse(
                        Cli.run("run", stream.toString(), "--json").out())
                .get("staleReads");

        assertThat(stale).isNotEmpty();
        assertThat(stale.get(0).get("missing").asString()).isEqualTo("invalidate:L1");
        assertThat(stale.get(0).get("suggestion").asString())
                .contains("[RAY_TRACING_SHADER_KHR]", "[ACCELERATION_STRUCTURE_READ_KHR]");
    }
}
