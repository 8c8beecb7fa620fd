// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.compute;

import dev.sluice.machine.engine.Component;

/**
 * What a kernel's own barriers may ask of the caches that are private to a compute unit.
 *
 * <p>The wiring implements it with the caches' maintenance. Each call is answered by exactly one event at {@code replyTo}.
 */
public interface UnitCacheControl {

    /**
     * For units whose caches need nothing done: no private cache, or one in which nothing can be stale.
     */
    UnitCacheControl NONE = (unit, replyTo, kind, argument) -> replyTo.engine().schedule(replyTo, 0, kind, argument);

    /**
     * Drops what the unit's private caches hold, so that later loads see what is available in the wider scope
     * (acquire and make-visible at queue family, device or cross-device scope).
     *
     * @param unit index of the unit
     */
    void invalidate(int unit, Component replyTo, int kind, int argument);

    /**
     * Whether nothing is under way in the unit's caches whose share of an array kernels choose.
     *
     * @param unit index of the unit
     */
    default boolean quiet(int unit) {
        return true;
    }

    /**
     * Leaves so much of the unit's array to workgroup memory, while its caches are {@link #quiet}.
     *
     * @param unit index of the unit
     * @param workgroupMemory bytes
     * @return core cycles that it takes
     */
    default long leave(int unit, long workgroupMemory) {
        return 0;
    }

    /**
     * Writes down what the unit's private caches hold dirty (release and make-available at those scopes), after the
     * wave's stores were taken over. Write-through caches need nothing, which is the default.
     *
     * @param unit index of the unit
     */
    default void flush(int unit, Component replyTo, int kind, int argument) {
        replyTo.engine().schedule(replyTo, 0, kind, argument);
    }
}
