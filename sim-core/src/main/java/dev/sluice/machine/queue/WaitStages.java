// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import dev.sluice.program.sync.Stage;
import dev.sluice.program.sync.Stages;

/**
 * The stages that a profile's {@code wait:X} drains ({@code docs/barrier-profiles.md}).
 *
 * <p>Waits that concern the front end alone ({@code CP}, {@code CP_WRITES}, {@code MEMBAR}) drain nothing here: the front
 * end of the model holds no writes back.
 */
final class WaitStages {

    private static final long FRAGMENT = Stages.of(
            Stage.FRAGMENT_SHADER,
            Stage.EARLY_FRAGMENT_TESTS,
            Stage.LATE_FRAGMENT_TESTS,
            Stage.COLOR_ATTACHMENT_OUTPUT);
    private static final long DMA = Stages.of(Stage.COPY, Stage.BLIT, Stage.RESOLVE, Stage.CLEAR);
    private static final long VERTEX = Stages.of(
            Stage.DRAW_INDIRECT,
            Stage.INDEX_INPUT,
            Stage.VERTEX_ATTRIBUTE_INPUT,
            Stage.VERTEX_SHADER,
            Stage.TESSELLATION_CONTROL_SHADER,
            Stage.TESSELLATION_EVALUATION_SHADER,
            Stage.GEOMETRY_SHADER,
            Stage.TASK_SHADER_EXT,
            Stage.MESH_SHADER_EXT);

    private WaitStages() {}

    static long of(String what) {
        return switch (what) {
            case "VERTEX" -> VERTEX;
            case "FRAGMENT" -> FRAGMENT | VERTEX;
            case "COMPUTE" -> Stage.COMPUTE_SHADER.mask();
            case "DMA" -> DMA;
            case "IDLE", "STALL", "END_OF_PIPE" -> Stages.ALL_COMMANDS;
            default -> 0;
        };
    }
}
