// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.raster;

import dev.sluice.program.image.ImageSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The squares of the framebuffer: how many blocks are under way in each, and which barriers hold them. */
final class Regions {

    /** Squares from one row to the next: as many as the widest image has. */
    private static final int ACROSS = ImageSpec.MAX_EXTENT / RegionBarrier.SQUARE;

    private static final int FLUSHES_PER_UNIT = 4;

    private final GraphicsPipeline pipeline;
    private final PixelUnits units;
    /** Barriers that later blocks may still have to wait for, or that have not been reported, in order. */
    private final List<BegunRegion> regions = new ArrayList<>();

    private final @Nullable BegunRegion[] flushing;
    private final int[] flushedSquare;
    private final int[] free;
    private int freeCount;
    private int[] present = new int[0];

    long begun;
    long ended;
    long flushes;
    long flushesEnded;

    Regions(GraphicsPipeline pipeline, PixelUnits units) {
        this.pipeline = pipeline;
        this.units = units;
        int slots = FLUSHES_PER_UNIT * units.count();
        flushing = new BegunRegion[slots];
        flushedSquare = new int[slots];
        free = new int[slots];
        for (int i = slots - 1; i >= 0; i--) {
            free[freeCount++] = i;
        }
    }

    /** Number of the square that holds a pixel. */
    static int square(int x, int y) {
        return y / RegionBarrier.SQUARE * ACROSS + x / RegionBarrier.SQUARE;
    }

    /** A block was rasterised: it waits for every barrier so far that has not released its square. */
    void add(Block block) {
        int square = square(block.batch.x, block.batch.y);
        block.square = square;
        if (square >= present.length) {
            present = Arrays.copyOf(present, (square / ACROSS + 1) * ACROSS);
        }
        present[square]++;
        for (int i = 0; i < regions.size(); i++) {
            BegunRegion region = regions.get(i);
            if (region.closed(square)) {
                region.held[square]++;
                hold(block, region.barrier, 1);
            }
        }
    }

    /** The last work of a block has ended. */
    void remove(Block block) {
        int square = block.square;
        present[square]--;
        for (int i = 0; i < regions.size(); i++) {
            BegunRegion region = regions.get(i);
            if (region.sequence > block.sequence && --region.waiting[square] == 0) {
                finished(region, square);
            }
        }
    }

    /** All blocks of earlier draws have been rasterised: the barrier closes the squares. */
    void begin(RegionBarrier barrier, long sequence) {
        begun++;
        BegunRegion region = new BegunRegion(barrier, sequence, present, ACROSS);
        regions.add(region);
        for (int square = 0; square < region.waiting.length; square++) {
            if (region.closed(square) && region.waiting[square] == 0) {
                finished(region, square);
            }
        }
    }

    /** Starts write-backs of squares while there is room for them. */
    void flush() {
        for (int i = 0; i < regions.size() && freeCount > 0; i++) {
            BegunRegion region = regions.get(i);
            while (freeCount > 0 && region.anyToFlush()) {
                int square = region.nextToFlush();
                int slot = free[--freeCount];
                flushing[slot] = region;
                flushedSquare[slot] = square;
                flushes++;
                units.flush(
                        region.barrier,
                        square % ACROSS * RegionBarrier.SQUARE,
                        square / ACROSS * RegionBarrier.SQUARE,
                        pipeline,
                        GraphicsPipeline.FLUSHED,
                        slot);
            }
        }
    }

    /** A write-back has arrived. */
    void flushed(int slot) {
        BegunRegion region = flushing[slot];
        if (region == null) {
            throw new IllegalStateException("no write-back " + slot + " is under way");
        }
        flushing[slot] = null;
        free[freeCount++] = slot;
        flushesEnded++;
        release(region, flushedSquare[slot]);
    }

    /**
     * Reports barriers that are satisfied everywhere.
     *
     * @param oldestDraw place of the oldest draw that has not ended, the largest value if there is none
     */
    void report(long oldestDraw) {
        while (!regions.isEmpty()) {
            BegunRegion region = regions.get(0);
            if (region.squaresLeft() != 0 || region.sequence > oldestDraw) {
                return;
            }
            regions.remove(0);
            ended++;
            region.barrier.report();
        }
    }

    /** Squares that the oldest barrier still holds; 0 if there is none. */
    int squaresLeft() {
        return regions.isEmpty() ? 0 : regions.get(0).squaresLeft();
    }

    /** Whether a barrier has not been reported. */
    boolean any() {
        return !regions.isEmpty();
    }

    private void finished(BegunRegion region, int square) {
        if (region.isTarget(square)) {
            region.toFlush(square);
        } else {
            release(region, square);
        }
    }

    private void release(BegunRegion region, int square) {
        region.release(square);
        if (region.held[square] > 0) {
            region.held[square] = 0;
            pipeline.released(square, region.sequence, region.barrier);
        }
    }

    /** Adds to the barriers that hold a block. */
    static void hold(Block block, RegionBarrier barrier, int count) {
        for (int s = 0; s < block.holds.length; s++) {
            if (barrier.holds(s)) {
                block.holds[s] += count;
            }
        }
    }
}
