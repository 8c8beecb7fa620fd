// SPDX-License-Identifier: Apache-2.0
package dev.sluice.result;

/**
 * Tiles by the state that their metadata gives them (Philip Taylor, Vulkan memory dependencies, section Framebuffer
 * compression).
 */
public record TileStates(long raw, long half, long quarter, long eighth, long cleared) {

    /** How many states there are. */
    public static final int STATES = 5;

    /** The index of cleared tiles among the states. */
    public static final int CLEARED = 4;

    /** No tile at all. */
    public static final TileStates NONE = new TileStates(0, 0, 0, 0, 0);

    /** From counts in the order of the components. */
    public static TileStates of(long[] counts) {
        return new TileStates(counts[0], counts[1], counts[2], counts[3], counts[CLEARED]);
    }

    /** All tiles. */
    public long total() {
        return raw + half + quarter + eighth + cleared;
    }
}
