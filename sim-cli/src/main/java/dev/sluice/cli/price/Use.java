// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.price;

import dev.sluice.program.image.ImageLayout.User;
import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.Stage;
import org.jspecify.annotations.Nullable;

/**
 * A command that makes one access at one stage, for either side of a barrier. Where several would do the first is taken, so
 * that their order is one of preference.
 */
enum Use {
    COMPUTE_STORES(Stage.COMPUTE_SHADER, Access.SHADER_STORAGE_WRITE, Of.BUFFER_OR_COLOR, User.STORAGE),
    COPY_WRITES(Stage.COPY, Access.TRANSFER_WRITE, Of.ANY, User.TRANSFER_WRITE),
    COLOR_WRITES(Stage.COLOR_ATTACHMENT_OUTPUT, Access.COLOR_ATTACHMENT_WRITE, Of.COLOR, User.COLOR),
    DEPTH_WRITES(Stage.EARLY_FRAGMENT_TESTS, Access.DEPTH_STENCIL_ATTACHMENT_WRITE, Of.DEPTH, User.DEPTH),
    LATE_DEPTH_WRITES(Stage.LATE_FRAGMENT_TESTS, Access.DEPTH_STENCIL_ATTACHMENT_WRITE, Of.DEPTH, User.DEPTH),
    CLEAR_WRITES(Stage.CLEAR, Access.TRANSFER_WRITE, Of.ANY, User.TRANSFER_WRITE),
    BLIT_WRITES(Stage.BLIT, Access.TRANSFER_WRITE, Of.COLOR, User.TRANSFER_WRITE),
    RESOLVE_WRITES(Stage.RESOLVE, Access.TRANSFER_WRITE, Of.COLOR, User.TRANSFER_WRITE),
    FRAGMENT_STORES(Stage.FRAGMENT_SHADER, Access.SHADER_STORAGE_WRITE, Of.BUFFER_OR_COLOR, User.STORAGE),
    VERTEX_STORES(Stage.VERTEX_SHADER, Access.SHADER_STORAGE_WRITE, Of.BUFFER_OR_COLOR, User.STORAGE),
    HOST_WRITES(Stage.HOST, Access.HOST_WRITE, Of.BUFFER, null),
    COMPUTE_SAMPLES(Stage.COMPUTE_SHADER, Access.SHADER_SAMPLED_READ, Of.IMAGE, User.SAMPLED),
    COMPUTE_LOADS(Stage.COMPUTE_SHADER, Access.SHADER_STORAGE_READ, Of.BUFFER_OR_COLOR, User.STORAGE),
    COMPUTE_READS_UNIFORMS(Stage.COMPUTE_SHADER, Access.UNIFORM_READ, Of.BUFFER, null),
    COPY_READS(Stage.COPY, Access.TRANSFER_READ, Of.ANY, User.TRANSFER_READ),
    FRAGMENT_SAMPLES(Stage.FRAGMENT_SHADER, Access.SHADER_SAMPLED_READ, Of.IMAGE, User.SAMPLED),
    FRAGMENT_LOADS(Stage.FRAGMENT_SHADER, Access.SHADER_STORAGE_READ, Of.BUFFER_OR_COLOR, User.STORAGE),
    FRAGMENT_READS_UNIFORMS(Stage.FRAGMENT_SHADER, Access.UNIFORM_READ, Of.BUFFER, null),
    FRAGMENT_READS_INPUTS(Stage.FRAGMENT_SHADER, Access.INPUT_ATTACHMENT_READ, Of.IMAGE, User.INPUT),
    VERTEX_SAMPLES(Stage.VERTEX_SHADER, Access.SHADER_SAMPLED_READ, Of.IMAGE, User.SAMPLED),
    VERTEX_LOADS(Stage.VERTEX_SHADER, Access.SHADER_STORAGE_READ, Of.BUFFER_OR_COLOR, User.STORAGE),
    VERTEX_READS_UNIFORMS(Stage.VERTEX_SHADER, Access.UNIFORM_READ, Of.BUFFER, null),
    COLOR_BLENDS(Stage.COLOR_ATTACHMENT_OUTPUT, Access.COLOR_ATTACHMENT_READ, Of.COLOR, User.COLOR),
    DEPTH_TESTS(Stage.EARLY_FRAGMENT_TESTS, Access.DEPTH_STENCIL_ATTACHMENT_READ, Of.DEPTH, User.DEPTH),
    LATE_DEPTH_TESTS(Stage.LATE_FRAGMENT_TESTS, Access.DEPTH_STENCIL_ATTACHMENT_READ, Of.DEPTH, User.DEPTH),
    BLIT_READS(Stage.BLIT, Access.TRANSFER_READ, Of.COLOR, User.TRANSFER_READ),
    INDIRECT_READS(Stage.DRAW_INDIRECT, Access.INDIRECT_COMMAND_READ, Of.BUFFER, null),
    INDEX_READS(Stage.INDEX_INPUT, Access.INDEX_READ, Of.BUFFER, null),
    VERTEX_INPUT_READS(Stage.VERTEX_ATTRIBUTE_INPUT, Access.VERTEX_ATTRIBUTE_READ, Of.BUFFER, null),
    HOST_READS(Stage.HOST, Access.HOST_READ, Of.BUFFER, null),
    BUILD_WRITES(Stage.ACCELERATION_STRUCTURE_BUILD_KHR, Access.ACCELERATION_STRUCTURE_WRITE_KHR, Of.BUFFER, null),
    STRUCTURE_COPY_WRITES(
            Stage.ACCELERATION_STRUCTURE_COPY_KHR, Access.ACCELERATION_STRUCTURE_WRITE_KHR, Of.BUFFER, null),
    RAY_STORES(Stage.RAY_TRACING_SHADER_KHR, Access.SHADER_STORAGE_WRITE, Of.BUFFER_OR_COLOR, User.STORAGE),
    RAY_TRAVERSES(Stage.RAY_TRACING_SHADER_KHR, Access.ACCELERATION_STRUCTURE_READ_KHR, Of.BUFFER, null),
    RAY_LOADS(Stage.RAY_TRACING_SHADER_KHR, Access.SHADER_STORAGE_READ, Of.BUFFER_OR_COLOR, User.STORAGE),
    RAY_SAMPLES(Stage.RAY_TRACING_SHADER_KHR, Access.SHADER_SAMPLED_READ, Of.IMAGE, User.SAMPLED),
    RAY_READS_UNIFORMS(Stage.RAY_TRACING_SHADER_KHR, Access.UNIFORM_READ, Of.BUFFER, null),
    RAY_READS_TABLES(Stage.RAY_TRACING_SHADER_KHR, Access.SHADER_BINDING_TABLE_READ_KHR, Of.BUFFER, null),
    BUILD_READS_INPUTS(Stage.ACCELERATION_STRUCTURE_BUILD_KHR, Access.SHADER_READ, Of.BUFFER, null),
    BUILD_READS(Stage.ACCELERATION_STRUCTURE_BUILD_KHR, Access.ACCELERATION_STRUCTURE_READ_KHR, Of.BUFFER, null),
    STRUCTURE_COPY_READS(
            Stage.ACCELERATION_STRUCTURE_COPY_KHR, Access.ACCELERATION_STRUCTURE_READ_KHR, Of.BUFFER, null),
    COMPUTE_TRAVERSES(Stage.COMPUTE_SHADER, Access.ACCELERATION_STRUCTURE_READ_KHR, Of.BUFFER, null),
    FRAGMENT_TRAVERSES(Stage.FRAGMENT_SHADER, Access.ACCELERATION_STRUCTURE_READ_KHR, Of.BUFFER, null);

    /** What can be used so. */
    enum Of {
        BUFFER(true, false, false),
        COLOR(false, true, false),
        DEPTH(false, false, true),
        BUFFER_OR_COLOR(true, true, false),
        IMAGE(false, true, true),
        ANY(true, true, true);

        private final boolean buffer;
        private final boolean color;
        private final boolean depth;

        Of(boolean buffer, boolean color, boolean depth) {
            this.buffer = buffer;
            this.color = color;
            this.depth = depth;
        }

        boolean includes(Subject subject) {
            return switch (subject) {
                case BUFFER -> buffer;
                case COLOR_IMAGE -> color;
                case DEPTH_IMAGE -> depth;
            };
        }
    }

    final Stage stage;
    final Access access;
    final Of of;
    final @Nullable User user;

    Use(Stage stage, Access access, Of of, @Nullable User user) {
        this.stage = stage;
        this.access = access;
        this.of = of;
        this.user = user;
    }

    boolean writes() {
        return access.isWrite();
    }
}
