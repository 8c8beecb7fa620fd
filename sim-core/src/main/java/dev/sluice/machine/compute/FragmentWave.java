// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.compute;

import dev.sluice.program.kernel.WaveInterpreter;
import java.util.Arrays;

/**
 * The fragments of one wave of a fragment kernel: where they lie, and what the kernel writes for them.
 *
 * <p>Made and reused by whoever starts the {@link DispatchJob#fragments job}: it sets {@link #x}, {@link #y} and {@link #mask}
 * before, and must leave them alone until {@link FragmentSink#shaded}. Outputs are raw texel bits. In a wave that wrote an
 * output in some lanes, the others' value is 0; the arrays of an output that no lane wrote hold nothing of meaning.
 */
public final class FragmentWave {

    /** The most lanes of a wave. */
    public static final int MAX_LANES = WaveInterpreter.MAX_WAVE_SIZE;

    /** The most colour outputs. */
    public static final int MAX_COLORS = 8;

    /** Bit of {@link #written} for the depth. */
    public static final int DEPTH_BIT = 1 << MAX_COLORS;

    /** By lane: the pixel's column. */
    public final int[] x = new int[MAX_LANES];

    /** By lane: the pixel's row. */
    public final int[] y = new int[MAX_LANES];

    /** Bit l: lane l is a fragment; others are helper lanes, which take no part. */
    public long mask;

    /** By output and lane: the low 64 bits of the texel. */
    public final long[][] color = new long[MAX_COLORS][MAX_LANES];

    /** Bit c: output c may have texels of 16 bytes, whose high half is wanted too. */
    public int wide = -1;

    /** By output and lane: the high 64 bits of a texel of 16 bytes; 0 where the kernel gave one value. */
    public final long[][] colorHigh = new long[MAX_COLORS][MAX_LANES];

    /** By lane: the bits of the depth as a binary32 number. */
    public final long[] depth = new long[MAX_LANES];

    /** What some lane wrote: bit c for {@code out.colorC}, {@link #DEPTH_BIT} for {@code out.depth}. */
    public int written;

    /** The owner's own. */
    public int tag;

    /**
     * Takes over an output of some lanes.
     *
     * @param output 0 to 7 for colours, {@value #MAX_COLORS} for the depth
     * @param lanes the lanes that write
     */
    void take(int output, long lanes, long[] low, long[] high) {
        if (output == MAX_COLORS) {
            copy(depth, lanes, low, output);
        } else {
            copy(color[output], lanes, low, output);
            if ((wide >>> output & 1) != 0) {
                copy(colorHigh[output], lanes, high, output);
            }
        }
        if (lanes != 0) {
            written |= 1 << output;
        }
    }

    private void copy(long[] to, long lanes, long[] from, int output) {
        boolean first = (written >>> output & 1) == 0;
        int end = Long.SIZE - Long.numberOfLeadingZeros(lanes);
        if (lanes != 0 && lanes == -1L >>> -end) { // all up to the last
            System.arraycopy(from, 0, to, 0, end);
            if (first) {
                Arrays.fill(to, end, to.length, 0);
            }
            return;
        }
        if (first) {
            Arrays.fill(to, 0);
        }
        for (long rest = lanes; rest != 0; rest &= rest - 1) {
            int lane = Long.numberOfTrailingZeros(rest);
            to[lane] = from[lane];
        }
    }
}
