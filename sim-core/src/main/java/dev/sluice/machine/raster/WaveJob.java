// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.raster;

import dev.sluice.machine.compute.DispatchJob;
import dev.sluice.machine.compute.FragmentWave;
import org.jspecify.annotations.Nullable;

/** Waves of one draw that are started together. Reused. */
final class WaveJob {

    final int index;
    final FragmentWave[] waves;
    private final @Nullable Block[] blocks;
    int count;
    /** The cycle in which it is started at the latest. */
    long deadline;

    @Nullable
    DispatchJob dispatch;

    private @Nullable DrawJob draw;

    WaveJob(int index, int size) {
        this.index = index;
        this.waves = new FragmentWave[size];
        this.blocks = new Block[size];
        for (int i = 0; i < size; i++) {
            waves[i] = new FragmentWave();
            waves[i].tag = index * size + i;
        }
    }

    void begin(DrawJob of, long until) {
        draw = of;
        deadline = until;
        count = 0;
        dispatch = null;
    }

    DrawJob draw() {
        DrawJob own = draw;
        if (own == null) {
            throw new IllegalStateException("the group of waves is not in use");
        }
        return own;
    }

    /** The next free wave, for fragments of that block. */
    FragmentWave add(Block block) {
        blocks[count] = block;
        return waves[count++];
    }

    Block block(int wave) {
        Block block = blocks[wave];
        if (block == null) {
            throw new IllegalStateException("the wave is not in use");
        }
        return block;
    }

    boolean full() {
        return count == waves.length;
    }
}
