// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.sync;

import java.util.List;

/**
 * A memory access flag of Vulkan: every bit of {@code VkAccessFlagBits2}, named without prefix and {@code _BIT}.
 *
 * <p>A mask of accesses is a {@code long} with Vulkan's own bits.
 *
 * <p>Source: Vulkan 1.4.360, {@code xml/vk.xml} and the table of supported access types, through
 * {@code sim-config/src/test/resources/barriers/access.json}; a test compares the two entry by entry.
 */
public enum Access implements Flag {
    NONE(-1, Kind.NONE, 0),
    INDIRECT_COMMAND_READ(
            0, Kind.READ, stages(Stage.DRAW_INDIRECT, Stage.ACCELERATION_STRUCTURE_BUILD_KHR, Stage.COPY_INDIRECT_KHR)),
    INDEX_READ(1, Kind.READ, stages(Stage.VERTEX_INPUT, Stage.INDEX_INPUT)),
    VERTEX_ATTRIBUTE_READ(2, Kind.READ, stages(Stage.VERTEX_INPUT, Stage.VERTEX_ATTRIBUTE_INPUT)),
    UNIFORM_READ(3, Kind.READ, Stages.SHADERS),
    INPUT_ATTACHMENT_READ(4, Kind.READ, stages(Stage.FRAGMENT_SHADER, Stage.SUBPASS_SHADER_HUAWEI)),
    SHADER_READ(5, Kind.READ, shadersAnd(Stage.ACCELERATION_STRUCTURE_BUILD_KHR, Stage.MICROMAP_BUILD_EXT)),
    SHADER_WRITE(6, Kind.WRITE, Stages.SHADERS),
    COLOR_ATTACHMENT_READ(7, Kind.READ, stages(Stage.FRAGMENT_SHADER, Stage.COLOR_ATTACHMENT_OUTPUT)),
    COLOR_ATTACHMENT_WRITE(8, Kind.WRITE, stages(Stage.COLOR_ATTACHMENT_OUTPUT)),
    DEPTH_STENCIL_ATTACHMENT_READ(
            9, Kind.READ, stages(Stage.FRAGMENT_SHADER, Stage.EARLY_FRAGMENT_TESTS, Stage.LATE_FRAGMENT_TESTS)),
    DEPTH_STENCIL_ATTACHMENT_WRITE(10, Kind.WRITE, stages(Stage.EARLY_FRAGMENT_TESTS, Stage.LATE_FRAGMENT_TESTS)),
    TRANSFER_READ(
            11,
            Kind.READ,
            stages(
                    Stage.ALL_TRANSFER,
                    Stage.COPY,
                    Stage.RESOLVE,
                    Stage.BLIT,
                    Stage.ACCELERATION_STRUCTURE_BUILD_KHR,
                    Stage.ACCELERATION_STRUCTURE_COPY_KHR,
                    Stage.MICROMAP_BUILD_EXT,
                    Stage.CONVERT_COOPERATIVE_VECTOR_MATRIX_NV)),
    TRANSFER_WRITE(
            12,
            Kind.WRITE,
            stages(
                    Stage.ALL_TRANSFER,
                    Stage.COPY,
                    Stage.RESOLVE,
                    Stage.BLIT,
                    Stage.CLEAR,
                    Stage.ACCELERATION_STRUCTURE_BUILD_KHR,
                    Stage.ACCELERATION_STRUCTURE_COPY_KHR,
                    Stage.MICROMAP_BUILD_EXT,
                    Stage.CONVERT_COOPERATIVE_VECTOR_MATRIX_NV)),
    HOST_READ(13, Kind.READ, stages(Stage.HOST)),
    HOST_WRITE(14, Kind.WRITE, stages(Stage.HOST)),
    MEMORY_READ(15, Kind.READ, Stages.ANY),
    MEMORY_WRITE(16, Kind.WRITE, Stages.ANY),
    SHADER_SAMPLED_READ(32, Kind.READ, Stages.SHADERS),
    SHADER_STORAGE_READ(33, Kind.READ, Stages.SHADERS),
    SHADER_STORAGE_WRITE(34, Kind.WRITE, Stages.SHADERS),
    VIDEO_DECODE_READ_KHR(35, Kind.READ, stages(Stage.VIDEO_DECODE_KHR)),
    VIDEO_DECODE_WRITE_KHR(36, Kind.WRITE, stages(Stage.VIDEO_DECODE_KHR)),
    VIDEO_ENCODE_READ_KHR(37, Kind.READ, stages(Stage.VIDEO_ENCODE_KHR)),
    VIDEO_ENCODE_WRITE_KHR(38, Kind.WRITE, stages(Stage.VIDEO_ENCODE_KHR)),
    TRANSFORM_FEEDBACK_WRITE_EXT(25, Kind.WRITE, stages(Stage.TRANSFORM_FEEDBACK_EXT)),
    TRANSFORM_FEEDBACK_COUNTER_READ_EXT(26, Kind.READ, stages(Stage.DRAW_INDIRECT, Stage.TRANSFORM_FEEDBACK_EXT)),
    TRANSFORM_FEEDBACK_COUNTER_WRITE_EXT(27, Kind.WRITE, stages(Stage.TRANSFORM_FEEDBACK_EXT)),
    CONDITIONAL_RENDERING_READ_EXT(20, Kind.READ, stages(Stage.CONDITIONAL_RENDERING_EXT)),
    COMMAND_PREPROCESS_READ_EXT(17, Kind.READ, stages(Stage.COMMAND_PREPROCESS_EXT), "COMMAND_PREPROCESS_READ_NV"),
    COMMAND_PREPROCESS_WRITE_EXT(18, Kind.WRITE, stages(Stage.COMMAND_PREPROCESS_EXT), "COMMAND_PREPROCESS_WRITE_NV"),
    MEMORY_DECOMPRESSION_READ_EXT(55, Kind.READ, stages(Stage.MEMORY_DECOMPRESSION_EXT)),
    MEMORY_DECOMPRESSION_WRITE_EXT(56, Kind.WRITE, stages(Stage.MEMORY_DECOMPRESSION_EXT)),
    FRAGMENT_SHADING_RATE_ATTACHMENT_READ_KHR(
            23, Kind.READ, stages(Stage.FRAGMENT_SHADING_RATE_ATTACHMENT_KHR), "SHADING_RATE_IMAGE_READ_NV"),
    ACCELERATION_STRUCTURE_READ_KHR(
            21,
            Kind.READ,
            shadersAnd(Stage.ACCELERATION_STRUCTURE_BUILD_KHR, Stage.ACCELERATION_STRUCTURE_COPY_KHR),
            "ACCELERATION_STRUCTURE_READ_NV"),
    ACCELERATION_STRUCTURE_WRITE_KHR(
            22,
            Kind.WRITE,
            stages(Stage.ACCELERATION_STRUCTURE_BUILD_KHR, Stage.ACCELERATION_STRUCTURE_COPY_KHR),
            "ACCELERATION_STRUCTURE_WRITE_NV"),
    FRAGMENT_DENSITY_MAP_READ_EXT(24, Kind.READ, stages(Stage.FRAGMENT_DENSITY_PROCESS_EXT)),
    COLOR_ATTACHMENT_READ_NONCOHERENT_EXT(19, Kind.READ, stages(Stage.COLOR_ATTACHMENT_OUTPUT)),
    DESCRIPTOR_BUFFER_READ_EXT(41, Kind.READ, Stages.SHADERS),
    INVOCATION_MASK_READ_HUAWEI(39, Kind.READ, stages(Stage.INVOCATION_MASK_HUAWEI)),
    SHADER_BINDING_TABLE_READ_KHR(40, Kind.READ, Stages.SHADERS),
    MICROMAP_READ_EXT(44, Kind.READ, stages(Stage.MICROMAP_BUILD_EXT, Stage.ACCELERATION_STRUCTURE_BUILD_KHR)),
    MICROMAP_WRITE_EXT(45, Kind.WRITE, stages(Stage.MICROMAP_BUILD_EXT)),
    OPTICAL_FLOW_READ_NV(42, Kind.READ, stages(Stage.OPTICAL_FLOW_NV)),
    OPTICAL_FLOW_WRITE_NV(43, Kind.WRITE, stages(Stage.OPTICAL_FLOW_NV)),
    SHADER_TILE_ATTACHMENT_READ_QCOM(51, Kind.READ, stages(Stage.FRAGMENT_SHADER, Stage.COMPUTE_SHADER)),
    SHADER_TILE_ATTACHMENT_WRITE_QCOM(52, Kind.WRITE, stages(Stage.FRAGMENT_SHADER, Stage.COMPUTE_SHADER)),
    DATA_GRAPH_READ_ARM(47, Kind.READ, stages(Stage.DATA_GRAPH_ARM)),
    DATA_GRAPH_WRITE_ARM(48, Kind.WRITE, stages(Stage.DATA_GRAPH_ARM)),
    SAMPLER_HEAP_READ_EXT(57, Kind.READ, Stages.SHADERS),
    RESOURCE_HEAP_READ_EXT(58, Kind.READ, Stages.SHADERS);

