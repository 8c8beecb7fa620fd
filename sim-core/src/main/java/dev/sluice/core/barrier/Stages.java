package dev.sluice.core.barrier;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Masks of pipeline stages: names, expansion of groups, and the scopes of a dependency (Vulkan specification, section
 * Pipeline Stages).
 *
 * <p>Two scopes come from one stage mask. The <em>synchronization scope</em> holds the named stages and the logically
 * earlier ones (first half) or later ones (second half); the <em>access scope</em> holds the named stages only.
 */
public final class Stages {
    /** The value by which a table says that every stage will do. */
    static final long ANY = -1L;

    /** Every single stage: what {@code ALL_COMMANDS} stands for on a queue that can do everything. Never the host. */
    public static final long ALL_COMMANDS = where(stage -> stage.kind() == Stage.Kind.SINGLE);
    /** Every bit that an expanded mask may hold: the single stages and the host. */
    public static final long EVERY_EXPANDED = ALL_COMMANDS | Stage.HOST.mask();
    /** The stages that run shaders. */
    public static final long SHADERS = where(Stage::shader);
    /** The stages that work per framebuffer region. */
    public static final long FRAMEBUFFER_SPACE = where(Stage::framebufferSpace);

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

    private static final FlagNames<Stage> NAMES = names();

    private Stages() {}

    private static long where(Predicate<Stage> wanted) {
        long mask = 0;
        for (Stage stage : Stage.values()) {
            mask |= wanted.test(stage) ? stage.mask() : 0;
        }
        return mask;
    }

    private static FlagNames<Stage> names() {
        FlagNames<Stage> names = new FlagNames<>("pipeline stage", "VK_PIPELINE_STAGE_2_", "VK_PIPELINE_STAGE_");
        for (Stage stage : Stage.values()) {
            names.add(stage, stage.name(), stage.otherNames());
        }
        return names;
    }

    /** The named mask of some stages. */
    public static long of(Stage... stages) {
        long mask = 0;
        for (Stage stage : stages) {
            mask |= stage.mask();
        }
        return mask;
    }

    /**
     * The stage with a name: short ({@code COPY}), of synchronization2 ({@code VK_PIPELINE_STAGE_2_COPY_BIT}), of
     * synchronization1 ({@code VK_PIPELINE_STAGE_TRANSFER_BIT}), or an alias of these.
     *
     * @throws IllegalArgumentException for an unknown name, naming the nearest
     */
    public static Stage parse(String name) {
        return NAMES.parse(name);
    }

    /** The named mask of several names. See {@link #parse}. */
    public static long parseAll(Iterable<String> names) {
        long mask = 0;
        for (String name : names) {
            mask |= parse(name).mask();
        }
        return mask;
    }

    /** The stages of a mask, by bit. */
    public static List<Stage> list(long mask) {
        List<Stage> stages = new ArrayList<>();
        for (Stage stage : Stage.values()) {
            if ((stage.mask() & mask) != 0) {
                stages.add(stage);
            }
        }
        return stages;
    }

    /** The stages of a mask as text: short names with {@code |} between, or {@code NONE}. */
    public static String text(long mask) {
        StringBuilder text = new StringBuilder();
        for (Stage stage : list(mask)) {
            text.append(text.isEmpty() ? "" : "|").append(stage.name());
        }
        return text.isEmpty() ? "NONE" : text.toString();
    }

    /** The single stages that a queue has. */
    public static long supportedBy(QueueCapabilities queue) {
        return where(stage -> stage.kind() == Stage.Kind.SINGLE && stage.supportedBy(queue));
    }

    /**
     * Expands a named mask: groups become their members, {@code ALL_COMMANDS} and {@code ALL_GRAPHICS} only those that the
     * queue has; {@code TOP_OF_PIPE} and {@code BOTTOM_OF_PIPE} vanish, {@code HOST} stays. This is the access scope's
     * half of a mask.
     */
    public static long expand(long named, QueueCapabilities queue) {
        long expanded = 0;
        for (long rest = named; rest != 0; rest &= rest - 1) {
            expanded |= expandBit(Long.lowestOneBit(rest), queue);
        }
        return expanded;
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
        return withLogicallyEarlier(expand(normaliseSrc(named), queue));
    }

    /** The second synchronization scope: the destination stages and all logically later ones, expanded. */
    public static long syncScopeDst(long named, QueueCapabilities queue) {
        return withLogicallyLater(expand(normaliseDst(named), queue));
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
