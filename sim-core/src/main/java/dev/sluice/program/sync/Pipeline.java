// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.sync;

import static dev.sluice.program.sync.Stage.ALL_TRANSFER;
import static dev.sluice.program.sync.Stage.COLOR_ATTACHMENT_OUTPUT;
import static dev.sluice.program.sync.Stage.COMPUTE_SHADER;
import static dev.sluice.program.sync.Stage.CONDITIONAL_RENDERING_EXT;
import static dev.sluice.program.sync.Stage.COPY_INDIRECT_KHR;
import static dev.sluice.program.sync.Stage.DRAW_INDIRECT;
import static dev.sluice.program.sync.Stage.EARLY_FRAGMENT_TESTS;
import static dev.sluice.program.sync.Stage.FRAGMENT_DENSITY_PROCESS_EXT;
import static dev.sluice.program.sync.Stage.FRAGMENT_SHADER;
import static dev.sluice.program.sync.Stage.FRAGMENT_SHADING_RATE_ATTACHMENT_KHR;
import static dev.sluice.program.sync.Stage.GEOMETRY_SHADER;
import static dev.sluice.program.sync.Stage.INDEX_INPUT;
import static dev.sluice.program.sync.Stage.LATE_FRAGMENT_TESTS;
import static dev.sluice.program.sync.Stage.MESH_SHADER_EXT;
import static dev.sluice.program.sync.Stage.RAY_TRACING_SHADER_KHR;
import static dev.sluice.program.sync.Stage.TASK_SHADER_EXT;
import static dev.sluice.program.sync.Stage.TESSELLATION_CONTROL_SHADER;
import static dev.sluice.program.sync.Stage.TESSELLATION_EVALUATION_SHADER;
import static dev.sluice.program.sync.Stage.TRANSFORM_FEEDBACK_EXT;
import static dev.sluice.program.sync.Stage.VERTEX_ATTRIBUTE_INPUT;
import static dev.sluice.program.sync.Stage.VERTEX_SHADER;

import java.util.List;

/**
 * A pipeline: the logical order of the stages of one sort of command (Vulkan specification, section Pipeline Stages).
 *
 * <p>The order is partial: stages of different pipelines are not ordered, and an unordered stage stands only before the
 * stage that it names.
 *
 * @param name as in {@code sim-config/src/test/resources/barriers/stages.json}
 * @param order from the earliest; a group holds its place for all of its members
 * @param unordered stages that belong to the pipeline outside that order
 */
public record Pipeline(String name, List<Stage> order, List<Unordered> unordered) {
    private static final List<Unordered> DENSITY_AND_PREDICATE = List.of(
            new Unordered(FRAGMENT_DENSITY_PROCESS_EXT, EARLY_FRAGMENT_TESTS),
            new Unordered(CONDITIONAL_RENDERING_EXT, Stage.NONE));

    /** The pipelines of Vulkan. */
    public static final List<Pipeline> ALL = List.of(
            new Pipeline(
                    "graphics primitive",
                    List.of(
                            DRAW_INDIRECT,
                            COPY_INDIRECT_KHR,
                            INDEX_INPUT,
                            VERTEX_ATTRIBUTE_INPUT,
                            VERTEX_SHADER,
                            TESSELLATION_CONTROL_SHADER,
                            TESSELLATION_EVALUATION_SHADER,
                            GEOMETRY_SHADER,
                            TRANSFORM_FEEDBACK_EXT,
                            FRAGMENT_SHADING_RATE_ATTACHMENT_KHR,
                            EARLY_FRAGMENT_TESTS,
                            FRAGMENT_SHADER,
                            LATE_FRAGMENT_TESTS,
                            COLOR_ATTACHMENT_OUTPUT),
                    DENSITY_AND_PREDICATE),
            new Pipeline(
                    "graphics mesh",
                    List.of(
                            DRAW_INDIRECT,
                            TASK_SHADER_EXT,
                            MESH_SHADER_EXT,
                            FRAGMENT_SHADING_RATE_ATTACHMENT_KHR,
                            EARLY_FRAGMENT_TESTS,
                            FRAGMENT_SHADER,
                            LATE_FRAGMENT_TESTS,
                            COLOR_ATTACHMENT_OUTPUT),
                    DENSITY_AND_PREDICATE),
            new Pipeline(
                    "compute",
                    List.of(DRAW_INDIRECT, COPY_INDIRECT_KHR, COMPUTE_SHADER),
                    List.of(new Unordered(CONDITIONAL_RENDERING_EXT, Stage.NONE))),
            of("transfer", COPY_INDIRECT_KHR, ALL_TRANSFER),
            of("host", Stage.HOST),
            of("subpass shading", Stage.SUBPASS_SHADER_HUAWEI),
            of("command preprocessing", Stage.COMMAND_PREPROCESS_EXT),
            of("memory decompression", Stage.MEMORY_DECOMPRESSION_EXT),
            of("acceleration structure build", Stage.ACCELERATION_STRUCTURE_BUILD_KHR),
            of("acceleration structure copy", Stage.ACCELERATION_STRUCTURE_COPY_KHR),
            of("opacity micromap", Stage.MICROMAP_BUILD_EXT),
            of("ray tracing", DRAW_INDIRECT, RAY_TRACING_SHADER_KHR),
            of("video decode", Stage.VIDEO_DECODE_KHR),
            of("video encode", Stage.VIDEO_ENCODE_KHR),
            of("optical flow", Stage.OPTICAL_FLOW_NV),
            of("convert cooperative vector matrix layout", Stage.CONVERT_COOPERATIVE_VECTOR_MATRIX_NV),
            of("data_graph", Stage.DATA_GRAPH_ARM));

    /** Copies the lists. */
    public Pipeline {
        order = List.copyOf(order);
        unordered = List.copyOf(unordered);
    }

    private static Pipeline of(String name, Stage... order) {
        return new Pipeline(name, List.of(order), List.of());
    }

    /**
     * A stage outside a pipeline's order.
     *
     * @param stage the stage
     * @param before the stage that it comes before, or {@link Stage#NONE}
     */
    public record Unordered(Stage stage, Stage before) {}

    /** The stages of this pipeline that are logically earlier than some stage of an expanded mask. */
    long earlierThan(long expanded) {
        long earlier = 0;
        int last = order.size() - 1;
        while (last >= 0 && (order.get(last).expansion() & expanded) == 0) {
            last--;
        }
        for (int i = 0; i < last; i++) {
            earlier |= order.get(i).expansion();
        }
        for (Unordered free : unordered) {
            int place = order.indexOf(free.before);
            earlier |= place >= 0 && place <= last ? free.stage.mask() : 0;
        }
        return earlier;
    }

    /** The stages of this pipeline that are logically later than some stage of an expanded mask. */
    long laterThan(long expanded) {
        int first = 0;
        while (first < order.size() && (order.get(first).expansion() & expanded) == 0) {
            first++;
        }
        int from = first + 1;
        for (Unordered free : unordered) {
            int place = order.indexOf(free.before);
            if (place >= 0 && (free.stage.mask() & expanded) != 0) {
                from = Math.min(from, place);
            }
        }
        long later = 0;
        for (int i = from; i < order.size(); i++) {
            later |= order.get(i).expansion();
        }
        return later;
    }
}
