// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop.transition;

/**
 * Told of bytes whose contents are undefined from here on: a transition out of {@code UNDEFINED} (Vulkan specification,
 * section Image Layout Transitions).
 */
@FunctionalInterface
public interface Discards {

    /**
     * The contents of a range are gone.
     *
     * @param agent the transition
     */
    void discard(long address, long size, int agent);
}