    /** Whether an access reads or writes. */
    public enum Kind {
        /** No access. */
        NONE,
        /** A read. */
        READ,
        /** A write. */
        WRITE
    }

    private final int bit;
    private final Kind kind;
    private final long declaredStages;
    private final String otherName;

    Access(int bit, Kind kind, long declaredStages) {
        this(bit, kind, declaredStages, "");
    }

    Access(int bit, Kind kind, long declaredStages, String otherName) {
        this.bit = bit;
        this.kind = kind;
        this.declaredStages = declaredStages;
        this.otherName = otherName;
    }

    private static long stages(Stage... stages) {
        return Stages.of(stages);
    }

    private static long shadersAnd(Stage... stages) {
        return Stages.SHADERS | Stages.of(stages);
    }

    /** The bit's number in {@code VkAccessFlags2}; -1 for {@link #NONE}. */
    @Override
    public int bit() {
        return bit;
    }

    /** Whether this is a read. */
    public boolean isRead() {
        return kind == Kind.READ;
    }

    /** Whether this is a write. */
    public boolean isWrite() {
        return kind == Kind.WRITE;
    }

    /**
     * The stages that the table of supported access types lists, as a named mask: groups stand in it as groups. All bits
     * for {@link #MEMORY_READ} and {@link #MEMORY_WRITE}.
     */
    public long declaredStages() {
        return declaredStages;
    }

