// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.raster;

import dev.sluice.machine.compute.FragmentSink;
import dev.sluice.machine.compute.FragmentWave;
import dev.sluice.machine.engine.Component;
import dev.sluice.machine.rop.PixelBatch;

/**
 * Carries the pixel half of a draw out at once, outside simulated time: some blocks at a time are rasterised and tested, shaded
 * together, tested again and written, each in the order of rasterisation.
 */
final class DrawAtOnce implements FragmentSink {

    /** Blocks that are shaded together; a choice. */
    private static final int BLOCKS = 64;

    private final Component pipeline;
    private final PixelUnits pixels;
    private final FragmentUnits fragments;
    private final int waveSize;
    private final Rasteriser rasteriser = new Rasteriser();
    private final Block[] blocks = new Block[BLOCKS];
    private final FragmentWave[] waves;
    private final Block[] shades;

    /** @param pipeline whose draws they are */
    DrawAtOnce(Component pipeline, PixelUnits pixels, FragmentUnits fragments, int waveSize) {
        this.pipeline = pipeline;
        this.pixels = pixels;
        this.fragments = fragments;
        this.waveSize = waveSize;
        for (int i = 0; i < BLOCKS; i++) {
            blocks[i] = new Block(i);
        }
        waves = new FragmentWave[BLOCKS * Math.max(1, PixelBatch.PIXELS / waveSize)];
        shades = new Block[waves.length];
        for (int i = 0; i < waves.length; i++) {
            waves[i] = new FragmentWave();
            waves[i].tag = i;
            shades[i] = blocks[0];
        }
    }

    /**
     * Carries a draw out whose stages are all open, while nothing is under way in the machine's caches and memories.
     *
     * @return false if somebody asked for the end of the run meanwhile; the draw does not go on then
     */
    boolean perform(DrawJob draw) {
        rasteriser.start(draw.coverage(), draw.area, draw.state.samples());
        int count = rasterise(draw);
        while (count > 0) {
            if (!shade(draw, count)) {
                return false;
            }
            for (int i = 0; i < count; i++) {
                write(draw, blocks[i]);
            }
            count = rasterise(draw);
        }
        draw.performed();
        return true;
    }

    /** Rasterises the next blocks, and tests them where that comes before shading; how many there are. */
    private int rasterise(DrawJob draw) {
        int count = 0;
        while (count < BLOCKS && rasteriser.next()) {
            Block block = blocks[count++];
            block.start(draw, rasteriser, 0);
            draw.blockAdded(rasteriser);
            if (draw.early) {
                pixels.testAtOnce(block.batch);
            }
        }
        return count;
    }

    private boolean shade(DrawJob draw, int count) {
        Shading shading = draw.shading;
        if (shading == null) {
            return true;
        }
        int used = 0;
        for (int i = 0; i < count; i++) {
            Block block = blocks[i];
            if (!block.killed()) {
                block.findQuads();
                while (block.quads != 0) {
                    int before = Integer.bitCount(block.quads);
                    shades[used] = block;
                    FragmentWave wave = waves[used++];
                    block.fill(wave, waveSize);
                    draw.counters.shades(before - Integer.bitCount(block.quads), Long.bitCount(wave.mask));
                }
            }
        }
        return used == 0 || fragments.shadeAtOnce(shading, draw.label, waves, used, this, pipeline, draw.counters);
    }

    @Override
    public void shaded(FragmentWave wave) {
        shades[wave.tag].gather(wave);
    }

    private void write(DrawJob draw, Block block) {
        if (draw.late && !block.killed()) {
            pixels.testAtOnce(block.batch);
        }
        if (draw.colors != 0 && !block.killed() && block.batch.outputs != 0) {
            pixels.writeAtOnce(block.batch);
        }
        block.end();
    }
}
