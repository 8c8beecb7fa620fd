// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.compute;

import dev.sluice.program.kernel.WaveInterpreter;
import org.jspecify.annotations.Nullable;

/** A place for one resident wave, used by many waves one after the other; its part in the {@link WaveTable} is what is hot. */
final class Wave {

    final int slot;
    final WaveTable table;
    private final WaveInterpreter interpreter;

    @Nullable
    Workgroup group;

    /** What the wave shades; null in a dispatch. */
    @Nullable
    FragmentWave fragments;

    int indexInGroup;
    /** Distinguishes the waves that use this place: replies to an earlier one's stores are not this one's. */
    int serial;
    /** Stores and atomics that were not acknowledged, but for those of {@link StoresUnderWay}. */
    int stores;

    boolean releases;
    boolean acquires;
    boolean meets;

    /** @param interpreter has a place for the wave, of number {@code slot}, as {@code table} has */
    Wave(int slot, WaveTable table, WaveInterpreter interpreter) {
        this.slot = slot;
        this.table = table;
        this.interpreter = interpreter;
    }

    /** The interpreter of the unit's waves, with this one selected. */
    WaveInterpreter interpreter() {
        interpreter.select(slot);
        return interpreter;
    }

    void start(Workgroup of, int index) {
        serial++;
        group = of;
        indexInGroup = index;
        stores = 0;
        table.start(slot, of.job());
    }

    /** Begins the kernel of its dispatch, or with the fragments that are next. */
    void begin(DispatchJob job, int index, int waveSize) {
        WaveInterpreter at = interpreter();
        at.bind(job.program);
        if (job.shades()) {
            FragmentWave shaded = job.fragments[(int) job.placed];
            shaded.written = 0;
            fragments = shaded;
            at.startFragments(shaded.x, shaded.y, shaded.mask, waveSize, job.parameters);
            return;
        }
        at.start(
                job.nextX,
                job.nextY,
                job.nextZ,
                job.groupsX,
                job.groupsY,
                job.groupsZ,
                index,
                waveSize,
                job.parameters);
    }

    /** Hands over the output that it stands at. */
    void export() {
        FragmentWave shaded = fragments;
        WaveInterpreter at = interpreter();
        at.operands();
        if (shaded != null) {
            shaded.take(at.output(), at.activeMask(), at.values(), at.compares());
        }
    }

    Workgroup group() {
        Workgroup own = group;
        if (own == null) {
            throw new IllegalStateException("no wave is resident in place " + slot);
        }
        return own;
    }

    DispatchJob job() {
        return table.job(slot);
    }

    WaveTable.State state() {
        return table.state(slot);
    }

    void setState(WaveTable.State state) {
        table.setState(slot, state);
    }
}
