// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.Stage;

/**
 * The accesses that kernels make by their bindings, by the stage that they run in.
 *
 * <p>Builds of acceleration structures read their inputs by {@code SHADER_READ}, copies to and from memory are transfers (Vulkan
 * specification, vkCmdBuildAccelerationStructuresKHR, vkCmdCopyAccelerationStructureToMemoryKHR).
 */
public final class BindingAccess {

    private BindingAccess() {}

    /** The access of a load, and of the reading half of an atomic. */
    public static Access read(BindingKind kind, Stage stage) {
        return switch (kind) {
            case UNIFORM -> Access.UNIFORM_READ;
            case SAMPLED -> Access.SHADER_SAMPLED_READ;
            case INPUT_ATTACHMENT -> Access.INPUT_ATTACHMENT_READ;
            case ACCELERATION_STRUCTURE -> Access.ACCELERATION_STRUCTURE_READ_KHR;
            case SHADER_BINDING_TABLE -> Access.SHADER_BINDING_TABLE_READ_KHR;
            case STORAGE, STORAGE_IMAGE ->
                switch (stage) {
                    case ACCELERATION_STRUCTURE_BUILD_KHR -> Access.SHADER_READ;
                    case ACCELERATION_STRUCTURE_COPY_KHR -> Access.TRANSFER_READ;
                    default -> Access.SHADER_STORAGE_READ;
                };
        };
    }

    /** The access of a store, and of the writing half of an atomic. */
    public static Access write(BindingKind kind, Stage stage) {
        if (kind == BindingKind.ACCELERATION_STRUCTURE) {
            return Access.ACCELERATION_STRUCTURE_WRITE_KHR;
        }
        return stage == Stage.ACCELERATION_STRUCTURE_COPY_KHR ? Access.TRANSFER_WRITE : Access.SHADER_STORAGE_WRITE;
    }
}
