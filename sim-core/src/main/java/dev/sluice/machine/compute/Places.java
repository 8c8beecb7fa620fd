// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.compute;

import dev.sluice.device.ComputeSpec;
import dev.sluice.program.kernel.KernelProgram;
import dev.sluice.program.kernel.WaveInterpreter;

/**
 * The places of a unit for waves and workgroups, and what limits them: waves, registers and shared memory.
 *
 * <p>A wave gives up its place and its registers when it ends, shared memory goes with the workgroup's last wave.
 */
final class Places {

    private final ComputeSpec spec;
    private final int first;
    private final SharedMemory shared;
    private final WaveInterpreter interpreter;
    private final WaveTable table;
    private final StoresUnderWay stores;
    private final Wave[] waves;
    private final int[] freeWaves;
    private int freeWaveCount;
    private final Workgroup[] freeGroups;
    private int freeGroupCount;
    private int registersUsed;

    /** @param first the unit's first place in what all units share */
    Places(ComputeArray array, int first, SharedMemory shared) {
        this.spec = array.spec;
        this.first = first;
        this.shared = shared;
        int count = spec.wavesPerUnit();
        interpreter = array.interpreter;
        table = array.waves;
        stores = array.stores;
        waves = new Wave[count];
        freeWaves = new int[count];
        freeGroups = new Workgroup[count];
        for (int i = 0; i < count; i++) {
            waves[i] = new Wave(first + i, table, interpreter);
            freeWaves[count - 1 - i] = first + i;
            freeGroups[i] = new Workgroup();
        }
        freeWaveCount = count;
        freeGroupCount = count;
    }

    Wave wave(int slot) {
        return waves[slot - first];
    }

    /** Stores and atomics of a wave that were not acknowledged. */
    int stores(Wave wave) {
        return wave.stores + stores.of(wave.slot);
    }

    int residentWaves() {
        return waves.length - freeWaveCount;
    }

    /** Whether one more workgroup of the dispatch fits now. */
    boolean hasRoom(DispatchJob job) {
        int needed = job.wavesPerGroup;
        return needed <= freeWaveCount
                && freeGroupCount > 0
                && shared.hasRoom(job.program.sharedBytes())
                && (spec.registersPerUnit() == 0
                        || registersUsed + (long) needed * job.registersPerWave <= spec.registersPerUnit());
    }

    /** Gives the dispatch's next workgroup its places and starts its waves. */
    Workgroup take(DispatchJob job) {
        KernelProgram program = job.program;
        int count = job.wavesPerGroup;
        Workgroup group = freeGroups[--freeGroupCount];
        group.start(job, count);
        group.memory = shared.allocate(program.sharedBytes(), group.memory);
        registersUsed += count * job.registersPerWave;
        job.liveWaves += count;
        job.waves += count;
        for (int i = 0; i < count; i++) {
            Wave wave = wave(freeWaves[--freeWaveCount]);
            wave.start(group, i);
            wave.begin(job, i, spec.waveSize());
            group.waves[i] = wave;
        }
        job.advance();
        return group;
    }

    /** The wave has ended. */
    void giveUp(Wave wave) {
        Workgroup group = wave.group();
        DispatchJob job = group.job();
        wave.interpreter().release();
        wave.group = null;
        table.end(wave.slot);
        stores.gone(wave.slot);
        wave.fragments = null;
        wave.serial++;
        group.waves[wave.indexInGroup] = null;
        freeWaves[freeWaveCount++] = wave.slot;
        registersUsed -= job.registersPerWave;
        if (--group.liveWaves == 0) {
            shared.free(job.program.sharedBytes());
            group.job = null;
            freeGroups[freeGroupCount++] = group;
        }
        job.liveWaves--;
    }
}
