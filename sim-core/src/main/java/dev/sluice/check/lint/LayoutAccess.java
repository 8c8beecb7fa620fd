// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.lint;

import dev.sluice.program.image.ImageLayout;
import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.Accesses;

/**
 * The accesses that image layouts are made for (Vulkan 1.4.360, section Image Layouts, and the best-practices layer).
 */
final class LayoutAccess {
    /** Every access. */
    static final long ANY = -1L;

    private static final long COLOR = Accesses.of(Access.COLOR_ATTACHMENT_READ, Access.COLOR_ATTACHMENT_WRITE);
    private static final long DEPTH =
            Accesses.of(Access.DEPTH_STENCIL_ATTACHMENT_READ, Access.DEPTH_STENCIL_ATTACHMENT_WRITE);
    private static final long SHADER = Accesses.of(Access.SHADER_SAMPLED_READ, Access.INPUT_ATTACHMENT_READ);
    private static final long DEPTH_READ = SHADER | Access.DEPTH_STENCIL_ATTACHMENT_READ.mask();

    private LayoutAccess() {}

    /** The accesses of an image in a layout, or {@link #ANY}. */
    static long of(ImageLayout layout) {
        return switch (layout) {
            case UNDEFINED, GENERAL, SHARED_PRESENT_KHR -> ANY;
            case COLOR_ATTACHMENT_OPTIMAL -> COLOR | Access.COLOR_ATTACHMENT_READ_NONCOHERENT_EXT.mask();
            case DEPTH_STENCIL_ATTACHMENT_OPTIMAL, DEPTH_ATTACHMENT_OPTIMAL, STENCIL_ATTACHMENT_OPTIMAL -> DEPTH;
            case DEPTH_STENCIL_READ_ONLY_OPTIMAL,
                    DEPTH_READ_ONLY_OPTIMAL,
                    STENCIL_READ_ONLY_OPTIMAL,
                    READ_ONLY_OPTIMAL -> DEPTH_READ;
            case SHADER_READ_ONLY_OPTIMAL -> SHADER;
            case TRANSFER_SRC_OPTIMAL -> Access.TRANSFER_READ.mask();
            case TRANSFER_DST_OPTIMAL -> Access.TRANSFER_WRITE.mask();
            case PREINITIALIZED -> Access.HOST_WRITE.mask();
            case PRESENT_SRC_KHR -> 0;
            case DEPTH_READ_ONLY_STENCIL_ATTACHMENT_OPTIMAL, DEPTH_ATTACHMENT_STENCIL_READ_ONLY_OPTIMAL ->
                DEPTH_READ | DEPTH;
            case ATTACHMENT_OPTIMAL -> COLOR | DEPTH;
            case RENDERING_LOCAL_READ -> COLOR | DEPTH | Access.INPUT_ATTACHMENT_READ.mask();
            case ATTACHMENT_FEEDBACK_LOOP_OPTIMAL_EXT -> COLOR | DEPTH | SHADER;
        };
    }

    /** Whether nobody writes an image in a layout. */
    static boolean readOnly(ImageLayout layout) {
        long accesses = of(layout);
        return accesses != 0 && !Accesses.hasWrite(accesses);
    }

    /**
     * The accesses of a mask that cannot be made in a layout; a shorthand counts if none of its parts can. {@code MEMORY_*}
     * means whatever can be made, and so counts only where nothing can.
     */
    static long impossible(long mask, ImageLayout layout) {
        long possible = of(layout);
        long impossible = 0;
        for (Access access : Accesses.list(mask)) {
            long parts = parts(access);
            impossible |= (parts & possible) == 0 ? access.mask() : 0;
        }
        return impossible;
    }

    private static long parts(Access access) {
        return switch (access) {
            case MEMORY_READ, MEMORY_WRITE -> ANY;
            case SHADER_READ -> Accesses.of(Access.SHADER_READ, Access.SHADER_SAMPLED_READ, Access.SHADER_STORAGE_READ);
            case SHADER_WRITE -> Accesses.of(Access.SHADER_WRITE, Access.SHADER_STORAGE_WRITE);
            default -> access.mask();
        };
    }
}
