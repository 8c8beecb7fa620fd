// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.sync;

import java.util.List;

/** Masks of memory accesses: names, shorthands, and which stages can make them. */
public final class Accesses {
    private static final FlagSet<Access> FLAGS =
            new FlagSet<>(Access.values(), "access flag", "VK_ACCESS_2_", "VK_ACCESS_");

    /** All reads. */
    public static final long READS = FLAGS.where(Access::isRead);
    /** All writes. */
    public static final long WRITES = FLAGS.where(Access::isWrite);

    private static final long SHORTHANDS = FLAGS.where(Access::isShorthand);
    private static final long SHADER_READ_PARTS = of(
            Access.SHADER_SAMPLED_READ,
            Access.SHADER_STORAGE_READ,
            Access.SHADER_BINDING_TABLE_READ_KHR,
            Access.SHADER_TILE_ATTACHMENT_READ_QCOM);
    private static final long SHADER_WRITE_PARTS =
            of(Access.SHADER_STORAGE_WRITE, Access.SHADER_TILE_ATTACHMENT_WRITE_QCOM);
    private static final long BUILDS = Access.SHADER_READ.supportedStages() & ~Stages.SHADERS;
    private static final long KNOWN = FLAGS.where(access -> true);

    private Accesses() {}

    /** The mask of some accesses. */
    public static long of(Access... accesses) {
        return FlagSet.of(accesses);
    }

    /**
     * The access with a name: short ({@code SHADER_READ}), of synchronization2 ({@code VK_ACCESS_2_SHADER_READ_BIT}), of
     * synchronization1 ({@code VK_ACCESS_SHADER_READ_BIT}), or an alias of these.
     *
     * @throws IllegalArgumentException for an unknown name, naming the nearest
     */
    public static Access parse(String name) {
        return FLAGS.parse(name);
    }

    /** The mask of several names. See {@link #parse}. */
    public static long parseAll(Iterable<String> names) {
        return FLAGS.parseAll(names);
    }

    /** The accesses of a mask, in the order of the registry. */
    public static List<Access> list(long mask) {
        return FLAGS.list(mask);
    }

    /** The accesses of a mask as text: short names with {@code |} between, or {@code NONE}. */
    public static String text(long mask) {
        return FLAGS.text(mask);
    }

    /** The short names of the accesses of a mask. */
    public static List<String> names(long mask) {
        return FLAGS.names(mask);
    }

    /** The reads of a mask. */
    public static long reads(long mask) {
        return mask & READS;
    }

    /** The writes of a mask. */
    public static long writes(long mask) {
        return mask & WRITES;
    }

    /** Whether a mask has a write. */
    public static boolean hasWrite(long mask) {
        return (mask & WRITES) != 0;
    }

    /** The flags of a mask that some stage of an expanded mask can make. */
    public static long validWith(long mask, long expandedStages) {
        long valid = 0;
        for (Access access : list(mask)) {
            valid |= access.validWith(expandedStages) ? access.mask() : 0;
        }
        return valid;
    }

    /** The elementary accesses that the stages of an expanded mask can make: what {@code MEMORY_*} stands for there. */
    public static long madeBy(long expandedStages) {
        return validWith(KNOWN & ~SHORTHANDS, expandedStages);
    }

    /**
     * The parts of a shorthand at some stages: {@code SHADER_READ}, {@code SHADER_WRITE} by name, {@code MEMORY_READ} and
     * {@code MEMORY_WRITE} by what the stages can do. Any other access is its own part. Parts that no stage of the mask can
     * make are left out.
     */
    public static long parts(Access access, long expandedStages) {
        return switch (access) {
            case SHADER_READ -> validWith(SHADER_READ_PARTS, expandedStages) | inputs(expandedStages);
            case SHADER_WRITE -> validWith(SHADER_WRITE_PARTS, expandedStages);
            case MEMORY_READ -> reads(madeBy(expandedStages)) | inputs(expandedStages);
            case MEMORY_WRITE -> writes(madeBy(expandedStages));
            default -> validWith(access.mask(), expandedStages);
        };
    }

    /**
     * {@code SHADER_READ} where it is an access of its own: builds read vertices, indices and instances by it, and make none of
     * its parts (Vulkan specification, vkCmdBuildAccelerationStructuresKHR and table of supported access types).
     */
    private static long inputs(long expandedStages) {
        return (expandedStages & BUILDS) == 0 ? 0 : Access.SHADER_READ.mask();
    }

    /** A mask without the accesses that its shorthands stand for. */
    public static long withoutParts(long mask) {
        return mask & (SHORTHANDS | ~expand(mask & SHORTHANDS, Stages.EVERY_EXPANDED));
    }

    /** The elementary accesses of a mask at some stages: every shorthand replaced by its parts. */
    public static long expand(long mask, long expandedStages) {
        long expanded = 0;
        for (Access access : list(mask)) {
            expanded |= parts(access, expandedStages);
        }
        return expanded;
    }
}
