// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.program.Command;
import dev.sluice.program.Geometry;
import dev.sluice.program.PrimitiveShader;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Draws of mesh tasks, as they are written. */
final class MeshTasksTest {
    private static final String DRAW =
            "drawMeshTasks: {task: split, mesh: {kernel: emit, invocations: 4}, groups: [2, 3],"
                    + " fragment: paint, coverage: fullscreen}";
    private static final String INDIRECT =
            "drawMeshTasksIndirect: {mesh: emit, buffer: args, drawCount: 2, fragment: paint, coverage: fullscreen}";

    private static Command.Draw read(String draw) {
        return (Command.Draw) GraphicsFixture.commands("""
                sluice: 1
                name: t
                device: t
                memory: [{name: local, size: 1MiB, properties: [DEVICE_LOCAL]}]
                buffers: [{name: args, memory: local, size: 32}]
                images: [{name: c, memory: local, offset: 64KiB, extent: [64, 64], format: R8G8B8A8_UNORM}]
                kernels:
                  split: {localSize: [32, 1, 1], code: alu 1}
                  emit: {localSize: [32, 1, 1], code: alu 1}
                  sizeless: {code: alu 1}
                  paint: {code: "out.color0 = 1"}
                program:
                  - queueSubmit:
                      queue: universal.0
                      commands:
                        - beginRendering: {colorAttachments: [{image: c}]}
                        - %s
                        - endRendering: {}
                """.formatted(draw)).get(1);
    }

    @Test
    void a_draw_of_mesh_tasks_has_its_workgroups_and_shaders() {
        Command.Draw draw = read(DRAW);

        assertThat(draw.kind()).isEqualTo("drawMeshTasks");
        assertThat(draw.geometry())
                .isEqualTo(Geometry.ofWorkgroups(
                        List.of(2L, 3L, 1L),
                        null,
                        List.of(
                                new PrimitiveShader(PrimitiveShader.Kind.TASK, "split", 1, 1),
                                new PrimitiveShader(PrimitiveShader.Kind.MESH, "emit", 1, 4))));
        assertThat(draw.geometry().assembled()).isEqualTo(6);
    }

    @Test
    void an_indirect_one_has_structures_of_three_numbers() {
        assertThat(read(INDIRECT).geometry().indirect()).isEqualTo(new Geometry.Indirect("args", 0, 2, 12));
    }

    @Test
    void one_of_no_workgroup_draws_nothing() {
        assertThat(read(DRAW.replace("[2, 3]", "[2, 0]")).geometry().empty()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "drawMeshTasks: | 'draw: ' | draw: 'task' belongs to draws of mesh tasks",
                "task: split, | vertex: emit, | drawMeshTasks: 'vertex' belongs to draws of vertices",
                "mesh: {kernel: emit, invocations: 4}, | '' | drawMeshTasks: missing key 'mesh', the kernel that makes primitives",
                "invocations: 4 | vertices: 3 | vertices: a mesh kernel has none",
                "task: split, | '' | invocations: only a mesh kernel behind a task kernel runs more often than 'groups' says",
                "task: split | task: {kernel: split, invocations: 2} | invocations: only a mesh kernel behind a task kernel",
                "kernel: emit | kernel: paint | mesh: kernel 'paint' is a fragment kernel",
                "kernel: emit | kernel: sizeless | localSize: expected the workgroup's size as 1 to 3 numbers",
                "'groups: [2, 3],' | '' | groups: expected the workgroups as 1 to 3 numbers",
                "[2, 3] | [2, 3, 4, 5] | groups: expected the workgroups as 1 to 3 numbers",
                "[2, 3] | [2, -3] | groups: -3",
                "groups: | vertices: 3, groups: | drawMeshTasks: 'vertices' belongs to draws of vertices",
                "groups: | instances: 2, groups: | drawMeshTasks: 'instances' belongs to draws of vertices",
                "groups: | buffer: args, groups: | drawMeshTasks: 'buffer' belongs to the indirect draws",
                "invocations: 4 | invocations: 1000000000 | mesh: 6 workgroups make more than the 2147483647 workgroups"
            })
    void what_does_not_go_together_is_told(String old, String replacement, String message) {
        assertThatThrownBy(() -> read(DRAW.replace(old, replacement))).hasMessageContaining(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "drawCount: 2, | groups: [1], | drawMeshTasksIndirect: 'groups' lie in the buffer",
                "drawCount: 2 | drawCount: 3 | reach past the end of buffer 'args'",
                "drawCount: 2 | drawCount: 2, stride: 8 | stride: at least 12 and a multiple of 4 bytes, not 8"
            })
    void what_an_indirect_one_cannot_have_is_told(String old, String replacement, String message) {
        assertThatThrownBy(() -> read(INDIRECT.replace(old, replacement))).hasMessageContaining(message);
    }
}
