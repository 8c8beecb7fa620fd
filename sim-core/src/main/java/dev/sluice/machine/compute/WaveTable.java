// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.compute;

import org.jspecify.annotations.Nullable;

/**
 * What the scheduler of a unit knows of its waves: two longs for each place.
 *
 * <pre>
 *  word 0    first cycle at which the wave may issue again
 *       1    bits  0-12  position in the order of age
 *                 13-15  {@link State}
 *                 16-19  operation that was fetched and is yet to be issued
 *                 20-41  accesses that will write a register
 *                 42-63  register for which the wave waits, if it does
 * </pre>
 *
 * <p>An issue or a reply touches this and the interpreter's record, and not the {@link Wave}: that is for what happens once in
 * a while.
 */
final class WaveTable {

    /** No operation has been fetched that is still to be done. */
    static final int NO_OPERATION = 15;

    enum State {
        /** Issues, or could as soon as the scheduler chooses it. */
        RUNNING,
        /** A register that the next instruction needs is outstanding; it may compute until it comes to that. */
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

    private static final State[] STATES = State.values();
    private static final int STATE_SHIFT = 13;
    private static final int OPERATION_SHIFT = 16;
    private static final int LOADS_SHIFT = 20;
    private static final int REGISTER_SHIFT = 42;
    private static final long POSITION = (1L << STATE_SHIFT) - 1;
    private static final long STATE = 7L << STATE_SHIFT;
    /** Of a wave in {@link State#FOR_REGISTER}. */
    private static final long FOR_REGISTER = (long) State.FOR_REGISTER.ordinal() << STATE_SHIFT;

    private static final long OPERATION = 15L << OPERATION_SHIFT;
    private static final long LOADS = (1L << REGISTER_SHIFT - LOADS_SHIFT) - 1;
    private static final long ONE_LOAD = 1L << LOADS_SHIFT;

    private final long[] words;
    /** By place: the dispatch that runs there; null where no wave is resident. */
    private final @Nullable DispatchJob[] jobs;
    /** The dispatch that has all resident waves, or null where they belong to several. */
    private @Nullable DispatchJob only;

    private int residents;

    WaveTable(int places) {
        words = new long[2 * places];
        jobs = new DispatchJob[places];
    }

    /** A wave takes a place; its position is still to be set. */
    void start(int wave, DispatchJob job) {
        words[2 * wave] = 0;
        words[2 * wave + 1] = OPERATION;
        jobs[wave] = job;
        only = residents == 0 || only == job ? job : null;
        residents++;
    }

    void end(int wave) {
        jobs[wave] = null;
        if (--residents == 0) {
            only = null;
        }
    }

    boolean resident(int wave) {
        return jobs[wave] != null;
    }

    /** The dispatch of a resident wave. */
    DispatchJob job(int wave) {
        DispatchJob own = only; // most often, and then each wave's need not be looked at
        if (own != null) {
            return own;
        }
        own = jobs[wave];
        if (own == null) {
            throw new IllegalStateException("no wave is resident in place " + wave);
        }
        return own;
    }

    long notBefore(int wave) {
        return words[2 * wave];
    }

    void setNotBefore(int wave, long cycle) {
        words[2 * wave] = cycle;
    }

    /**
     * The wave may not issue again before a cycle, and has then to issue an operation that was fetched, or {@link #NO_OPERATION};
     * returns its position.
     */
    int occupy(int wave, int operation, long notBefore) {
        int at = 2 * wave;
        words[at] = notBefore;
        long word = words[at + 1] & ~OPERATION | (long) operation << OPERATION_SHIFT;
        words[at + 1] = word;
        return (int) (word & POSITION);
    }

    int position(int wave) {
        return (int) (words[2 * wave + 1] & POSITION);
    }

    void setPosition(int wave, int position) {
        words[2 * wave + 1] = words[2 * wave + 1] & ~POSITION | position;
    }

    /** Whether it is {@link State#RUNNING}. */
    boolean running(int wave) {
        return (words[2 * wave + 1] & STATE) == 0;
    }

    State state(int wave) {
        return STATES[(int) ((words[2 * wave + 1] & STATE) >>> STATE_SHIFT)];
    }

    void setState(int wave, State state) {
        words[2 * wave + 1] = words[2 * wave + 1] & ~STATE | (long) state.ordinal() << STATE_SHIFT;
    }

    /** What was fetched and is yet to be issued, or {@link #NO_OPERATION}. */
    int operation(int wave) {
        return (int) ((words[2 * wave + 1] & OPERATION) >>> OPERATION_SHIFT);
    }

    void setOperation(int wave, int operation) {
        words[2 * wave + 1] = words[2 * wave + 1] & ~OPERATION | (long) operation << OPERATION_SHIFT;
    }

    /** Accesses that will write a register. */
    int loads(int wave) {
        return (int) (words[2 * wave + 1] >>> LOADS_SHIFT & LOADS);
    }

    void addLoad(int wave) {
        words[2 * wave + 1] += ONE_LOAD;
    }

    /** A register has been written; returns whether the wave waited for it, which is then {@link State#RUNNING}. */
    boolean loaded(int wave, int register) {
        long word = words[2 * wave + 1] - ONE_LOAD;
        boolean waited = (word & STATE | word >>> REGISTER_SHIFT << REGISTER_SHIFT)
                == (FOR_REGISTER | (long) register << REGISTER_SHIFT);
        words[2 * wave + 1] = waited ? word & ~STATE : word;
        return waited;
    }

    /** The register for which it waits, if it does. */
    int register(int wave) {
        return (int) (words[2 * wave + 1] >>> REGISTER_SHIFT);
    }

    /** The wave waits for a register, and may not issue before a cycle either; returns its position. */
    int awaitRegister(int wave, int register, long notBefore) {
        int at = 2 * wave;
        words[at] = notBefore;
        long rest = words[at + 1] << -REGISTER_SHIFT >>> -REGISTER_SHIFT & ~STATE;
        words[at + 1] = rest | FOR_REGISTER | OPERATION | (long) register << REGISTER_SHIFT;
        return (int) (rest & POSITION);
    }
}
