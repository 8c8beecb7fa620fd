// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.sync;

import java.util.List;

/**
 * Masks of pipeline stages: names, expansion of groups, and the scopes of a dependency (Vulkan specification, section
 * Pipeline Stages).
 *
 * <p>Two scopes come from one stage mask. The <em>synchronization scope</em> holds the named stages and the logically
 * earlier ones (first half) or later ones (second half); the <em>access scope</em> holds the named stages only.
 */
public final class Stages {
    private static final FlagSet<Stage> FLAGS =
            new FlagSet<>(Stage.values(), "pipeline stage", "VK_PIPELINE_STAGE_2_", "VK_PIPELINE_STAGE_");

    /** The value by which a table says that every stage will do. */
    static final long ANY = -1L;

    /** Every single stage: what {@code ALL_COMMANDS} stands for on a queue that can do everything. Never the host. */
    public static final long ALL_COMMANDS = FLAGS.where(stage -> stage.kind() == Stage.Kind.SINGLE);
    /** Every bit that an expanded mask may hold: the single stages and the host. */
    public static final long EVERY_EXPANDED = ALL_COMMANDS | Stage.HOST.mask();
    /** The stages that run shaders. */
    public static final long SHADERS = FLAGS.where(Stage::shader);
    /** The stages that work per framebuffer region. */
    public static final long FRAMEBUFFER_SPACE = FLAGS.where(Stage::framebufferSpace);

    static final long VERTEX_INPUT = of(Stage.INDEX_INPUT, Stage.VERTEX_ATTRIBUTE_INPUT);
    static final long ALL_TRANSFER =
            of(Stage.COPY, Stage.BLIT, Stage.RESOLVE, Stage.CLEAR, Stage.ACCELERATION_STRUCTURE_COPY_KHR);
    static final long PRE_RASTERIZATION_SHADERS = of(
            Stage.VERTEX_SHADER,
            Stage.TESSELLATION_CONTROL_SHADER,
            Stage.TESSELLATION_EVALUATION_SHADER,
            Stage.GEOMETRY_SHADER,
            Stage.TASK_SHADER_EXT,
            Stage.MESH_SHADER_EXT,
            Stage.CLUSTER_CULLING_SHADER_HUAWEI);
    static final long ALL_GRAPHICS = VERTEX_INPUT
            | PRE_RASTERIZATION_SHADERS
            | of(
                    Stage.DRAW_INDIRECT,
                    Stage.COPY_INDIRECT_KHR,
                    Stage.FRAGMENT_SHADER,
                    Stage.EARLY_FRAGMENT_TESTS,
                    Stage.LATE_FRAGMENT_TESTS,
                    Stage.COLOR_ATTACHMENT_OUTPUT,
                    Stage.CONDITIONAL_RENDERING_EXT,
                    Stage.TRANSFORM_FEEDBACK_EXT,
                    Stage.FRAGMENT_SHADING_RATE_ATTACHMENT_KHR,
                    Stage.FRAGMENT_DENSITY_PROCESS_EXT,
                    Stage.SUBPASS_SHADER_HUAWEI,
                    Stage.INVOCATION_MASK_HUAWEI);

    private Stages() {}

    /** The named mask of some stages. */
    public static long of(Stage... stages) {
        return FlagSet.of(stages);
    }

    /**
     * The stage with a name: short ({@code COPY}), of synchronization2 ({@code VK_PIPELINE_STAGE_2_COPY_BIT}), of
     * synchronization1 ({@code VK_PIPELINE_STAGE_TRANSFER_BIT}), or an alias of these.
     *
     * @throws IllegalArgumentException for an unknown name, naming the nearest
     */
    public static Stage parse(String name) {
        return FLAGS.parse(name);
    }

    /** The named mask of several names. See {@link #parse}. */
    public static long parseAll(Iterable<String> names) {
        return FLAGS.parseAll(names);
    }

    /** The stages of a mask, by bit. */
    public static List<Stage> list(long mask) {
        return FLAGS.list(mask);
    }

    /** The stages of a mask as text: short names with {@code |} between, or {@code NONE}. */
    public static String text(long mask) {
        return FLAGS.text(mask);
    }

    /** The short names of the stages of a mask. */
    public static List<String> names(long mask) {
        return FLAGS.names(mask);
    }

    /** The single stages that a queue has. */
    public static long supportedBy(QueueCapabilities queue) {
        return FLAGS.where(stage -> stage.kind() == Stage.Kind.SINGLE && stage.supportedBy(queue));
    }

