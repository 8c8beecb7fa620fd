// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.sync;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A column of a barrier profile's tables: stages that a profile treats alike.
 *
 * <p>{@link #VERTEX_SHADER} stands for every shader stage but the fragment shader: geometry, tessellation and compute
 * behave like the vertex shader (Philip Taylor, Vulkan memory dependencies, section Memory dependencies); task, mesh
 * and ray tracing are added by the same reasoning.
 */
public enum StageGroup {
    DRAW_INDIRECT(Stage.DRAW_INDIRECT, Stage.COPY_INDIRECT_KHR),
    VERTEX_INPUT(Stage.INDEX_INPUT, Stage.VERTEX_ATTRIBUTE_INPUT),
    VERTEX_SHADER(
            Stage.VERTEX_SHADER,
            Stage.TESSELLATION_CONTROL_SHADER,
            Stage.TESSELLATION_EVALUATION_SHADER,
            Stage.GEOMETRY_SHADER,
            Stage.COMPUTE_SHADER,
            Stage.TASK_SHADER_EXT,
            Stage.MESH_SHADER_EXT,
            Stage.RAY_TRACING_SHADER_KHR),
    FRAGMENT_SHADER(Stage.FRAGMENT_SHADER),
    FRAGMENT_TESTS(Stage.EARLY_FRAGMENT_TESTS, Stage.LATE_FRAGMENT_TESTS),
    COLOR_ATTACHMENT_OUTPUT(Stage.COLOR_ATTACHMENT_OUTPUT),
    TRANSFER(Stage.COPY, Stage.BLIT, Stage.RESOLVE, Stage.CLEAR),
    HOST(Stage.HOST);

    private final long stages;

    StageGroup(Stage... stages) {
        this.stages = Stages.of(stages);
    }

    /** The stages of the column, as an expanded mask. */
    public long stages() {
        return stages;
    }

    /** The column with a name. */
    public static Optional<StageGroup> named(String name) {
        return Arrays.stream(values())
                .filter(group -> group.name().equals(name))
                .findFirst();
    }

    /** The names of the columns. */
    public static List<String> names() {
        return Arrays.stream(values()).map(Enum::name).toList();
    }
}
