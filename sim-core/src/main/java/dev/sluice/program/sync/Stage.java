// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.sync;

import static dev.sluice.program.sync.StageTraits.ANY_QUEUE;
import static dev.sluice.program.sync.StageTraits.C;
import static dev.sluice.program.sync.StageTraits.DG;
import static dev.sluice.program.sync.StageTraits.FRAMEBUFFER_SPACE;
import static dev.sluice.program.sync.StageTraits.G;
import static dev.sluice.program.sync.StageTraits.OF;
import static dev.sluice.program.sync.StageTraits.SHADER;
import static dev.sluice.program.sync.StageTraits.T;
import static dev.sluice.program.sync.StageTraits.VD;
import static dev.sluice.program.sync.StageTraits.VE;

import java.util.List;

/**
 * A pipeline stage flag of Vulkan: every bit of {@code VkPipelineStageFlagBits2}, named without prefix and
 * {@code _BIT}.
 *
 * <p>A mask of stages is a {@code long} with Vulkan's own bits. A <em>named</em> mask holds what the application wrote,
 * groups and pseudo stages included; an <em>expanded</em> mask holds {@link Kind#SINGLE} stages and {@link #HOST} only
 * (see {@link Stages#expand}).
 *
 * <p>Source: Vulkan 1.4.360, {@code xml/vk.xml}, through {@code sim-config/src/test/resources/barriers/stages.json}; a
 * test compares the two entry by entry.
 */
public enum Stage implements Flag {
    NONE(-1, Kind.NONE, ANY_QUEUE, 0, ""),
    TOP_OF_PIPE(0, Kind.PSEUDO, ANY_QUEUE, 0, ""),
    DRAW_INDIRECT(1, Kind.SINGLE, G | C, 0, ""),
    COPY_INDIRECT_KHR(46, Kind.SINGLE, G | C | T, 0, "VK_KHR_copy_memory_indirect"),
    VERTEX_INPUT(2, Kind.GROUP, G, 0, ""),
    VERTEX_SHADER(3, Kind.SINGLE, G, SHADER, ""),
    TESSELLATION_CONTROL_SHADER(4, Kind.SINGLE, G, SHADER, ""),
    TESSELLATION_EVALUATION_SHADER(5, Kind.SINGLE, G, SHADER, ""),
    GEOMETRY_SHADER(6, Kind.SINGLE, G, SHADER, ""),
    FRAGMENT_SHADER(7, Kind.SINGLE, G, FRAMEBUFFER_SPACE | SHADER, ""),
    EARLY_FRAGMENT_TESTS(8, Kind.SINGLE, G, FRAMEBUFFER_SPACE, ""),
    LATE_FRAGMENT_TESTS(9, Kind.SINGLE, G, FRAMEBUFFER_SPACE, ""),
    COLOR_ATTACHMENT_OUTPUT(10, Kind.SINGLE, G, FRAMEBUFFER_SPACE, ""),
    COMPUTE_SHADER(11, Kind.SINGLE, C, SHADER, ""),
    ALL_TRANSFER(12, Kind.GROUP, G | C | T, 0, "", "TRANSFER"),
    BOTTOM_OF_PIPE(13, Kind.PSEUDO, ANY_QUEUE, 0, ""),
    HOST(14, Kind.PSEUDO, ANY_QUEUE, 0, ""),
    ALL_GRAPHICS(15, Kind.GROUP, G, 0, ""),
    ALL_COMMANDS(16, Kind.GROUP, ANY_QUEUE, 0, ""),
    COPY(32, Kind.SINGLE, G | C | T, 0, ""),
    RESOLVE(33, Kind.SINGLE, G | C | T, 0, ""),
    BLIT(34, Kind.SINGLE, G | C | T, 0, ""),
    CLEAR(35, Kind.SINGLE, G | C | T, 0, ""),
    INDEX_INPUT(36, Kind.SINGLE, G, 0, ""),
    VERTEX_ATTRIBUTE_INPUT(37, Kind.SINGLE, G, 0, ""),
    PRE_RASTERIZATION_SHADERS(38, Kind.GROUP, G, 0, ""),
    VIDEO_DECODE_KHR(26, Kind.SINGLE, VD, 0, "VK_KHR_video_decode_queue"),
    VIDEO_ENCODE_KHR(27, Kind.SINGLE, VE, 0, "VK_KHR_video_encode_queue"),
    TRANSFORM_FEEDBACK_EXT(24, Kind.SINGLE, G, 0, "VK_KHR_synchronization2"),
    CONDITIONAL_RENDERING_EXT(18, Kind.SINGLE, G | C, 0, "VK_KHR_synchronization2"),
    COMMAND_PREPROCESS_EXT(17, Kind.SINGLE, G | C, 0, "VK_KHR_synchronization2", "COMMAND_PREPROCESS_NV"),
    MEMORY_DECOMPRESSION_EXT(45, Kind.SINGLE, G | C, 0, "VK_EXT_memory_decompression"),
    FRAGMENT_SHADING_RATE_ATTACHMENT_KHR(22, Kind.SINGLE, G, 0, "VK_KHR_synchronization2", "SHADING_RATE_IMAGE_NV"),
    ACCELERATION_STRUCTURE_BUILD_KHR(
            25, Kind.SINGLE, C, 0, "VK_KHR_synchronization2", "ACCELERATION_STRUCTURE_BUILD_NV"),
    RAY_TRACING_SHADER_KHR(21, Kind.SINGLE, C, SHADER, "VK_KHR_synchronization2", "RAY_TRACING_SHADER_NV"),
    FRAGMENT_DENSITY_PROCESS_EXT(23, Kind.SINGLE, G, 0, "VK_KHR_synchronization2"),
    TASK_SHADER_EXT(19, Kind.SINGLE, G, SHADER, "VK_KHR_synchronization2", "TASK_SHADER_NV"),
    MESH_SHADER_EXT(20, Kind.SINGLE, G, SHADER, "VK_KHR_synchronization2", "MESH_SHADER_NV"),
    SUBPASS_SHADER_HUAWEI(39, Kind.SINGLE, G, SHADER, "VK_HUAWEI_subpass_shading", "SUBPASS_SHADING_HUAWEI"),
    INVOCATION_MASK_HUAWEI(40, Kind.SINGLE, G, 0, "VK_HUAWEI_invocation_mask"),
    ACCELERATION_STRUCTURE_COPY_KHR(28, Kind.SINGLE, G | C | T, 0, "VK_KHR_ray_tracing_maintenance1"),
    MICROMAP_BUILD_EXT(30, Kind.SINGLE, C, 0, "VK_EXT_opacity_micromap"),
    CLUSTER_CULLING_SHADER_HUAWEI(41, Kind.SINGLE, G, SHADER, "VK_HUAWEI_cluster_culling_shader"),
    OPTICAL_FLOW_NV(29, Kind.SINGLE, OF, 0, "VK_NV_optical_flow"),
    CONVERT_COOPERATIVE_VECTOR_MATRIX_NV(44, Kind.SINGLE, G | C | T, 0, "VK_NV_cooperative_vector"),
    DATA_GRAPH_ARM(42, Kind.SINGLE, DG, 0, "VK_ARM_data_graph");

