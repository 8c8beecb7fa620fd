// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.program.Command;
import dev.sluice.program.ComputeWork;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Commands that run a kernel on workgroups, as they are written. */
final class ComputeWorkTest {

    private static Command read(String command) {
        return GraphicsFixture.commands("""
                sluice: 1
                name: t
                device: t
                memory: [{name: local, size: 1MiB, properties: [DEVICE_LOCAL]}]
                buffers: [{name: a, memory: local, size: 4KiB}, {name: b, memory: local, size: 4KiB}]
                kernels:
                  read: {localSize: [32, 1, 1], bindings: {a: accelerationStructure}, code: "v = load.u32 a[gid]"}
                  build: {localSize: [32, 1, 1], bindings: {a: accelerationStructure}, code: "store.u32 a[gid] = 1"}
                  groups: {localSize: [32, 1, 1], bindings: {a: shaderBindingTable}, code: "v = load.u32 a[gid]"}
                  store: {localSize: [32, 1, 1], bindings: {a: storage}, code: "store.u32 a[gid] = 1"}
                  load: {localSize: [32, 1, 1], bindings: {a: storage}, code: "v = load.u32 a[gid]"}
                  add: {localSize: [32, 1, 1], bindings: {a: storage}, code: "atomic.add.u32 a[gid], 1"}
                  uniform: {localSize: [32, 1, 1], bindings: {a: uniform}, code: "v = load.u32 a[gid]"}
                program:
                  - queueSubmit: {queue: universal.0, commands: [%s]}
                """.formatted(command)).get(0);
    }

    @ParameterizedTest
    @EnumSource(ComputeWork.class)
    void each_work_is_written_by_its_command(ComputeWork work) {
        Command.Dispatch command =
                (Command.Dispatch) read("{%s: {kernel: read, groups: [2], bind: {a: a}}}".formatted(work.command()));

        assertThat(command.work()).isEqualTo(work);
        assertThat(command.kind()).isEqualTo(work.command());
    }

    @Test
    void rays_may_be_as_many_as_a_buffer_says() {
        Command.DispatchIndirect command = (Command.DispatchIndirect)
                read("{traceRaysIndirect: {kernel: groups, buffer: b, offset: 16, bind: {a: a}}}");

        assertThat(command.kind()).isEqualTo("traceRaysIndirect");
        assertThat(command.work()).isEqualTo(ComputeWork.TRACE_RAYS);
        assertThat(command.offset()).isEqualTo(16);
    }

    @ParameterizedTest
    @CsvSource({
        "buildAccelerationStructures, build",
        "buildAccelerationStructures, load",
        "copyAccelerationStructureToMemory, store",
        "copyMemoryToAccelerationStructure, load",
        "traceRays, groups",
        "traceRays, uniform",
        "dispatch, read"
    })
    void what_a_stage_can_do_is_taken(String command, String kernel) {
        assertThat(read("{%s: {kernel: %s, groups: [2], bind: {a: a}}}".formatted(command, kernel)))
                .isInstanceOf(Command.Dispatch.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "dispatch | build | stores to 'a', which is accelerationStructure; stage COMPUTE_SHADER cannot: builds and copies alone write",
                "traceRays | build | stores to 'a', which is accelerationStructure; stage RAY_TRACING_SHADER_KHR cannot",
                "buildAccelerationStructures | store | stores to 'a', which is storage; stage ACCELERATION_STRUCTURE_BUILD_KHR cannot: it writes accelerationStructure",
                "buildAccelerationStructures | add | stores to 'a', which is storage",
                "buildAccelerationStructures | uniform | loads from 'a', which is uniform; stage ACCELERATION_STRUCTURE_BUILD_KHR cannot: its inputs are storage",
                "copyAccelerationStructure | groups | loads from 'a', which is shaderBindingTable"
            })
    void what_it_cannot_is_refused_with_what_would_do(String command, String kernel, String message) {
        assertThatThrownBy(() -> read("{%s: {kernel: %s, groups: [2], bind: {a: a}}}".formatted(command, kernel)))
                .hasMessageContaining("kernel: kernel '" + kernel + "' " + message);
    }

    @Test
    void a_binding_table_is_not_written() {
        assertThatThrownBy(() -> GraphicsFixture.commands("""
                sluice: 1
                name: t
                device: t
                kernels:
                  write: {localSize: [32, 1, 1], bindings: {a: shaderBindingTable}, code: "store.u32 a[gid] = 1"}
                program:
                  - queueSubmit: {queue: universal.0, commands: []}
                """))
                .hasMessageContaining("binding 'a' is shaderBindingTable and can only be loaded");
    }
}
