// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.raster;

import dev.sluice.machine.rop.RenderOutputUnits;
import dev.sluice.machine.rop.Target;
import java.util.EnumSet;
import java.util.List;

/**
 * A framebuffer-local dependency ({@code BY_REGION}; Vulkan specification, section Framebuffer Region Dependencies)
 * between the draws before it and those after it. See {@code docs/decisions/0014-by-region.md}.
 *
 * <p>The framebuffer is divided into squares of {@value #SQUARE} x {@value #SQUARE} pixels. In each of them, blocks of later
 * draws enter the stages of the second scope only when all blocks of earlier draws have been written there and the tiles of the
 * square have been written back to where other clients see them. Squares do not wait for each other.
 */
public final class RegionBarrier {

    /** Edge of a square in pixels: the area that one render output unit owns. */
    public static final int SQUARE = RenderOutputUnits.SQUARE;

    /** Hears when the dependency has been satisfied everywhere. */
    @FunctionalInterface
    public interface Listener {
        /** Every earlier draw has ended and every square of the targets has been written back. */
        void done();
    }

    private final List<Target> flush;
    private final int stages;
    private final int command;
    private final int agent;
    private final Listener listener;

    /** As the other constructor, on behalf of no command. */
    public RegionBarrier(List<Target> flush, EnumSet<PixelStage> secondScope, Listener listener) {
        this(flush, secondScope, -1, 0, listener);
    }

    /**
     * @param flush targets whose tiles are written back, square by square over the whole of their level; may be empty
     * @param secondScope stages of later draws that wait, square by square
     * @param command index into the run's command table, to which the write-backs are attributed; -1 for none
     * @param agent the barrier's agent
     */
    public RegionBarrier(
            List<Target> flush, EnumSet<PixelStage> secondScope, int command, int agent, Listener listener) {
        this.flush = List.copyOf(flush);
        int bits = 0;
        for (PixelStage stage : secondScope) {
            bits |= 1 << stage.ordinal();
        }
        this.stages = bits;
        this.command = command;
        this.agent = agent;
        this.listener = listener;
    }

    /** The command on whose behalf, -1 for none. */
    public int command() {
        return command;
    }

    /** The barrier's agent. */
    public int agent() {
        return agent;
    }

    /** The targets whose tiles are written back. */
    public List<Target> flush() {
        return flush;
    }

    /** Whether a stage, by its place among the stages, is in the second scope. */
    boolean holds(int stage) {
        return (stages >> stage & 1) != 0;
    }

    void report() {
        listener.done();
    }
}
