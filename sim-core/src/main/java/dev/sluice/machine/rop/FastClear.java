// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop;

import dev.sluice.machine.engine.Component;
import dev.sluice.program.image.Surface;

/**
 * Sets tiles to a constant through their metadata alone (Philip Taylor, Vulkan memory dependencies, section Framebuffer
 * compression); stands below the unit's caches.
 */
public interface FastClear {

    /** Whether a tile of a surface may be marked as cleared in the layout that it is in. */
    boolean allows(Surface surface, long tileAddress);

    /**
     * Marks {@code count} tiles of a surface from an address on, whose metadata lies in one sector of 32 bytes, as cleared.
     *
     * <p>The caller has dropped what its cache held of them. The requester is told with the given event once the metadata has
     * been written.
     *
     * @param code what the metadata of each tile shall be: 4 + the index among {@code RopSpec.clearColors}
     */
    void clear(
            Surface surface,
            long firstTileAddress,
            int count,
            int code,
            int command,
            int agent,
            Component replyTo,
            int kind,
            int argument);
    /** Marks tiles as {@link #clear} does, outside simulated time, while nothing is under way in the machine. */
    void clearAtOnce(Surface surface, long firstTileAddress, int count, int code, int command, int agent);
}
