// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.compute;

import dev.sluice.program.kernel.WaveInterpreter;
import org.jspecify.annotations.Nullable;

/** A place for one resident wave, used by many waves one after the other. */
final class Wave {

    /** No operation has been fetched that is still to be done. */
    static final byte NO_OPERATION = -1;

    enum State {
        /** Issues, or could as soon as the scheduler chooses it. */
        RUNNING,
        /** A register that the next instruction needs is outstanding. */
        FOR_REGISTER,
        /** A release waits for the acknowledgement of earlier stores. */
        FOR_STORES,
        /** A release waits until the unit's caches are flushed. */
        FOR_FLUSH,
        /** The other waves of the workgroup have not all arrived. */
        AT_BARRIER,
        /** An acquire waits for earlier loads. */
        FOR_LOADS,
        /** An acquire waits until the unit's caches are invalidated. */
        FOR_INVALIDATE,
        /** All instructions are issued; loads whose results nobody reads are outstanding. */
        DRAINING
    }

    final short slot;
    /** What it fetched and is yet to issue, or {@link #NO_OPERATION}. */
    byte operation = NO_OPERATION;

    boolean releases;
    boolean acquires;
    boolean meets;
    short indexInGroup;
    /** Its place in the order of age. */
    short position;
    /** The register for which it waits, if it does. */
    int register;

    State state = State.RUNNING;
    /** First cycle at which the wave may issue again. */
    long notBefore;
    /** Accesses that will write a register. */
    int loads;
    /** Stores and atomics that were not acknowledged. */
    int stores;

    /** Distinguishes the waves that use this place: replies to an earlier one's stores are not this one's. */
    int serial;

    private final WaveInterpreter interpreter;

    @Nullable
    Workgroup group;

    /** The dispatch that the group is of. */
    @Nullable
    DispatchJob job;

    /** What the wave shades; null in a dispatch. */
    @Nullable
    FragmentWave fragments;

    /** @param interpreter has a place for the wave, of number {@code slot} */
    Wave(int slot, WaveInterpreter interpreter) {
        this.slot = (short) slot;
        this.interpreter = interpreter;
    }

    /** The interpreter of the unit's waves, with this one selected. */
    WaveInterpreter interpreter() {
        interpreter.select(slot);
        return interpreter;
    }

    /** A register for which an access was outstanding is ready. */
    void complete(int ready) {
        interpreter.complete(slot, ready);
    }

    void start(Workgroup of, int index) {
        serial++;
        group = of;
        job = of.job;
        indexInGroup = (short) index;
        state = State.RUNNING;
        operation = NO_OPERATION;
        notBefore = 0;
        loads = 0;
        stores = 0;
    }

    Workgroup group() {
        Workgroup own = group;
        if (own == null) {
            throw new IllegalStateException("no wave is resident in place " + slot);
        }
        return own;
    }

    DispatchJob job() {
        DispatchJob own = job;
        if (own == null) {
            throw new IllegalStateException("no wave is resident in place " + slot);
        }
        return own;
    }
}
