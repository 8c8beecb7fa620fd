// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.raster;

import dev.sluice.machine.compute.FragmentWave;
import dev.sluice.machine.rop.PixelBatch;
import dev.sluice.machine.rop.RenderState;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What one primitive covers of 8 x 8 pixels, on its way through the stages. Pooled. */
final class Block {

    /** Quads of 2 x 2 pixels along an edge. */
    static final int QUADS = PixelBatch.EDGE / 2;

    final PixelBatch batch = new PixelBatch();
    /** By stage: how many barriers forbid to enter it. */
    final int[] holds = new int[PixelStage.values().length];

    private @Nullable DrawJob draw;
    /** Place in the order of rasterisation, of all blocks and barriers of the pipeline. */
    long sequence;
    /** The square that it lies in, see {@link Regions}. */
    int square;
    /** The stage that it is in; past the last one when all is done. */
    int stage;
    /** Whether it stands in its unit's queue. */
    boolean queued;
    /** Whether it was given to its unit for an early test ahead of its turn. */
    boolean given;
    /** The next one in the list of blocks to shade. */
    @Nullable
    Block next;
    /** The next one in its unit's queue. */
    @Nullable
    Block nextInUnit;

    /** Bit row * 4 + column: quads that are to be shaded and are in no wave yet. */
    int quads;
    /** Waves that have not ended. */
    int shading;
    /** Waves whose jobs have not ended: whose stores may be on their way. */
    int running;

    /** @param index its place in the pool */
    Block(int index) {
        batch.tag = index;
    }

    void start(DrawJob of, Rasteriser from, long sequenceNumber) {
        draw = of;
        sequence = sequenceNumber;
        stage = 0;
        quads = 0;
        shading = 0;
        running = 0;
        given = false;
        Arrays.fill(holds, 0); // its last life may have ended before a barrier that it did not need to wait for
        RenderState state = of.state;
        batch.start(state, from.x, from.y);
        System.arraycopy(from.coverage, 0, batch.coverage, 0, state.samples());
        batch.outputs = 0;
    }

    DrawJob draw() {
        DrawJob own = draw;
        if (own == null) {
            throw new IllegalStateException("the block is not in use");
        }
        return own;
    }

    void end() {
        draw = null;
    }

    boolean in(PixelStage of) {
        return stage == of.ordinal();
    }

    boolean before(PixelStage of) {
        return stage < of.ordinal();
    }

    /** Whether it has gone through all stages. */
    boolean done() {
        return stage == holds.length;
    }

    boolean inUse() {
        return draw != null;
    }

    /** Whether a barrier forbids to shade it. */
    boolean holdsShading() {
        return holds[PixelStage.FRAGMENT.ordinal()] != 0;
    }

    /** Whether the gates and barriers let it into the stage that it is in. */
    boolean mayEnter(PixelStage of) {
        return holds[of.ordinal()] == 0 && draw().isOpen(of);
    }

    /** Whether tests have left nothing. */
    boolean killed() {
        return batch.pixels() == 0;
    }

    /** Works out which quads have a fragment. */
    void findQuads() {
        long pixels = batch.pixels();
        long pairs = pixels | pixels >>> 1;
        long squares = pairs | pairs >>> PixelBatch.EDGE;
        quads = 0;
        for (int row = 0; row < QUADS; row++) {
            for (int column = 0; column < QUADS; column++) {
                quads |= (int) (squares >>> 2 * (row * PixelBatch.EDGE + column) & 1) << row * QUADS + column;
            }
        }
    }

    /** Fills the lanes of a wave with as many of the remaining quads as fit. */
    void fill(FragmentWave wave, int waveSize) {
        long pixels = batch.pixels();
        int lane = 0;
        wave.mask = 0;
        wave.wide = 0;
        for (int c = 0; c < PixelBatch.MAX_COLORS; c++) {
            wave.wide |= batch.colorHigh[c].length != 0 ? 1 << c : 0;
        }
        while (quads != 0 && lane < waveSize) {
            int quad = Integer.numberOfTrailingZeros(quads);
            quads &= quads - 1;
            int first = 2 * (quad / QUADS * PixelBatch.EDGE + quad % QUADS);
            for (int i = 0; i < 4; i++, lane++) {
                int pixel = first + (i >> 1) * PixelBatch.EDGE + (i & 1);
                wave.x[lane] = batch.x + pixel % PixelBatch.EDGE;
                wave.y[lane] = batch.y + pixel / PixelBatch.EDGE;
                wave.mask |= (pixels >>> pixel & 1) << lane;
            }
        }
    }

    /** Takes over what a wave wrote for its fragments. */
    void gather(FragmentWave wave) {
        int colors = draw().colors;
        for (int c = 0; c < PixelBatch.MAX_COLORS; c++) {
            if ((colors >> c & 1) != 0) {
                boolean wide = batch.colorHigh[c].length != 0;
                boolean wrote = (wave.written >> c & 1) != 0;
                scatter(wave, wrote ? wave.color[c] : null, batch.color[c]);
                if (wide) {
                    scatter(wave, wrote ? wave.colorHigh[c] : null, batch.colorHigh[c]);
                }
            }
        }
        batch.outputs |= wave.written & colors;
        if (draw().late) {
            boolean wrote = (wave.written & FragmentWave.DEPTH_BIT) != 0;
            for (long rest = wave.mask; rest != 0; rest &= rest - 1) {
                int lane = Long.numberOfTrailingZeros(rest);
                batch.depth[pixel(wave, lane)] = wrote ? (int) wave.depth[lane] : 0;
            }
            batch.pixelDepth = true;
        }
    }

    private void scatter(FragmentWave wave, long @Nullable [] from, long[] to) {
        for (long rest = wave.mask; rest != 0; rest &= rest - 1) {
            int lane = Long.numberOfTrailingZeros(rest);
            to[pixel(wave, lane)] = from == null ? 0 : from[lane];
        }
    }

    private int pixel(FragmentWave wave, int lane) {
        return (wave.y[lane] - batch.y) * PixelBatch.EDGE + wave.x[lane] - batch.x;
    }
}
