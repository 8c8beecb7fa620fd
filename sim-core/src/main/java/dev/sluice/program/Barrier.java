// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program;

import org.jspecify.annotations.Nullable;

/**
 * One memory barrier of a dependency: masks as {@code dev.sluice.program.sync} defines them, and the bytes it covers.
 *
 * @param srcStages first synchronization scope, as named (not expanded)
 * @param srcAccess first access scope
 * @param dstStages second synchronization scope
 * @param dstAccess second access scope
 * @param range the bytes of a buffer barrier, else null
 * @param image the subresources of an image barrier with their layouts, else null; null with {@code range} null: global
 * @param srcQueueFamily queue family that releases, or null for no ownership transfer
 * @param dstQueueFamily queue family that acquires, or null
 * @param subpasses of a step of a render pass what its scopes are limited to, else null
 */
public record Barrier(
        long srcStages,
        long srcAccess,
        long dstStages,
        long dstAccess,
        @Nullable BufferRange range,
        @Nullable ImageTransition image,
        @Nullable String srcQueueFamily,
        @Nullable String dstQueueFamily,
        @Nullable SubpassScopes subpasses) {

    /** One that is no subpass dependency. */
    public Barrier(
            long srcStages,
            long srcAccess,
            long dstStages,
            long dstAccess,
            @Nullable BufferRange range,
            @Nullable ImageTransition image,
            @Nullable String srcQueueFamily,
            @Nullable String dstQueueFamily) {
        this(srcStages, srcAccess, dstStages, dstAccess, range, image, srcQueueFamily, dstQueueFamily, null);
    }

    /** A global or buffer memory barrier. */
    public Barrier(
            long srcStages,
            long srcAccess,
            long dstStages,
            long dstAccess,
            @Nullable BufferRange range,
            @Nullable String srcQueueFamily,
            @Nullable String dstQueueFamily) {
        this(srcStages, srcAccess, dstStages, dstAccess, range, null, srcQueueFamily, dstQueueFamily);
    }

    /** The same barrier with other masks. */
    public Barrier masked(long newSrcStages, long newSrcAccess, long newDstStages, long newDstAccess) {
        return new Barrier(
                newSrcStages,
                newSrcAccess,
                newDstStages,
                newDstAccess,
                range,
                image,
                srcQueueFamily,
                dstQueueFamily,
                subpasses);
    }

    /** The same barrier as a subpass dependency, or as none. */
    public Barrier limitedTo(@Nullable SubpassScopes scopes) {
        return new Barrier(
                srcStages, srcAccess, dstStages, dstAccess, range, image, srcQueueFamily, dstQueueFamily, scopes);
    }
}
