// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Fragments of one primitive in one block of {@value #EDGE} x {@value #EDGE} pixels.
 *
 * <p>Pixel {@code p = row * 8 + column} of the block is bit {@code p} of masks. Pooled by who draws; public fields because it
 * is filled in and read once per block. A batch belongs to its unit from {@link RenderOutputUnits#test} or {@link
 * RenderOutputUnits#write} until the sink is told.
 */
public final class PixelBatch {

    /** Pixels along an edge of a block. */
    public static final int EDGE = 8;

    /** Pixels of a block. */
    public static final int PIXELS = EDGE * EDGE;

    /** Most samples of a pixel. */
    public static final int MAX_SAMPLES = 8;

    /** Most colour targets. */
    public static final int MAX_COLORS = 8;

    /** What is done with the fragments; set by {@link #start}. */
    public @Nullable RenderState state;
    /** First column of the block, a multiple of 8. */
    public int x;
    /** First row of the block, a multiple of 8. */
    public int y;
    /** By sample: the pixels whose sample is covered, all within the targets. A single-sampled batch has only the first. */
    public final long[] coverage = new long[MAX_SAMPLES];
    /** Pixels whose colour is written, of those that are covered; all after {@link #start}. */
    public long colorMask;
    /** Bit c: colour target c is written; all after {@link #start}. */
    public int outputs;
    /** Whether {@link #depth} holds the depth of each pixel, instead of the draw's constant; false after {@link #start}. */
    public boolean pixelDepth;
    /** By pixel: the depth that the kernel wrote, as the bits of a 32-bit float. */
    public final int[] depth = new int[PIXELS];
    /** By target and pixel: bits 0 to 63 of the texel; long enough for the targets of the state. */
    public final long[][] color = new long[MAX_COLORS][0];
    /** By target and pixel: bits 64 to 127 of the texel; of length 0 for formats of 8 bytes and less. */
    public final long[][] colorHigh = new long[MAX_COLORS][0];
    /** The owner's own. */
    public int tag;
    /** The unit that owns the block; set by {@link RenderOutputUnits} and of use to the owner. */
    public int unit;

    /** Prepares it for a block of a draw: nothing covered, all colours to be written. */
    public PixelBatch start(RenderState newState, int newX, int newY) {
        state = newState;
        x = newX;
        y = newY;
        Arrays.fill(coverage, 0);
        colorMask = -1;
        outputs = -1;
        pixelDepth = false;
        for (int t = 0; t < newState.colorCount(); t++) {
            if (color[t].length == 0) {
                color[t] = new long[PIXELS];
            }
            if (newState.wide(t) && colorHigh[t].length == 0) {
                colorHigh[t] = new long[PIXELS];
            }
        }
        return this;
    }

    /** The pixels of which any sample is covered. */
    public long pixels() {
        RenderState own = state;
        long mask = coverage[0];
        for (int s = 1; own != null && s < own.samples(); s++) {
            mask |= coverage[s];
        }
        return mask;
    }
}