    /**
     * The stages that may make this access, as an expanded mask. A listed group does not stand for its members: the table
     * lists the members that count ({@code INDEX_READ} goes with {@code INDEX_INPUT}, never with
     * {@code VERTEX_ATTRIBUTE_INPUT}).
     */
    public long supportedStages() {
        return declaredStages & Stages.EVERY_EXPANDED;
    }

    /** Stages of {@link #supportedStages} that need an extension and that a VUID leaves out, as an expanded mask. */
    public long conditionalStages() {
        return this == COLOR_ATTACHMENT_READ || this == DEPTH_STENCIL_ATTACHMENT_READ
                ? Stage.FRAGMENT_SHADER.mask()
                : 0;
    }

    /** Whether any stage of an expanded mask can make this access. */
    public boolean validWith(long expandedStages) {
        return (supportedStages() & expandedStages) != 0;
    }

    /** Whether this is {@code MEMORY_READ} or {@code MEMORY_WRITE}, which mean what the stage can do. */
    public boolean isMemoryShorthand() {
        return declaredStages == Stages.ANY;
    }

    /** Whether this stands for several other accesses. */
    public boolean isShorthand() {
        return isMemoryShorthand() || this == SHADER_READ || this == SHADER_WRITE;
    }

    /** Other short names of the same bit. */
    @Override
    public List<String> otherNames() {
        return otherName.isEmpty() ? List.of() : List.of(otherName);
    }
}
