// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program;

import dev.sluice.program.kind.KindName;
import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.Stage;

/**
 * What a command does that runs a kernel on workgroups. Sluice builds and walks no acceleration structures: the kernel says what is
 * accessed, in the stage and by the accesses that Vulkan has for it.
 *
 * <p>Source: Vulkan specification, sections Dispatching Commands, Ray Tracing and Acceleration Structures.
 */
public enum ComputeWork {
    DISPATCH(Stage.COMPUTE_SHADER, Access.SHADER_STORAGE_WRITE),
    TRACE_RAYS(Stage.RAY_TRACING_SHADER_KHR, Access.SHADER_STORAGE_WRITE),
    BUILD_ACCELERATION_STRUCTURES(Stage.ACCELERATION_STRUCTURE_BUILD_KHR, Access.ACCELERATION_STRUCTURE_WRITE_KHR),
    COPY_ACCELERATION_STRUCTURE(Stage.ACCELERATION_STRUCTURE_COPY_KHR, Access.ACCELERATION_STRUCTURE_WRITE_KHR),
    COPY_ACCELERATION_STRUCTURE_TO_MEMORY(Stage.ACCELERATION_STRUCTURE_COPY_KHR, Access.TRANSFER_WRITE),
    COPY_MEMORY_TO_ACCELERATION_STRUCTURE(
            Stage.ACCELERATION_STRUCTURE_COPY_KHR, Access.ACCELERATION_STRUCTURE_WRITE_KHR),
    /** Reads acceleration structures for queries, whose results are no memory of the stream. */
    WRITE_ACCELERATION_STRUCTURES_PROPERTIES(
            Stage.ACCELERATION_STRUCTURE_COPY_KHR, Access.ACCELERATION_STRUCTURE_WRITE_KHR);

    private static final String INDIRECT = "Indirect";

    private final Stage stage;
    private final Access writes;
    private final String command;

    ComputeWork(Stage stage, Access writes) {
        this.stage = stage;
        this.writes = writes;
        this.command = KindName.of(this);
    }

    /** The stage that the kernel runs in. */
    public Stage stage() {
        return stage;
    }

    /** The access that covers what it writes. */
    public Access writes() {
        return writes;
    }

    /** Vulkan's name of the command without the {@code vkCmd} prefix. */
    public String command() {
        return command;
    }

    /** The name of the command that reads the number of workgroups from memory. */
    String indirectCommand() {
        return command + INDIRECT;
    }
}