    /**
     * Expands a named mask: groups become their members, {@code ALL_COMMANDS} and {@code ALL_GRAPHICS} only those that the
     * queue has; {@code TOP_OF_PIPE} and {@code BOTTOM_OF_PIPE} vanish, {@code HOST} stays. This is the access scope's
     * half of a mask. {@code ACCELERATION_STRUCTURE_BUILD} names the copies of acceleration structures, too, for which either
     * stage will do (Vulkan specification, vkCmdCopyAccelerationStructureKHR).
     */
    public static long expand(long named, QueueCapabilities queue) {
        long expanded = 0;
        for (long rest = named; rest != 0; rest &= rest - 1) {
            expanded |= expandBit(Long.lowestOneBit(rest), queue);
        }
        return expanded;
    }

    /** A named mask without the stages that its groups stand for. */
    public static long withoutMembers(long named) {
        long groups = named & ~EVERY_EXPANDED;
        return named & ~expand(groups, QueueCapabilities.ALL);
    }

    private static long expandBit(long bit, QueueCapabilities queue) {
        if (bit == Stage.ALL_COMMANDS.mask()) {
            return supportedBy(queue);
        }
        if (bit == Stage.ALL_GRAPHICS.mask()) {
            return ALL_GRAPHICS & supportedBy(queue);
        }
        if (bit == Stage.VERTEX_INPUT.mask()) {
            return VERTEX_INPUT;
        }
        if (bit == Stage.ALL_TRANSFER.mask()) {
            return ALL_TRANSFER;
        }
        if (bit == Stage.PRE_RASTERIZATION_SHADERS.mask()) {
            return PRE_RASTERIZATION_SHADERS;
        }
        if (bit == Stage.ACCELERATION_STRUCTURE_BUILD_KHR.mask()) {
            return bit | Stage.ACCELERATION_STRUCTURE_COPY_KHR.mask();
        }
        return bit & EVERY_EXPANDED;
    }

    /**
     * The access scope's stages: the named ones, expanded, and no logically earlier or later ones.
     *
     * <p>{@code TOP_OF_PIPE} and {@code BOTTOM_OF_PIPE} give none, because they bring an access mask of 0.
     */
    public static long accessScope(long named, QueueCapabilities queue) {
        return expand(named, queue);
    }

    /** The first synchronization scope: the source stages and all logically earlier ones, expanded. */
    public static long syncScopeSrc(long named, QueueCapabilities queue) {
        long normal = normaliseSrc(named);
        return ordered(normal, withLogicallyEarlier(ordered(normal, expand(normal, queue))));
    }

    /** The second synchronization scope: the destination stages and all logically later ones, expanded. */
    public static long syncScopeDst(long named, QueueCapabilities queue) {
        long normal = normaliseDst(named);
        return ordered(normal, withLogicallyLater(ordered(normal, expand(normal, queue))));
    }

    /**
     * A scope without the stage of indirect copies, unless the mask has it by itself or means all commands.
     *
     * <p>It belongs to graphics and to transfers, but only where VK_KHR_copy_memory_indirect is: elsewhere it must not make one
     * sort of commands wait for the other.
     */
    private static long ordered(long named, long scope) {
        return (named & of(Stage.COPY_INDIRECT_KHR, Stage.ALL_COMMANDS)) != 0
                ? scope
                : scope & ~Stage.COPY_INDIRECT_KHR.mask();
    }

    /** A source mask's execution half without pseudo stages: {@code TOP} is nothing, {@code BOTTOM} all commands. */
    public static long normaliseSrc(long named) {
        return normalise(named, Stage.BOTTOM_OF_PIPE);
    }

    /** A destination mask's execution half without pseudo stages: {@code TOP} is all commands, {@code BOTTOM} nothing. */
    public static long normaliseDst(long named) {
        return normalise(named, Stage.TOP_OF_PIPE);
    }

    private static long normalise(long named, Stage everything) {
        long rest = named & ~of(Stage.TOP_OF_PIPE, Stage.BOTTOM_OF_PIPE);
        return (named & everything.mask()) == 0 ? rest : rest | Stage.ALL_COMMANDS.mask();
    }

    /** An expanded mask with every stage that is logically earlier in some pipeline. */
    public static long withLogicallyEarlier(long expanded) {
        long scope = expanded;
        for (Pipeline pipeline : Pipeline.ALL) {
            scope |= pipeline.earlierThan(expanded);
        }
        return scope;
    }

    /** An expanded mask with every stage that is logically later in some pipeline. */
    public static long withLogicallyLater(long expanded) {
        long scope = expanded;
        for (Pipeline pipeline : Pipeline.ALL) {
            scope |= pipeline.laterThan(expanded);
        }
        return scope;
    }
}
