package dev.sluice.core.command;

import org.jspecify.annotations.Nullable;

/**
 * One memory barrier of a dependency: masks as {@code dev.sluice.core.barrier} defines them, and the bytes it covers.
 *
 * @param srcStages first synchronization scope, as named (not expanded)
 * @param srcAccess first access scope
 * @param dstStages second synchronization scope
 * @param dstAccess second access scope
 * @param range null for a global memory barrier
 * @param srcQueueFamily queue family that releases, or null for no ownership transfer
 * @param dstQueueFamily queue family that acquires, or null
 */
public record Barrier(
        long srcStages,
        long srcAccess,
        long dstStages,
        long dstAccess,
        @Nullable BufferRange range,
        @Nullable String srcQueueFamily,
        @Nullable String dstQueueFamily) {}
