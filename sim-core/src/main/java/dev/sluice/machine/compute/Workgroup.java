// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.compute;

import org.jspecify.annotations.Nullable;

/** A place for one resident workgroup: its waves, its barrier and its shared memory. */
final class Workgroup {

    /** The resident waves; null where one has ended. */
    @Nullable
    Wave[] waves = new Wave[0];

    @Nullable
    DispatchJob job;
    /** Waves that have not issued their end: those for whom the barrier waits. */
    int waveCount;
    /** Waves that still have their place. */
    int liveWaves;
    /** Waves that wait at the workgroup's barrier. */
    int arrived;
    /** The group's place in its dispatch. */
    long linear;

    byte[] memory = new byte[0];

    void start(DispatchJob of, int count) {
        job = of;
        linear = of.placed;
        arrived = 0;
        waveCount = count;
        liveWaves = count;
        if (waves.length < count) {
            waves = new Wave[count];
        }
    }

    Wave wave(int index) {
        Wave wave = waves[index];
        if (wave == null) {
            throw new IllegalStateException("wave " + index + " of the workgroup has ended");
        }
        return wave;
    }

    DispatchJob job() {
        DispatchJob own = job;
        if (own == null) {
            throw new IllegalStateException("no workgroup is resident here");
        }
        return own;
    }
}