    /** What sort of flag a stage is. */
    public enum Kind {
        /** No stage at all. */
        NONE,
        /** {@code TOP_OF_PIPE}, {@code BOTTOM_OF_PIPE} and {@code HOST}: no stage of any command. */
        PSEUDO,
        /** One stage. */
        SINGLE,
        /** A name for several stages. */
        GROUP
    }

    private final int bit;
    private final Kind kind;
    private final int queues;
    private final int traits;
    private final String extension;
    private final String otherName;

    Stage(int bit, Kind kind, int queues, int traits, String extension) {
        this(bit, kind, queues, traits, extension, "");
    }

    Stage(int bit, Kind kind, int queues, int traits, String extension, String otherName) {
        this.bit = bit;
        this.kind = kind;
        this.queues = queues;
        this.traits = traits;
        this.extension = extension;
        this.otherName = otherName;
    }

    /** The bit's number in {@code VkPipelineStageFlags2}; -1 for {@link #NONE}. */
    @Override
    public int bit() {
        return bit;
    }

    /** What sort of flag this is. */
    public Kind kind() {
        return kind;
    }

    /** Whether a queue with these capabilities has this stage. */
    public boolean supportedBy(QueueCapabilities queue) {
        return queues == ANY_QUEUE || (queues & queue.mask()) != 0;
    }

    /** The capabilities of which a queue needs one, as bits of {@link QueueCapabilities}; -1 when every queue will do. */
    public int queues() {
        return queues;
    }

    /** Whether the stage runs a shader. */
    public boolean shader() {
        return (traits & SHADER) != 0;
    }

    /** Whether the stage works per framebuffer region, which {@code BY_REGION} may exploit. */
    public boolean framebufferSpace() {
        return (traits & FRAMEBUFFER_SPACE) != 0;
    }

    /** The extension that brings the stage, or an empty string. */
    public String extension() {
        return extension;
    }

    /** Other short names of the same bit (for example {@code TRANSFER} for {@code ALL_TRANSFER}). */
    @Override
    public List<String> otherNames() {
        return otherName.isEmpty() ? List.of() : List.of(otherName);
    }

    /**
     * The stages that a group stands for, groups within it expanded, on a queue that can do everything; of any other
     * stage its own bit, and of {@code NONE}, {@code TOP_OF_PIPE} and {@code BOTTOM_OF_PIPE} nothing.
     */
    public long expansion() {
        return switch (this) {
            case NONE, TOP_OF_PIPE, BOTTOM_OF_PIPE -> 0;
            case VERTEX_INPUT -> Stages.VERTEX_INPUT;
            case ALL_TRANSFER -> Stages.ALL_TRANSFER;
            case PRE_RASTERIZATION_SHADERS -> Stages.PRE_RASTERIZATION_SHADERS;
            case ALL_GRAPHICS -> Stages.ALL_GRAPHICS;
            case ALL_COMMANDS -> Stages.ALL_COMMANDS;
            default -> mask();
        };
    }
}
