// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop.transition;

import dev.sluice.machine.rop.TexelBytes;
import dev.sluice.program.image.Format;

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

    /**
     * A part of each texel is gone.
     *
     * @param size of whole texels
     * @param part the bytes of each that are gone
     */
    default void discard(long address, long size, Format format, TexelBytes part, int agent) {
        if (part.equals(TexelBytes.all(format))) {
            discard(address, size, agent);
            return;
        }
        for (int first = part.next(0); first >= 0; first = part.next(first + part.runLength(first))) {
            for (long at = address + first; at < address + size; at += format.texelBytes()) {
                discard(at, part.runLength(first), agent);
            }
        }
    }
}
